import { failure } from '../../domain/failure.js';
import { systemPrincipal, unlimited } from '../../domain/permission/permission.js';
import { planPermitted } from '../../domain/plan/plan-read.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { Locales } from '../ports/locales.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';

/** Which versions a mutation is about. */
export interface Address {
  readonly type: ContentType;
  readonly documentId: string;
  /** `''` for types without locales. */
  readonly locale: string;
}

export const localesOf = ({ schema, locales }: DocumentsDependencies): Locales =>
  locales ?? { default: schema.defaultLocale, knows: () => Promise.resolve(true) };

/** The locale that a mutation names, or the default one; an unknown one is `INPUT.INVALID`. */
export async function writtenLocale(
  dependencies: DocumentsDependencies,
  type: ContentType,
  asked: string | undefined,
): Promise<Result<string>> {
  if (!type.localized) return ok('');
  const locales = localesOf(dependencies);
  if (asked === undefined) return ok(locales.default);
  return (await locales.knows(asked)) ? ok(asked) : err(unknownLocale(asked));
}

export const unknownLocale = (code: string) =>
  failure('INPUT.INVALID', `Invalid locale: "${code}" is not one of the locales`, {
    key: 'locale',
    value: code,
  });

/**
 * The document that a mutation names, or that of its single type: the one that is there, or the one that every server
 * would make, so that two that make it at once make one.
 */
export async function addressedDocument(
  dependencies: DocumentsDependencies,
  type: ContentType,
  documentId: string | undefined,
): Promise<Result<string>> {
  if (documentId !== undefined) return ok(documentId);
  if (type.kind !== 'singleType') throw new Error(`no documentId for ${type.uid}`);
  const { schema, store, limits = defaultLimits } = dependencies;
  const query = {
    type: type.uid,
    action: 'find' as const,
    fields: ['documentId'],
    range: { offset: 0, limit: 1 },
    count: false,
    layer: 'draft' as const,
    locale: '*',
  };
  const plan = planPermitted(schema, query, systemPrincipal, unlimited, limits);
  if (!plan.ok) return plan;
  const found = await store.read(plan.value);
  if (!found.ok) return found;
  const known = found.value.documents()[0]?.['documentId'];
  return ok(typeof known === 'string' ? known : singleDocumentId(type));
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The documentId of the document of a single type that was never written before: the same on every server, so that two
 * that make it at once make one. Nothing is secret about it; it must only spread well (FNV-1a, once for each letter).
 */
export function singleDocumentId({ uid }: ContentType): string {
  let id = '';
  for (let place = 0; place < 24; place++) {
    let hash = 0x811c9dc5;
    for (const letter of `${place} ${uid}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    id += alphabet.charAt((hash >>> 8) % (place === 0 ? 26 : alphabet.length));
  }
  return id;
}
