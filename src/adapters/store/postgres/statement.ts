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
}

/** A name of the schema (never a client's value) as an SQL string. */
export const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`;
