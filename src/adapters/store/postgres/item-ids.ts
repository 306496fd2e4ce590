import type { Queryable } from './connection.js';

/** Numeric ids for component items, taken from the database in blocks, so that most need no round trip. */
export class ItemIds {
  private next = 0;
  private left = 0;

  constructor(private readonly connection: Queryable) {}

  /** The first of a run of `count` ids. */
  async reserve(count: number): Promise<number> {
    if (count <= this.left) {
      const first = this.next;
      this.next += count;
      this.left -= count;
      return first;
    }
    return this.fetch(count, Math.max(count, 1_000));
  }

  private async fetch(count: number, size: number): Promise<number> {
    const [row] = await this.connection.query<{ first: string }>({ text: blockText, values: [size] });
    const first = Number(row?.first);
    if (size - count > this.left) {
      this.next = first + count;
      this.left = size - count;
    }
    return first;
  }
}

/** Taking the first and skipping the others are two steps, during which nobody else may take one. */
const blockText = `
WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('quire_item_id'))),
block AS MATERIALIZED (SELECT nextval('quire_item_id') AS first FROM turn)
SELECT first::text, setval('quire_item_id', first + $1::bigint - 1) FROM block`;
