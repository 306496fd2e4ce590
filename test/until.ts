/** Longer than a test that waits may take: Mocha ends the test, and this what is left of it. */
const longestMs = 300_000;

/** Looks every ten milliseconds whether something holds, until it does. */
export async function until(holds: () => unknown): Promise<void> {
  const end = performance.now() + longestMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`This has not come to hold: ${String(holds)}`);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
}
