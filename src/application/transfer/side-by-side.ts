import { ahead } from './ahead.js';

interface Numbered {
  readonly id: number;
}

/** Pairs the rows of two iterations in ascending order of ids; undefined if the other one has no such row. */
export async function* sideBySide<Row extends Numbered>(
  left: AsyncIterable<readonly Row[]>,
  right: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly [Row | undefined, Row | undefined], void> {
  const [ours, theirs] = [new Walk(left), new Walk(right)];
  try {
    for (;;) {
      const mine = ours.current ?? (await ours.fetch());
      const other = theirs.current ?? (await theirs.fetch());
      if (mine === undefined && other === undefined) return;
      const isMine = mine !== undefined && (other === undefined || mine.id <= other.id);
      const isOther = other !== undefined && (mine === undefined || other.id <= mine.id);
      if (isMine) ours.step();
      if (isOther) theirs.step();
      yield [isMine ? mine : undefined, isOther ? other : undefined];
    }
  } finally {
    await Promise.all([ours.end(), theirs.end()]);
  }
}

class Walk<Row> {
  private readonly batches: AsyncGenerator<readonly Row[], void>;
  private rows: readonly Row[] = [];
  private at = 0;

  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.batches = ahead(batches);
  }

  /** Undefined if the next row has to be fetched. */
  get current(): Row | undefined {
    return this.rows[this.at];
  }

  step(): void {
    this.at++;
  }

  /** Returns undefined after the last row. */
  async fetch(): Promise<Row | undefined> {
    const { done, value } = await this.batches.next();
    this.rows = done === true ? [] : value;
    this.at = 0;
    return this.current;
  }

  async end(): Promise<void> {
    await this.batches.return();
  }
}
