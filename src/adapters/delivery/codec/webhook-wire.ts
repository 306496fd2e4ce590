import type { ListedWebhook } from '../../../application/webhooks/webhook-service.js';

/** The members of a webhook that a request may have. */
export const webhookKeys: ReadonlySet<string> = new Set([
  'name',
  'url',
  'enabled',
  'events',
  'types',
  'locales',
  'filters',
  'headers',
]);

/** A webhook as it is answered. One that was just made, or has a new secret, has that too. */
export const presentWebhook = <T extends ListedWebhook>({ isEnabled, ...webhook }: T) => ({
  ...webhook,
  enabled: isEnabled,
});
