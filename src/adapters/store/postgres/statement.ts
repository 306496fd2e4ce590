/** An SQL statement. All values are parameters; the text contains none. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Collects the values of a statement and returns their placeholders. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Casts the placeholder to the SQL type, so that the server does not have to infer it. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /**
   * Adds a list of texts whose length the planner cannot see. If it could, it would consider a custom plan for each list
   * cheaper than the generic plan, and plan the same statement again every time.
   */
  addTexts(values: readonly (string | null)[]): string {
    return `((SELECT ${this.add(values, 'text[]')})::text[])`;
  }

  /** Adds a list of documentIds. The planner takes a hidden list for ten, and would read a small table whole to find one. */
  addDocuments(documentIds: readonly string[]): string {
    const [first, ...others] = documentIds;
    return first !== undefined && others.length === 0
      ? `ARRAY[${this.add(first, 'text')}]`
      : this.addTexts(documentIds);
  }

  /**
   * Adds a text that the planner cannot see. Its statistics may say that a document has ten links when it has ten
   * thousand by now, and a plan for ten would be wrong.
   */
  addHidden(value: string): string {
    return `(SELECT ${this.add(value, 'text')})`;
  }
}

/**
 * A named part of a statement: a common table expression. Its name begins with `quire_`, as no table of a schema does: PostgreSQL
 * would take the part for a table of the same name.
 */
export interface Part {
  readonly name: string;
  readonly text: string;
}

/** Returns the `WITH` clause of the parts, with a space at its end; nothing for no parts. */
export const withParts = (parts: readonly Part[]): string =>
  parts.length === 0 ? '' : `WITH ${parts.map(({ name, text }) => `${name} AS ${text}`).join(', ')} `;

/** Returns a name of the schema (never a client's value) as an SQL string. */
export const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`;
