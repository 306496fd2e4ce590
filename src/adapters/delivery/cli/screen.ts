/** What a command writes to while it is at work. */
export interface Screen {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
  /** Null: notes go to no terminal. */
  readonly noteWidth: number | null;
}
