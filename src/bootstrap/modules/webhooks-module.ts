import { createGrantFilters } from '../../adapters/delivery/codec/create-grant-filters.js';
import { createWebhookSender } from '../../adapters/webhooks/create-webhook-sender.js';
import { createWebhookVault } from '../../adapters/webhooks/create-webhook-vault.js';
import { createWebhooks } from '../../application/webhooks/create-webhooks.js';
import { partsModule } from '../parts.js';

/** Webhooks. */
export const webhooksModule = partsModule((define) => {
  define('webhookVault', (parts) => createWebhookVault(() => parts.sessionKey));
  define('webhookSender', ({ app }) => createWebhookSender(app.config.webhooks));
  define('webhooks', (parts) => {
    const { schema, rowDocuments: documents, webhookVault: vault, webhookSender: sender } = parts;
    const { clock, locales } = parts;
    const { changes, followers } = parts.store;
    const filters = createGrantFilters();
    return createWebhooks({ schema, documents, filters, vault, sender, clock, changes, followers, locales });
  });
});
