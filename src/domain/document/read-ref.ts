import type { Layer } from '../query/query.js';
import type { Connect, Position, Ref } from '../relation/relation-input.js';
import { castNumber } from './cast-number.js';
import { reason, type Reason } from '../reason/reason.js';
import { notOfType } from './not-of-type.js';
import type { Path } from './path.js';
import type { Faults } from './validation.js';
import { isPlainObject, own, type PlainObject } from './plain-object.js';

/** Which members of an item the relation uses; others are ignored. */
export interface RefRules {
  /** The target type has locales, the source type has none. */
  readonly locale: boolean;
  /** The target type has drafts, the source type has none. */
  readonly status: boolean;
}

const documentIdLength = 24;
export const refKeys: readonly string[] = ['documentId', 'id', 'locale', 'status'];

/** Reads a target as a client names it; null if there is none. Faults inside a longhand item are added to `faults`. */
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

/** Equal for refs of one list that name the same link. */
export const linkKey = ({ documentId, id, locale }: Ref): string =>
  JSON.stringify([documentId ?? id, locale ?? null]);

/** Equal for refs that name the same link in the same layer. */
export const refKey = (ref: Ref): string => `${linkKey(ref)} ${ref.status ?? ''}`;

/** A link that is named for both layers is in all layers. */
export function joinLayers(ref: Ref, other: Ref): Ref {
  const { status, ...whole } = ref;
  return status === other.status ? ref : whole;
}

/** Digits are a numeric id, unless the text has the length of a documentId. */
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
  faults.invalidValue([...path, 'locale'], reason('link.locale'), locale);
  return undefined;
}

function readStatus(raw: PlainObject, path: Path, faults: Faults): Layer | undefined {
  const status = own(raw, 'status') ?? undefined;
  if (status === undefined || status === 'draft' || status === 'published') return status;
  faults.invalidValue([...path, 'status'], reason('link.status'), status);
  return undefined;
}

const places = ['before', 'after', 'start', 'end'] as const;
const keys: ReadonlySet<string> = new Set([...places, 'locale', 'status']);
const end: Position = { at: 'end' };

/** Reads the position of a `connect` item: at most one of the four; at the end if there is none. */
export function readPosition(raw: unknown, path: Path, rules: RefRules, faults: Faults): Position {
  if (raw === undefined || raw === null) return end;
  if (!isPlainObject(raw)) return invalidPosition(path, notOfType('object', raw), raw, faults);
  const unknown = Object.keys(raw).find((key) => !keys.has(key));
  if (unknown !== undefined)
    return invalidPosition([...path, unknown], reason('position.key'), own(raw, unknown), faults);
  const named = places.filter((place) => isNamed(own(raw, place)));
  if (named.length > 1) return invalidPosition(path, reason('position.several', { places }), raw, faults);
  const [at] = named;
  if (at === undefined) return end;
  if (at === 'before' || at === 'after') return readAnchor(at, raw, path, rules, faults);
  return own(raw, at) === true
    ? { at }
    : invalidPosition([...path, at], notOfType('boolean', own(raw, at)), own(raw, at), faults);
}

const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** An anchor's locale and status are beside it, or inside it if it is an object. */
function readAnchor(
  at: 'before' | 'after',
  raw: PlainObject,
  path: Path,
  rules: RefRules,
  faults: Faults,
): Position {
  const anchor = own(raw, at);
  const longhand = isPlainObject(anchor)
    ? anchor
    : { id: anchor, locale: own(raw, 'locale'), status: own(raw, 'status') };
  const ref = readRef(longhand, rules, [...path, at], faults);
  return ref === null
    ? invalidPosition([...path, at], reason('position.anchor'), anchor, faults)
    : { at, ref };
}

function invalidPosition(path: Path, why: Reason, value: unknown, faults: Faults): Position {
  faults.invalidValue(path, why, value);
  return end;
}

/** Joins refs to the same link, in the place of the first. */
export function distinctRefs(refs: readonly Ref[]): readonly Ref[] {
  const found = new Map<string, Ref>();
  for (const ref of refs) {
    const first = found.get(linkKey(ref));
    found.set(linkKey(ref), first === undefined ? ref : joinLayers(first, ref));
  }
  return [...found.values()];
}

/** Joins items for the same link, as a document may be connected in both layers. */
export function distinctConnects(connects: readonly Connect[]): readonly Connect[] {
  const found = new Map<string, Connect>();
  for (const connect of connects) {
    const key = linkKey(connect.ref);
    const first = found.get(key);
    found.set(key, first === undefined ? connect : { ...first, ref: joinLayers(first.ref, connect.ref) });
  }
  return [...found.values()];
}

/** The refs of a `connect` that repeat an earlier one, which is a mistake of the client. */
export function repeatedConnects(connects: readonly Connect[]): readonly Ref[] {
  const seen = new Set<string>();
  return connects.map(({ ref }) => ref).filter((ref) => seen.size === seen.add(refKey(ref)).size);
}

/** Why such a ref is refused. */
export const connectedTwice = ({ documentId, id }: Ref): Reason =>
  reason('links.repeated', { id: documentId ?? String(id) });
