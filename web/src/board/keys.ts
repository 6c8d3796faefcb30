/**
 * Keys at a table: arrows go from card to card through `list`, in the order shown; from nowhere to
 * the first that can be played. Other keys are the game's, by `more`.
 */
export function tableKeys(
  list: () => HTMLElement | undefined,
  more: (key: string, event: KeyboardEvent) => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return more(event.key.toLowerCase(), event);
    const buttons = [...(list()?.querySelectorAll<HTMLElement>("button.held, button.seat.legal") ?? [])];
    if (buttons.length === 0) return;
    event.preventDefault();
    const now = buttons.indexOf(document.activeElement as HTMLElement);
    const first = buttons.findIndex((one) => one.classList.contains("legal"));
    const next = now < 0 ? Math.max(first, 0) : (now + step + buttons.length) % buttons.length;
    buttons[next]?.focus({ preventScroll: true });
  };
}
