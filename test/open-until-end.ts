const opened: (() => Promise<void>)[] = [];

/** For what is opened in one test and used in others: it is closed when all are done, before the servers stop. */
export function openUntilEnd(close: () => Promise<void>): void {
  opened.push(close);
}

/** A server that drops a hundred databases at once may run out of locks. */
const atOnce = 4;

export async function closeOpened(): Promise<void> {
  const closing = Array.from({ length: atOnce }, async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  });
  await Promise.all(closing);
}
