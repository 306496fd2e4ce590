import { textOf } from '../../domain/document/text-of.js';
import { deniedWithout, notFound } from '../../domain/failure.js';
import { isSystem } from '../../domain/schema/schema.js';
import { decide, decideRead, type Permission, type Principal } from '../../domain/permission/permission.js';
import { layersOf } from '../../domain/plan/change.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter, Layer } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { type ContentType, type Schema } from '../../domain/schema/schema.js';
import { addressedDocument, typeNamed } from '../documents/address.js';
import { oneDocument, systemQuery } from '../documents/system-query.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Documents, DocumentsDependencies } from '../documents/use-cases.js';
import type { AskedHistory } from './history-service.js';

/** What a principal may see of the history of one document. */
export interface ReadableHistory {
  readonly type: ContentType;
  readonly documentId: string;
  /** Whether the document exists in any locale. */
  readonly exists: boolean;
  readonly layers: ReadonlySet<Layer>;
  /** Whether entries of the layer and the locale are shown; the locale is empty for types without locales. */
  covers(layer: Layer, language: string): boolean;
  /** Chooses the entries that are shown. */
  readonly visible: Filter;
  /** Whether entries of the layer show the attribute. */
  shows(layer: Layer, name: string): boolean;
}

export interface ReadingDependencies {
  readonly schema: Schema;
  /** As clients read them. */
  readonly documents: Documents;
  /** To find the document of a single type. */
  readonly addressing: DocumentsDependencies;
}

/** Fails with `DOCUMENT.NOT_FOUND` for an unknown content-type. */
/** Fails with `POLICY.DENIED`, or with `DOCUMENT.NOT_FOUND` if the principal may not read the document. */
export async function readableHistory(
  { schema, documents, addressing }: ReadingDependencies,
  principal: Principal,
  asked: AskedHistory,
): Promise<Result<ReadableHistory>> {
  const named = typeNamed(schema, asked.type);
  if (!named.ok) return named;
  const type = named.value;
  if (decide(principal, 'history', type.uid) === null)
    return err(deniedWithout({ action: 'history', type: type.uid }));
  const address = await addressedDocument(addressing, principal, type, asked.documentId);
  if (!address.ok) return address;
  const documentId = address.value;
  const exists = await isThere(documents, systemPrincipal, type, documentId, editedOf(type));
  if (!exists.ok) return exists;
  const permissions = new Map<Layer, Permission>();
  const languages = new Map<Layer, Languages>();
  for (const layer of layersOf(type)) {
    const permission = decideRead(principal, type, layer, 'findOne');
    if (permission === null) continue;
    const found = await languagesIn(documents, principal, type, documentId, layer);
    if (!found.ok) return found;
    // Whether a version that is gone would match a filter cannot be said.
    if (exists.value ? found.value.size === 0 : permission.filter !== null) continue;
    permissions.set(layer, permission);
    languages.set(layer, permission.filter === null ? 'all' : found.value);
  }
  if (permissions.size === 0) return err(notFound);
  const draft = permissions.get('draft');
  // Who may read drafts may read what was published.
  if (draft !== undefined)
    languages.set('published', together(languages.get('draft'), languages.get('published')));
  return ok({
    type,
    documentId,
    exists: exists.value,
    layers: new Set(languages.keys()),
    covers(layer, language) {
      const covered = languages.get(layer);
      return covered === 'all' || covered?.has(language) === true;
    },
    visible: { kind: 'or', filters: [...languages].map(entriesIn) },
    shows(layer, name) {
      const attribute = type.attributes.get(name);
      const permission = permissions.get(layer) ?? draft ?? permissions.get('published');
      const isOpen = attribute === undefined || (!attribute.private && !isSystem(attribute));
      return isOpen && (permission?.fields?.has(name) ?? true);
    },
  });
}

/** The locales of a document whose versions are covered. */
type Languages = ReadonlySet<string> | 'all';

const together = (one: Languages = new Set(), other: Languages = new Set()): Languages =>
  one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);

const entriesIn = ([layer, languages]: readonly [Layer, Languages]): Filter => ({
  kind: 'and',
  filters: [
    equals('layer', layer),
    ...(languages === 'all' ? [] : [compare('language', '$in', [...languages])]),
  ],
});

/** Returns the locales in which the principal finds the document; an empty one for a type without locales. */
async function languagesIn(
  documents: Documents,
  principal: Principal,
  { uid, localized }: ContentType,
  documentId: string,
  layer: Layer,
): Promise<Result<ReadonlySet<string>>> {
  const found = await documents.find(principal, {
    ...systemQuery(uid, { action: 'findOne', layer, locale: '*' }),
    fields: ['documentId', ...(localized ? ['locale'] : [])],
    documentId,
  });
  return found.ok ? ok(new Set(found.value.answer.documents().map(({ locale }) => textOf(locale)))) : found;
}

const editedOf = (type: ContentType): Layer => (type.draftAndPublish ? 'draft' : 'published');

async function isThere(
  documents: Documents,
  principal: Principal,
  { uid }: ContentType,
  documentId: string,
  layer: Layer,
): Promise<Result<boolean>> {
  const found = await documents.find(principal, {
    ...oneDocument(uid, documentId, ['documentId']),
    layer,
    locale: '*',
  });
  return found.ok ? ok(found.value.answer.size > 0) : found;
}
