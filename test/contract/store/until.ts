/** Less than the time that a case may take, so that it fails with what was seen. */
const longestMs = 60_000;

/** Takes steps until one returns true. A store may lose what is awaited: after a minute it fails with what was seen. */
export async function until(
  awaited: string,
  step: () => Promise<boolean>,
  seen: () => unknown,
): Promise<void> {
  const end = performance.now() + longestMs;
  while (!(await step())) {
    if (performance.now() > end)
      throw new Error(`${awaited} did not come within a minute. Seen: ${shortened(seen())}`);
    // A store in memory would let nobody else go on.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

const shortened = (seen: unknown): string => {
  const text = JSON.stringify(seen);
  return text.length <= 500 ? text : `${text.slice(0, 250)} … ${text.slice(-250)}`;
};
