import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObservedRequest } from '../../../../application/ports/observations.js';

/** Who may see how long the stages of a request took: nobody, API tokens, or everybody. */
export type TimingReaders = 'off' | 'tokens' | 'public';

/** `Prefer: server-timing`, alone or in a list. */
export function asksForTiming({ headers: { prefer } }: IncomingMessage): boolean {
  if (prefer === undefined) return false;
  const listed = Array.isArray(prefer) ? prefer.join(',') : prefer;
  return listed.split(',').some((preference) => preference.trim().toLowerCase() === 'server-timing');
}

/** Adds `Server-Timing` to an answer whose headers are not sent yet. */
export function sendTiming(res: ServerResponse, request: ObservedRequest, readers: TimingReaders): void {
  if (res.headersSent || (readers === 'tokens' && request.caller !== 'token')) return;
  const { beganAt, endedAt, planMs, queueMs, storeMs } = request;
  const stages = { plan: planMs, queue: queueMs, store: storeMs, total: endedAt - beganAt };
  const texts = Object.entries(stages).map(([name, ms]) => `${name};dur=${ms.toFixed(2)}`);
  res.setHeader('Server-Timing', texts.join(', '));
}
