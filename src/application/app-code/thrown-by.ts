/** An error that says which code of the app has thrown. What it threw is the cause, whose stack leads to the line. */
export const thrownBy = (code: string, thrown: unknown): Error =>
  new Error(`${code} threw: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { cause: thrown });

/** Returns what a call of the app's code returns. Throws `thrownBy` what it throws. */
export function callCode<T>(code: string, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw thrownBy(code, thrown);
  }
}
