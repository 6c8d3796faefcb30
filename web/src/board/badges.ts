/** A round mark beside a player: its sign, and what it means. */
export interface Badge {
  sign: string;
  title: string;
  tone: "paper" | "brass";
}
