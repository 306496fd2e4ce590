import { failure, type Failure } from '../../../domain/failure.js';
import type { Json } from '../../../domain/schema/schema.js';

/** Thrown out of the depth of a shape, caught where the read began. */
export class TooLarge extends Error {
  readonly failure: Failure;

  constructor(what: string) {
    super(what);
    this.failure = failure('PLAN.TOO_LARGE', what);
  }
}

/**
 * Counts the characters of an answer while it grows: a populate tree that leads in circles multiplies, and must be
 * refused long before the memory is full. Counts a little less than the text will have, never more.
 */
export class TextBudget {
  private left: number;

  constructor(private readonly textSize: number) {
    this.left = textSize;
  }

  /** Takes the name of a member, with its quotes, its colon and a comma. */
  takeName(name: string): void {
    this.take(name.length + 4);
  }

  /** Takes a stored value. */
  takeValue(value: Json): void {
    if (typeof value === 'string') this.take(value.length + 2);
    else this.take(typeof value === 'object' && value !== null ? lengthOf(value) : 1);
  }

  private take(characters: number): void {
    this.left -= characters;
    if (this.left < 0) throw tooLong(this.textSize);
  }
}

export const tooLong = (textSize: number): TooLarge =>
  new TooLarge(`The answer is longer than ${textSize} characters`);

/** Stored values are replaced, never changed, so each is measured once. */
const lengths = new WeakMap<object, number>();

function lengthOf(value: object): number {
  let length = lengths.get(value);
  if (length === undefined) lengths.set(value, (length = JSON.stringify(value).length));
  return length;
}
