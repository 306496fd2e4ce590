const name = 'quire.written';

/** Marks the transaction with whether its first statement wrote anything, for those that were sent along with it. */
export const markWritten = (condition: string): string =>
  `set_config('${name}', (${condition})::text, true) AS mark`;

export const isWritten = `current_setting('${name}', true) = 'true'`;
