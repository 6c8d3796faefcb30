/** How large the board is, and its text; followed as the window changes. */
export class BoardSize {
  width = $state(innerWidth);
  height = $state(innerHeight);
  rem = $state(16);

  /** To be attached to the board. */
  readonly follow = (board: HTMLElement): (() => void) => {
    const look = (): void => {
      this.width = board.clientWidth;
      this.height = board.clientHeight;
      this.rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(board);
    return () => observer.disconnect();
  };
}
