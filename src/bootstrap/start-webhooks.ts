import { randomUUID } from 'node:crypto';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { DeliveryLoop } from '../application/webhooks/delivery-loop.js';
import { tellWebhooks, webhooksFollower } from '../application/webhooks/tell-webhooks.js';
import { readEnabledWebhooks } from '../application/webhooks/webhook-records.js';
import type { Parts } from './parts.js';

/** How often a server without webhooks looks whether there are some now. */
const lookMs = 2_000;

/** Calls webhooks, as soon as there are some. Returns a function that stops it, and waits for what is being sent. */
export function startWebhooks(parts: Parts): () => Promise<void> {
  const { schema, rowDocuments: documents, webhookVault, webhookSender, store, clock, log } = parts;
  const loop = new DeliveryLoop(
    {
      documents,
      followers: store.followers,
      signal: store.changeSignal,
      sender: webhookSender,
      vault: webhookVault,
      clock,
      log,
      random: Math.random,
    },
    randomUUID(),
  );
  const { populateRelations: withRelations } = parts.app.config.webhooks;
  const telling = { schema, documents, filters: createGrantFilters(), clock, withRelations };
  let [isStopped, isLooking] = [false, false];
  const begin = (): void => {
    clearInterval(looker);
    parts.followers.add({
      name: webhooksFollower,
      async handle(changes) {
        const told = await tellWebhooks(telling, changes);
        if (!told.ok) throw new Error(told.failure.message);
        loop.wake();
      },
    });
    loop.start();
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const found = await readEnabledWebhooks(documents).finally(() => (isLooking = false));
    if (found.ok && found.value.length > 0 && !isStopped) begin();
  };
  const search = (): void => {
    look().catch((error: unknown) => log.error('webhooks could not be looked for', { error }));
  };
  const looker = setInterval(search, lookMs).unref();
  search();
  return async () => {
    isStopped = true;
    clearInterval(looker);
    await loop.stop();
  };
}
