import { isPlainObject } from '../../domain/document/plain-object.js';
import { failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import { didYouMean } from '../../domain/nearest-name.js';
import { collectResults, err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Release, ReleaseAction } from './release.js';

/** Callers can pass any JavaScript value, so every member is checked. */
export interface ReleaseRequest {
  readonly name?: unknown;
  /** ISO 8601 with a zone, or null: by hand. */
  readonly at?: unknown;
  readonly actions?: unknown;
}

export type CheckedRelease = Pick<Release, 'name' | 'at' | 'actions'>;

/** All of a release happens in one transaction. */
const maxActions = 200;

/** Checks a whole release. For a change, `request` holds the former members where nothing new is asked for. */
export function checkReleaseRequest(schema: Schema, request: ReleaseRequest): Result<CheckedRelease> {
  const { name } = request;
  if (typeof name !== 'string' || !/^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<! )$/u.test(name))
    return refuse('name', reason('release.name'));
  const at = readTime(request.at);
  if (!at.ok) return at;
  const { actions } = request;
  if (!Array.isArray(actions) || actions.length === 0 || actions.length > maxActions)
    return refuse('actions', reason('release.actions', { max: maxActions }));
  const checked = collectResults(actions, (action, index) => actionOf(schema, action, `actions.${index}`));
  if (!checked.ok) return checked;
  const twice = checked.value.find(
    (one, index) => checked.value.findIndex((other) => isSame(one, other)) < index,
  );
  if (twice !== undefined)
    return refuse('actions', reason('release.twice', { type: twice.type, id: twice.documentId ?? '' }));
  return ok({ name, at: at.value, actions: checked.value });
}

const isSame = (one: ReleaseAction, other: ReleaseAction): boolean =>
  one.type === other.type && one.documentId === other.documentId && one.locale === other.locale;

/** RFC 3339: `2026-12-01T09:00:00+01:00`. */
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

/** Returns the time in UTC. */
export function readTime(value: unknown): Result<string | null> {
  if (value === undefined || value === null) return ok(null);
  const time = typeof value === 'string' && timePattern.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? refuse('at', reason('release.time')) : ok(new Date(time).toISOString());
}

const keys: ReadonlySet<string> = new Set(['action', 'type', 'documentId', 'locale']);

function actionOf(schema: Schema, value: unknown, path: string): Result<ReleaseAction> {
  if (!isPlainObject(value)) return refuse(path, `${path} must be an object`);
  const unknown = Object.keys(value).find((key) => !keys.has(key));
  if (unknown !== undefined) return refuse(path, `Invalid key ${unknown} at ${path}`);
  const { action, type: uid, documentId = null, locale = null } = value;
  if (action !== 'publish' && action !== 'unpublish')
    return refuse(path, `${path}.action must be publish or unpublish`);
  const type = typeof uid === 'string' ? schema.contentTypes.get(uid) : undefined;
  if (type === undefined || !type.exposed || !type.draftAndPublish)
    return refuse(path, `${path}.type must be a content-type with drafts${nearOf(schema, uid)}`);
  if (type.kind === 'singleType' && documentId !== null)
    return refuse(path, `${path}.documentId: ${type.uid} has one document: leave it out`);
  if (type.kind !== 'singleType' && !isFilled(documentId))
    return refuse(path, `${path}.documentId must be the documentId of a document`);
  if (locale !== null && !(type.localized && isFilled(locale) && locale !== '*'))
    return refuse(path, `${path}.locale must be the code of one locale, for a type with locales`);
  return ok({
    action,
    type: type.uid,
    documentId: documentId as string | null,
    locale,
  });
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

const nearOf = ({ contentTypes }: Schema, uid: unknown): string =>
  typeof uid === 'string' ? didYouMean(uid, contentTypes.keys()) : '';

const refuse = (key: string, why: string | Reason): Result<never> =>
  err(failure('INPUT.INVALID', why, { key, source: 'body' }));
