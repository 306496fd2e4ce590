/** One SQL statement. Values never stand in the text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Collects the values of a statement and answers the placeholder of each. */
export class Parameters {
  readonly values: unknown[] = [];

  /** `type` is the SQL type: placeholders are always cast, so that the text says the same to every server. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /**
   * A list of texts whose length the planner cannot see. Where it sees it, it takes a plan of its own for each list to
   * be cheaper than the one plan that serves all, and plans the same write again every time.
   */
  addTexts(values: readonly (string | null)[]): string {
    return `((SELECT ${this.add(values, 'text[]')})::text[])`;
  }

  /**
   * A text that the planner cannot see: statistics say of a document that it has ten links when it has ten thousand
   * by now, and a plan for ten is the wrong one.
   */
  addHidden(value: string): string {
    return `(SELECT ${this.add(value, 'text')})`;
  }
}

/** A name of the schema (never a client's value) as an SQL string. */
export const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`;
