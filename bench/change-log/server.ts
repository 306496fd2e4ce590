import type { Store } from '../../src/application/ports/store.js';
import { startApp } from './start-app.js';

/** An order to this process, which serves an app whose writes it logs or not. It sends its port when it listens. */
export interface Order {
  /** Whether writes are logged from now on. */
  readonly isLogged: boolean;
}

/** The answer to an order. */
export interface Answer {
  /** The processor time of the process so far, in milliseconds. */
  readonly processorMs: number;
}

let isLogged = true;

/** Leaves out what a write does for the log: its entry, what the history captures with it, and the signal to readers. */
const unloggedAtTimes = (store: Store): Store => ({
  ...store,
  documents: {
    ...store.documents,
    write({ change, capture, ...work }) {
      const logged = isLogged && { ...(change && { change }), ...(capture && { capture }) };
      return store.documents.write({ ...work, ...logged });
    },
  },
  changeSignal: {
    ...store.changeSignal,
    send: () => isLogged && store.changeSignal.send(),
  },
});

const url = await startApp(process.argv[2] ?? '', unloggedAtTimes);

process.on('message', (order: Order) => {
  isLogged = order.isLogged;
  const { user, system } = process.cpuUsage();
  process.send?.({ processorMs: (user + system) / 1000 } satisfies Answer);
});
process.on('disconnect', () => process.exit());
process.send?.({ port: Number(new URL(url).port) });
