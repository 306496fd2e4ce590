import { isPlainObject } from '../../domain/document/plain-object.js';
import { failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import { didYouMean } from '../../domain/nearest-name.js';
import { planRead } from '../../domain/plan/plan-read.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json, Schema, Uid } from '../../domain/schema/schema.js';
import { defaultLimits } from '../documents/limits.js';
import { systemQuery } from '../documents/system-query.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import { isWebhookEvent, receiver, webhookEvents, type Webhook, type WebhookEvent } from './webhook.js';

/** Callers can pass any JavaScript value, so every member is checked. */
export interface WebhookRequest {
  readonly name?: unknown;
  readonly url?: unknown;
  readonly enabled?: unknown;
  readonly events?: unknown;
  readonly types?: unknown;
  readonly locales?: unknown;
  readonly filters?: unknown;
  readonly headers?: unknown;
}

export interface CheckedWebhook extends Omit<Webhook, 'documentId'> {
  readonly headers: Readonly<Record<string, string>>;
}

interface Checking {
  readonly schema: Schema;
  readonly filters: GrantFilters;
}

/** Checks a whole webhook. For a change, `request` holds the former members where nothing new is asked for. */
export function checkWebhookRequest(checking: Checking, request: WebhookRequest): Result<CheckedWebhook> {
  const name = nameOf(request.name);
  if (!name.ok) return name;
  const url = urlOf(request.url);
  if (!url.ok) return url;
  const events = eventsOf(request.events);
  if (!events.ok) return events;
  const types = typesOf(checking.schema, request.types);
  if (!types.ok) return types;
  const locales = listOf('locales', request.locales);
  if (!locales.ok) return locales;
  const filters = filtersOf(checking, types.value, request.filters);
  if (!filters.ok) return filters;
  const headers = headersOf(request.headers);
  if (!headers.ok) return headers;
  const { enabled = true } = request;
  if (typeof enabled !== 'boolean') return refuse('enabled', 'enabled must be true or false');
  return ok({
    name: name.value,
    url: url.value,
    isEnabled: enabled,
    events: events.value,
    types: types.value,
    locales: locales.value,
    filters: filters.value,
    headers: headers.value,
  });
}

const nameOf = (name: unknown): Result<string> =>
  typeof name === 'string' && /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,100}(?<! )$/u.test(name)
    ? ok(name)
    : refuse('name', reason('webhook.name'));

const maxUrlLength = 2000;

function urlOf(value: unknown): Result<string> {
  const url = typeof value === 'string' && value.length <= maxUrlLength ? parsed(value) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return refuse('url', reason('webhook.url'));
  if (url.username !== '' || url.password !== '') return refuse('url', reason('webhook.urlUser'));
  return ok(url.href);
}

function parsed(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

function eventsOf(value: unknown): Result<readonly WebhookEvent[]> {
  const names = listOf('events', value);
  if (!names.ok) return names;
  if (names.value === null || names.value.length === 0)
    return refuse('events', reason('webhook.events', { events: webhookEvents }));
  const unknown = names.value.find((name) => !isWebhookEvent(name));
  if (unknown === undefined) return ok(names.value.filter(isWebhookEvent));
  return refuse('events', `There is no event ${unknown}${didYouMean(unknown, webhookEvents)}`);
}

function typesOf(schema: Schema, value: unknown): Result<readonly Uid[] | null> {
  const types = listOf('types', value);
  if (!types.ok || types.value === null) return types;
  const exposed = [...schema.contentTypes.values()].filter((type) => type.exposed).map(({ uid }) => uid);
  const unknown = types.value.find((uid) => !exposed.includes(uid));
  if (unknown === undefined) return types;
  return refuse('types', `There is no content-type ${unknown}${didYouMean(unknown, exposed)}`);
}

const maxItems = 200;

/** Null and an empty list mean: no restriction. */
function listOf(key: string, value: unknown): Result<readonly string[] | null> {
  if (value === undefined || value === null) return ok(null);
  const isList = Array.isArray(value) && value.length <= maxItems && value.every(isShortText);
  if (!isList) return refuse(key, reason('webhook.list', { key, max: maxItems }));
  const items = [...new Set<string>(value)];
  return ok(items.length === 0 ? null : items);
}

const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

/**
 * A condition has to fit each of the types, which must be named, by what receivers see: who is called learns whether it holds.
 */
function filtersOf(
  { schema, filters }: Checking,
  types: readonly Uid[] | null,
  value: unknown,
): Result<Json> {
  if (value === undefined || value === null) return ok(null);
  if (types === null) return refuse('filters', reason('webhook.filters'));
  const decoded = filters.decode(value as Json);
  if (!decoded.ok) return decoded;
  for (const type of types) {
    const query = systemQuery(type, { fields: ['id'], limit: 1, filters: decoded.value });
    const plan = planRead(schema, query, receiver, defaultLimits);
    if (!plan.ok) return refuse('filters', `filters do not fit ${type}: ${plan.failure.message}`);
  }
  return ok(value as Json);
}

/** Those that the server sets. */
const reserved =
  /^(host|content-length|content-type|connection|transfer-encoding|webhook-.*|x-strapi-event)$/i;
const maxHeaderLength = 4000;

function headersOf(value: unknown): Result<Readonly<Record<string, string>>> {
  if (value === undefined || value === null) return ok({});
  if (!isPlainObject(value) || Object.keys(value).length > 50)
    return refuse('headers', reason('webhook.headers'));
  for (const [name, text] of Object.entries(value)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name))
      return refuse('headers', reason('webhook.headerName', { name: JSON.stringify(name) }));
    if (reserved.test(name)) return refuse('headers', reason('webhook.headerOfServer', { name }));
    if (typeof text !== 'string' || text.length > maxHeaderLength || !/^[\t\x20-\x7e]*$/.test(text))
      return refuse('headers', reason('webhook.headerText', { name }));
  }
  return ok(value as Readonly<Record<string, string>>);
}

const refuse = (key: string, why: string | Reason): Result<never> =>
  err(failure('INPUT.INVALID', why, { key, source: 'body' }));
