import { isPlainObject } from '../../domain/document/plain-object.js';
import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Action, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { webhookType } from '../../domain/schema/built-in-uids.js';
import type { Schema } from '../../domain/schema/schema.js';
import { writingFor } from '../audit/writing-for.js';
import type { Documents } from '../documents/use-cases.js';
import { unknownLocale } from '../locales/locale-cache.js';
import type { LocaleService } from '../locales/locale-service.js';
import type { ChangeLog } from '../ports/change-log.js';
import type { Clock } from '../ports/clock.js';
import type { FollowerStore } from '../ports/follower-store.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import type { WebhookSecrets, WebhookVault } from '../ports/webhook-vault.js';
import { checkWebhookRequest, type CheckedWebhook, type WebhookRequest } from './check-webhook-request.js';
import { readDeliveries, updateDelivery } from './delivery-records.js';
import {
  deleteWebhook,
  insertWebhook,
  readWebhooks,
  updateWebhook,
  type WebhookRecord,
} from './webhook-records.js';
import { webhooksFollower } from './tell-webhooks.js';
import type { CreatedWebhook, ListedWebhook, WebhookService } from './webhook-service.js';

export interface WebhooksDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly filters: GrantFilters;
  readonly vault: WebhookVault;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly changes: Pick<ChangeLog, 'end'>;
  readonly followers: Pick<FollowerStore, 'add'>;
  readonly locales: Pick<LocaleService, 'has' | 'list'>;
}

export function createWebhooks(dependencies: WebhooksDependencies): WebhookService {
  const { documents } = dependencies;
  const changing = async (
    principal: Principal,
    documentId: string,
    change: (opened: Opened, writing: Documents) => Promise<Result<CreatedWebhook>>,
  ): Promise<Result<CreatedWebhook>> => {
    const opened = may(principal, 'update') ? await openOne(dependencies, documentId) : err(denied);
    return opened.ok ? change(opened.value, writingFor(documents, principal)) : opened;
  };
  return {
    async list(principal) {
      if (!may(principal, 'find')) return err(denied);
      const records = await readWebhooks(documents);
      if (!records.ok) return records;
      return ok(await Promise.all(records.value.map((record) => listed(dependencies, record))));
    },
    async find(principal, documentId) {
      if (!may(principal, 'find')) return err(denied);
      const record = await readOne(documents, documentId);
      return record.ok ? ok(await listed(dependencies, record.value)) : record;
    },
    create: async (principal, request) =>
      may(principal, 'create') ? createWebhook(dependencies, principal, request) : err(denied),
    async update(principal, documentId, request) {
      const changed = await changing(principal, documentId, (opened, writing) =>
        changeWebhook(dependencies, writing, opened, request),
      );
      if (!changed.ok) return changed;
      const { signingSecret: _unshown, ...shown } = changed.value;
      return ok(shown);
    },
    renewSecret: (principal, documentId) =>
      changing(principal, documentId, (opened, writing) => {
        const signingSecret = dependencies.vault.createSecret();
        const renewed = { ...opened, secrets: { ...opened.secrets, signingSecret } };
        return changeWebhook(dependencies, writing, renewed, {});
      }),
    async test(principal, documentId) {
      const opened = may(principal, 'update') ? await openOne(dependencies, documentId) : err(denied);
      return opened.ok ? ok(await sendTest(dependencies, opened.value)) : opened;
    },
    async remove(principal, documentId) {
      if (!may(principal, 'delete')) return err(denied);
      const removed = await deleteWebhook(writingFor(documents, principal), documentId);
      return removed.ok ? ok(undefined) : removed;
    },
    deliveries: async (principal, { limit, ...asked }) =>
      may(principal, 'find') ? readDeliveries(documents, asked, limit) : err(denied),
    resend: async (principal, webhook, delivery) =>
      may(principal, 'update') ? resend(dependencies, webhook, delivery) : err(denied),
  };
}

const may = (principal: Principal, action: Action): boolean => mayWithAll(principal, action, webhookType);

const noSuchWebhook = failure('DOCUMENT.NOT_FOUND', reason('webhook.none'));
const noSuchDelivery = failure('DOCUMENT.NOT_FOUND', reason('webhook.delivery'));
const headersOfAnother = failure(
  'INPUT.INVALID',
  'Give the headers again, or none, with the url of another receiver: the former values are for the former one',
  { key: 'headers' },
);
const unreadable = failure('INPUT.MISMATCH', reason('webhook.secrets'));

async function readOne(documents: Documents, documentId: string): Promise<Result<WebhookRecord>> {
  const found = await readWebhooks(documents, documentId);
  if (!found.ok) return found;
  const [record] = found.value;
  return record === undefined ? err(noSuchWebhook) : ok(record);
}

interface Opened {
  readonly record: WebhookRecord;
  readonly secrets: WebhookSecrets;
}

async function openOne(
  { documents, vault }: WebhooksDependencies,
  documentId: string,
): Promise<Result<Opened>> {
  const record = await readOne(documents, documentId);
  if (!record.ok) return record;
  const secrets = await vault.open(record.value.secrets);
  return secrets === null ? err(unreadable) : ok({ record: record.value, secrets });
}

