import type { CommandStartedEvent, MongoClient } from 'mongodb';
import type { Observations } from '../../../application/ports/observations.js';

/** Observes the commands of a client that was created with `monitorCommands`, and its pool. */
export function observeClient(client: MongoClient, observations: Observations): void {
  observePool(client, observations);
  if (!observations.has('statement')) return;
  const texts = new Map<number, string>();
  const ended = (requestId: number, durationMs: number, error?: string): void => {
    const endedAt = performance.now();
    const text = texts.get(requestId) ?? '';
    texts.delete(requestId);
    observations.observe({
      kind: 'statement',
      system: 'mongodb',
      text,
      beganAt: endedAt - durationMs,
      endedAt,
      ...(error !== undefined && { error }),
    });
  };
  client.on('commandStarted', (event) => void texts.set(event.requestId, describe(event)));
  client.on('commandSucceeded', ({ requestId, duration }) => ended(requestId, duration));
  client.on('commandFailed', ({ requestId, duration, failure }) =>
    ended(requestId, duration, codeOf(failure)),
  );
}

/** The name of a command and of its collection: the rest has values. */
function describe({ commandName, command }: CommandStartedEvent): string {
  const of: unknown = command[commandName === 'getMore' ? 'collection' : commandName];
  return typeof of === 'string' ? `${commandName} ${of}` : commandName;
}

function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' || typeof code === 'string' ? String(code) : 'other';
}

/** The driver reports the state of its pool only by events. */
function observePool(client: MongoClient, observations: Observations): void {
  let [open, used, waiting] = [0, 0, 0];
  client.on('connectionCreated', () => void (open += 1));
  client.on('connectionClosed', () => void (open -= 1));
  client.on('connectionCheckOutStarted', () => void (waiting += 1));
  client.on('connectionCheckOutFailed', () => void (waiting -= 1));
  client.on('connectionCheckedOut', () => {
    waiting -= 1;
    used += 1;
  });
  client.on('connectionCheckedIn', () => void (used -= 1));
  observations.addSource(() => ({ kind: 'pool', system: 'mongodb', used, idle: open - used, waiting }));
}
