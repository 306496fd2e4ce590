/** A named part of the statement. */
export interface Part {
  readonly name: string;
  readonly text: string;
}