async function listed({ vault }: WebhooksDependencies, record: WebhookRecord): Promise<ListedWebhook> {
  const { secrets: closed, ...webhook } = record;
  const secrets = await vault.open(closed);
  return { ...webhook, headers: Object.keys(secrets?.headers ?? {}) };
}

/** The first webhook hears of what is written from now on, also before a server has noticed it. */
async function beginFollowing({ changes, followers }: WebhooksDependencies): Promise<Result<void>> {
  const end = await changes.end();
  return end.ok ? followers.add(webhooksFollower, end.value) : end;
}

async function createWebhook(
  dependencies: WebhooksDependencies,
  principal: Principal,
  request: WebhookRequest,
): Promise<Result<CreatedWebhook>> {
  const { documents, vault } = dependencies;
  const checked = await check(dependencies, request, request);
  if (!checked.ok) return checked;
  const begun = await beginFollowing(dependencies);
  if (!begun.ok) return begun;
  const { headers, ...webhook } = checked.value;
  const signingSecret = vault.createSecret();
  const secrets = await vault.close({ headers, signingSecret });
  const inserted = await insertWebhook(writingFor(documents, principal), { ...webhook, secrets });
  if (!inserted.ok) return inserted;
  return ok(shownOf(inserted.value, checked.value, signingSecret));
}

const shownOf = (
  documentId: string,
  { headers, ...webhook }: CheckedWebhook,
  signingSecret: string,
): CreatedWebhook => ({ documentId, ...webhook, headers: Object.keys(headers), signingSecret });

/** Checks a whole webhook. Of one that is changed, locales that were removed since may stay: only `given` ones must exist. */
async function check(
  { schema, filters, locales }: WebhooksDependencies,
  whole: WebhookRequest,
  given: WebhookRequest,
): Promise<Result<CheckedWebhook>> {
  const checked = checkWebhookRequest({ schema, filters }, whole);
  if (!checked.ok || given.locales === undefined) return checked;
  for (const code of checked.value.locales ?? [])
    if (!(await locales.has(code)))
      return err(unknownLocale(code, locales.list(), { key: 'locales', source: 'body' }));
  return checked;
}

async function changeWebhook(
  dependencies: WebhooksDependencies,
  documents: Documents,
  { record, secrets }: Opened,
  request: WebhookRequest,
): Promise<Result<CreatedWebhook>> {
  const { isEnabled: enabled, documentId, ...former } = record;
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const headersToSend = withKept(request.headers, secrets.headers);
  if (isForAnother(record.url, request.url) && isKept(request.headers, secrets.headers))
    return err(headersOfAnother);
  const merged = { ...former, enabled, ...given, headers: headersToSend };
  const checked = await check(dependencies, merged, request);
  if (!checked.ok) return checked;
  const { headers, ...webhook } = checked.value;
  const { signingSecret } = secrets;
  const closed = await dependencies.vault.close({ headers, signingSecret });
  const updated = await updateWebhook(documents, documentId, { ...webhook, secrets: closed });
  return updated.ok ? ok(shownOf(documentId, checked.value, signingSecret)) : updated;
}

/** Whether a webhook shall go to another receiver, who must not learn the headers that were for the former. */
function isForAnother(former: string, url: unknown): boolean {
  const [was, is] = [former, url].map((one) =>
    typeof one === 'string' && URL.canParse(one) ? new URL(one).origin : one,
  );
  return url !== undefined && was !== is;
}

const isKept = (given: unknown, kept: Readonly<Record<string, string>>): boolean =>
  Object.keys(kept).some((name) => !isPlainObject(given) || given[name] === null);

/** A header that is null keeps its value, which nobody is shown; without one it stays null, and is refused. Absent: all stay. */
function withKept(given: unknown, kept: Readonly<Record<string, string>>): unknown {
  if (given === undefined) return kept;
  if (!isPlainObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value ?? (Object.hasOwn(kept, name) ? kept[name] : null),
    ]),
  );
}

function sendTest({ sender, clock }: WebhooksDependencies, { record, secrets }: Opened) {
  const now = clock.now();
  const id = `evt_test_${Date.parse(now)}`;
  const event = 'trigger-test';
  return sender.send({
    url: record.url,
    id,
    headers: { ...secrets.headers, 'X-Strapi-Event': event },
    body: JSON.stringify({ id, event, createdAt: now }),
    signingSecret: secrets.signingSecret,
    sentAt: Date.parse(now),
  });
}

async function resend(
  { documents, clock }: WebhooksDependencies,
  webhook: string,
  documentId: string,
): Promise<Result<void>> {
  const found = await readDeliveries(documents, { webhook, documentId }, 1);
  if (!found.ok) return found;
  const [delivery] = found.value;
  if (delivery === undefined) return err(noSuchDelivery);
  const again = { state: 'waiting', attempts: 0, firstAt: null, nextAt: clock.now(), endedAt: null } as const;
  const updated = await updateDelivery(documents, documentId, again);
  return updated.ok ? ok(undefined) : updated;
}
