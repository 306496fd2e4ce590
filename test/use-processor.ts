/** Uses the processor for so many milliseconds, in which nothing else of the process runs. */
export function useProcessor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
