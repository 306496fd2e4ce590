import { textOf } from '../../domain/document/text-of.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import { webhookType } from '../../domain/schema/built-in-uids.js';
import { readAll } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Document } from '../ports/document-store.js';
import type { CheckedWebhook } from './check-webhook-request.js';
import type { Webhook, WebhookEvent } from './webhook.js';

/** A webhook as it is stored: a document of the built-in type. */
export interface WebhookRecord extends Webhook {
  /** `WebhookSecrets`, encrypted. */
  readonly secrets: string;
}

/** Returns all webhooks in the order in which they were made. */
export async function readWebhooks(
  documents: Documents,
  documentId?: string,
): Promise<Result<readonly WebhookRecord[]>> {
  const filters = documentId === undefined ? undefined : equals('documentId', documentId);
  const found = await readAll(documents, systemPrincipal, { type: webhookType, ...(filters && { filters }) });
  return found.ok ? ok(found.value.map(recordOf)) : found;
}

/** Returns those that are on. */
export async function readEnabledWebhooks(documents: Documents): Promise<Result<readonly WebhookRecord[]>> {
  const filters = compare('enabled', '$eq', true);
  const found = await readAll(documents, systemPrincipal, { type: webhookType, filters });
  return found.ok ? ok(found.value.map(recordOf)) : found;
}

const recordOf = (document: Document): WebhookRecord => ({
  documentId: textOf(document['documentId']),
  name: textOf(document['name']),
  url: textOf(document['url']),
  isEnabled: document['enabled'] === true,
  events: (document['events'] ?? []) as readonly WebhookEvent[],
  types: (document['types'] ?? null) as readonly string[] | null,
  locales: (document['locales'] ?? null) as readonly string[] | null,
  filters: document['filters'] ?? null,
  secrets: textOf(document['secrets']),
});

type Data = Omit<CheckedWebhook, 'headers'> & { readonly secrets: string };

const dataOf = ({ isEnabled, ...rest }: Data) => ({ ...rest, enabled: isEnabled });

/** Returns the documentId. */
export async function insertWebhook(documents: Documents, data: Data): Promise<Result<string>> {
  const created = await documents.create(systemPrincipal, {
    kind: 'create',
    type: webhookType,
    layer: 'published',
    data: dataOf(data),
    answer: { fields: ['documentId'] },
  });
  return created.ok ? ok(textOf(created.value.answer.documents()[0]?.['documentId'])) : created;
}

export const updateWebhook = (
  documents: Documents,
  documentId: string,
  data: Data | { readonly enabled: boolean },
): Promise<Result<unknown>> =>
  documents.update(systemPrincipal, {
    kind: 'update',
    type: webhookType,
    documentId,
    layer: 'published',
    data: 'secrets' in data ? dataOf(data) : data,
    answer: { fields: ['documentId'] },
  });

export const deleteWebhook = (documents: Documents, documentId: string): Promise<Result<null>> =>
  documents.delete(systemPrincipal, { kind: 'delete', type: webhookType, documentId });
