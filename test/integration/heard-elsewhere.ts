import type { ChangeSignal } from '../../src/application/ports/change-signal.js';

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Calls `write` again and again until `signal` wakes a listener of another process or store. */
export async function heardElsewhere(signal: ChangeSignal, write: () => Promise<unknown>): Promise<void> {
  const woken: true[] = [];
  const end = signal.listen(() => woken.push(true));
  try {
    // The first wake may come when the connection for signals is there.
    for (; woken.length < 2; await pause()) await write();
  } finally {
    end();
  }
}
