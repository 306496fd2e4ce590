import type { Environment } from './create-env.js';

/** Which of the processes that serve an app together one is. */
export interface WorkerPlace {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

/** The variables by which a process that is started learns its place. */
export const placeVariables = ({ number, of }: WorkerPlace): Environment => ({
  QUIRE_WORKER: `${number}/${of}`,
});

/** Undefined: the process serves alone. */
export function workerPlace({ QUIRE_WORKER: text = '' }: Environment): WorkerPlace | undefined {
  const [, number, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  return number === undefined ? undefined : { number: Number(number), of: Number(of) };
}
