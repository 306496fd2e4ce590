/** Cleanup that runs at the end, last first. */
export type Closing = (() => Promise<unknown>)[];

/** Runs a bench, then what it has added to the cleanup, whether it fails or not. */
export async function closingAtEnd(bench: (closing: Closing) => Promise<void>): Promise<void> {
  const closing: Closing = [];
  try {
    await bench(closing);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
