import type { Layer } from '../query/query.js';
import type { Ref } from '../relation/relation-input.js';
import { castNumber } from './cast-number.js';
import type { Faults, Path } from './faults.js';
import { isPlainObject, own, type PlainObject } from './plain-object.js';

/** Which parts of an item mean something for its relation; the others are passed over. */
export interface RefRules {
  /** The target has locales, its source has none. */
  readonly locale: boolean;
  /** The target has draft & publish, its source has not. */
  readonly status: boolean;
}

const documentIdLength = 24;
export const refKeys: readonly string[] = ['documentId', 'id', 'locale', 'status'];

/** A target as a client names it; null where it names none. What is wrong inside a longhand item goes to `faults`. */
export function readRef(raw: unknown, rules: RefRules, path: Path, faults: Faults): Ref | null {
  if (!isPlainObject(raw)) return readId(raw);
  const documentId = own(raw, 'documentId') ?? undefined;
  const named = documentId === undefined ? readId(own(raw, 'id')) : readDocumentId(documentId);
  if (named === null) return null;
  const locale = rules.locale ? readLocale(raw, path, faults) : undefined;
  const status = rules.status ? readStatus(raw, path, faults) : undefined;
  return {
    ...named,
    ...(locale === undefined ? {} : { locale }),
    ...(status === undefined ? {} : { status }),
  };
}

/** Equal for references of one list that name the same link. */
export const linkKey = ({ documentId, id, locale }: Ref): string =>
  JSON.stringify([documentId ?? id, locale ?? null]);

/** Equal for references that name the same link in the same layer. */
export const refKey = (ref: Ref): string => `${linkKey(ref)} ${ref.status ?? ''}`;

/** A link that is named for both layers is a link in all of them. */
export function joinLayers(ref: Ref, other: Ref): Ref {
  const { status, ...whole } = ref;
  return status === other.status ? ref : whole;
}

/** A text of digits is a numeric id, unless it has the length of a documentId. */
function readId(raw: unknown): Ref | null {
  const numeric =
    typeof raw === 'number' ||
    (typeof raw === 'string' && /^\d+$/.test(raw) && raw.length !== documentIdLength);
  if (!numeric) return readDocumentId(raw);
  const id = castNumber(raw);
  return id !== null && Number.isSafeInteger(id) && id > 0 ? { id } : null;
}

const readDocumentId = (raw: unknown): Ref | null =>
  typeof raw === 'string' && raw.length > 0 ? { documentId: raw } : null;

function readLocale(raw: PlainObject, path: Path, faults: Faults): string | undefined {
  const locale = own(raw, 'locale') ?? undefined;
  if (locale === undefined || (typeof locale === 'string' && locale !== '')) return locale;
  faults.refuse([...path, 'locale'], 'must be a locale code', locale);
  return undefined;
}

function readStatus(raw: PlainObject, path: Path, faults: Faults): Layer | undefined {
  const status = own(raw, 'status') ?? undefined;
  if (status === undefined || status === 'draft' || status === 'published') return status;
  faults.refuse([...path, 'status'], 'must be one of the following values: draft, published', status);
  return undefined;
}
