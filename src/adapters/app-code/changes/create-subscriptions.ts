import type { Followers } from '../../../application/change-log/create-followers.js';
import type { EventContent, ReadingEvents } from '../../../application/webhooks/event-content.js';
import { tellListener } from '../../../application/webhooks/tell-listener.js';
import { isWebhookEvent, webhookEvents, type WebhookEvent } from '../../../application/webhooks/webhook.js';
import { didYouMean } from '../../../domain/nearest-name.js';
import type { Schema } from '../../../domain/schema/schema.js';

/**
 * `strapi.on`: listeners that follow the change log (docs/hooks.md). All listeners of a name are one follower: they hear of each
 * event at least once, on one server.
 */
export type Subscribe = (name: string, listener: EventListener) => void;

type EventListener = (event: EventContent) => unknown;

export interface SubscriptionsDependencies extends ReadingEvents {
  readonly schema: Schema;
  readonly followers: Pick<Followers, 'add'>;
}

export function createSubscriptions(dependencies: SubscriptionsDependencies): Subscribe {
  const listeners = new Map<WebhookEvent, EventListener[]>();
  return (name: unknown, given: unknown) => {
    if (typeof name !== 'string' || !isWebhookEvent(name))
      throw new TypeError(
        `strapi.on: there is no event ${JSON.stringify(name)}${didYouMean(String(name), webhookEvents)}`,
      );
    if (typeof given !== 'function')
      throw new TypeError(`strapi.on: the listener of "${name}" is not a function`);
    const listener = given as EventListener;
    const known = listeners.get(name);
    if (known !== undefined) return void known.push(listener);
    const all = [listener];
    listeners.set(name, all);
    dependencies.followers.add({
      name: `on:${name}`,
      handle: (changes) =>
        tellListener(dependencies, changes, name, async (event) => {
          for (const one of all) await one(event);
        }),
    });
  };
}
