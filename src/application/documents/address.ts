import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { systemPrincipal, unlimited, type Principal } from '../../domain/permission/permission.js';
import { planPermitted } from '../../domain/plan/plan-read.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType, Schema, Uid } from '../../domain/schema/schema.js';
import { admitsAll } from '../admission/admission.js';
import type { Locales } from '../ports/locales.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';
import { systemQuery } from './system-query.js';

/** The versions that a mutation addresses. */
export interface Address {
  readonly type: ContentType;
  readonly documentId: string;
  /** Empty for types that are not localized. */
  readonly locale: string;
}

type KnowingLocales = Pick<DocumentsDependencies, 'schema' | 'locales'>;

export const localesOf = ({ schema, locales }: KnowingLocales): Locales =>
  locales ?? { default: schema.defaultLocale, has: () => Promise.resolve(true) };

/**
 * Returns the locale that a mutation names, or the default locale. Fails with `INPUT.INVALID` if the locale does not
 * exist.
 */
export async function writtenLocale(
  dependencies: KnowingLocales,
  type: ContentType,
  requested: string | undefined,
): Promise<Result<string>> {
  if (!type.localized) return ok('');
  const locales = localesOf(dependencies);
  if (requested === undefined) return ok(locales.default);
  return (await locales.has(requested)) ? ok(requested) : err(noSuchLocale(requested));
}

export const noSuchLocale = (code: string) =>
  failure('INPUT.INVALID', reason('locale.unknown', { code }), {
    key: 'locale',
    value: code,
  });

/**
 * Returns the content-type that was planned with, or that a client names. Fails with `DOCUMENT.NOT_FOUND` if there is none now.
 */
export function typeNamed({ contentTypes }: Schema, uid: string): Result<ContentType> {
  const type = contentTypes.get(uid);
  return type === undefined ? err(failure('DOCUMENT.NOT_FOUND', reason('type.none', { uid }))) : ok(type);
}

/**
 * Returns the documentId in the mutation; for a single type, that of its document, or the one that `singleDocumentId`
 * derives for a new document.
 */
export async function addressedDocument(
  dependencies: DocumentsDependencies,
  { caller }: Principal,
  type: ContentType,
  documentId: string | undefined,
): Promise<Result<string>> {
  if (documentId !== undefined) return ok(documentId);
  if (type.kind !== 'singleType') return err(unnamed(type.uid));
  const { schema, store, limits = defaultLimits, admission = admitsAll } = dependencies;
  const query = systemQuery(type.uid, { fields: ['documentId'], limit: 1, layer: 'draft', locale: '*' });
  const plan = planPermitted(schema, query, systemPrincipal, unlimited, limits);
  if (!plan.ok) return plan;
  const found = await admission.read(caller, plan.value, (deadline) => store.read(plan.value, deadline));
  if (!found.ok) return found;
  const known = found.value.documents()[0]?.['documentId'];
  return ok(typeof known === 'string' ? known : singleDocumentId(type));
}

const unnamed = (type: Uid) => failure('DOCUMENT.NOT_FOUND', reason('document.unnamed', { type }));

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Derives the documentId of a single type's new document from its UID, so that two servers that create it at once
 * create one document. It need not be secret, only well distributed (FNV-1a, once for each character).
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
