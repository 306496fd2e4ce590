import { isFamily } from '../../../../domain/document/value.js';
import type { Family } from '../../../../domain/document/value.js';
import { isStoredAs, jsonOfStored, jsonValueOf, storedOfText, textOfStored } from './family-value.js';
import { formerNames, type AttributeRecords, type ComponentRecords } from './shape.js';

/** The attributes of components as they were, and as they are to be. */
export interface Known {
  readonly before: ComponentRecords;
  readonly after: ComponentRecords;
}

export interface Conversion {
  /** Whether nothing is lost. */
  readonly fits: boolean;
  /** What is kept afterwards; undefined: nothing. What does not fit stays as it is. */
  readonly value: unknown;
  /** Whether nobody could tell from the value that it is converted. */
  readonly isAmbiguous: boolean;
}

const kept = (value: unknown): Conversion => ({ fits: true, value, isAmbiguous: false });
const misfit = (value: unknown): Conversion => ({ fits: false, value, isAmbiguous: false });

/** Converts one stored value, with everything in it. `marked`: what is ambiguous was converted before. */
export function convertShape(
  from: string,
  to: string,
  value: unknown,
  known: Known,
  marked: boolean,
): Conversion {
  if (value === undefined || value === null) return kept(value ?? undefined);
  if (isFamily(from) && isFamily(to)) return convertScalar(from, to, value, marked);
  if (to === 'json') {
    return kept(typeof value === 'string' ? value : JSON.stringify(plainOf(from, value, known.before)));
  }
  if (isFamily(from) || isFamily(to) || !isSameKind(from, to, known))
    return isEmpty(value) ? kept(undefined) : misfit(value);
  return convertNested(from, to, value, known, marked);
}

const strings: ReadonlySet<Family> = new Set<Family>(['text', 'date', 'time']);

/** JSON is kept as its text: whether `"1"` is that text, or a string, does not show. */
const areAlike = (from: Family, to: Family): boolean =>
  (from === 'json' && strings.has(to)) || (to === 'json' && strings.has(from));

function convertScalar(from: Family, to: Family, value: unknown, marked: boolean): Conversion {
  if (from === to) return kept(value);
  const isAmbiguous = areAlike(from, to);
  if (isAmbiguous && marked) return kept(value);
  if (isStoredAs(to, value) && !isStoredAs(from, value)) return kept(value);
  if (to === 'json') return { fits: true, value: jsonOfStored(from, value), isAmbiguous };
  const text = textOfStored(from, value);
  const stored = text === null ? undefined : storedOfText(to, text);
  return stored === undefined ? misfit(value) : { fits: true, value: stored, isAmbiguous };
}

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || value === '[]' || value === 'null';

const kindOf = (shape: string): string => shape.replace(/s?(:.*)?$/, '');
const componentOf = (shape: string): string => shape.replace(/^[^:]*:?/, '');
const isList = (shape: string): boolean => /^(components|relations|zone)\b/.test(shape);

/** A component may be exchanged for one that has all of its attributes: nothing of its items is lost. */
function isSameKind(from: string, to: string, { before, after }: Known): boolean {
  if (kindOf(from) !== kindOf(to)) return false;
  const [uid, uidAfter] = [componentOf(from), componentOf(to)];
  if (uid === uidAfter) return true;
  const attributes = after[uidAfter] ?? {};
  return Object.entries(before[uid] ?? {}).every(([name, { shape }]) => attributes[name]?.shape === shape);
}

/** Between lists and single values: one becomes a list of one, and back. */
function convertNested(from: string, to: string, value: unknown, known: Known, marked: boolean): Conversion {
  const items = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  if (!isList(to) && items.length > 1) return misfit(value);
  const converted = items.map((item) => convertItem(from, to, item, known, marked));
  const values = converted.map((one) => one.value);
  const fits = converted.every((one) => one.fits);
  return {
    fits,
    value: isList(to) ? values : values[0],
    isAmbiguous: converted.some(({ isAmbiguous }) => isAmbiguous),
  };
}

type Item = Readonly<Record<string, unknown>>;

function convertItem(from: string, to: string, value: unknown, known: Known, marked: boolean): Conversion {
  if (kindOf(from) === 'relation' || typeof value !== 'object' || value === null) return kept(value);
  const item = value as Item;
  const inZone = from === 'zone' ? String(item['__component']) : undefined;
  const before = known.before[inZone ?? componentOf(from)] ?? {};
  const after = known.after[inZone ?? componentOf(to)] ?? {};
  const next: Record<string, unknown> = { ...item };
  let [fits, isAmbiguous] = [true, false];
  for (const [name, former] of formerNames(after, before)) {
    const source = former in item ? former : name;
    if (!(source in item)) continue;
    const converted = convertShape(
      shapeIn(before, former),
      shapeIn(after, name),
      item[source],
      known,
      marked,
    );
    delete next[source];
    if (converted.value !== undefined) next[name] = converted.value;
    fits &&= converted.fits;
    isAmbiguous ||= converted.isAmbiguous;
  }
  return { fits, value: next, isAmbiguous };
}

const shapeIn = (attributes: AttributeRecords, name: string): string => attributes[name]?.shape ?? 'json';

/** The canonical JSON value of a stored one. */
function plainOf(shape: string, value: unknown, components: ComponentRecords): unknown {
  if (Array.isArray(value)) return value.map((item) => plainOf(shape, item, components));
  if (isFamily(shape)) return jsonValueOf(shape, value);
  if (kindOf(shape) === 'relation' || typeof value !== 'object' || value === null) return value;
  const item = value as Item;
  const uid = shape === 'zone' ? String(item['__component']) : componentOf(shape);
  const attributes = components[uid] ?? {};
  return Object.fromEntries(
    Object.entries(item).map(([name, member]) => {
      const inner = attributes[name]?.shape;
      return [name, inner === undefined ? member : plainOf(inner, member, components)];
    }),
  );
}

/** Whether values of one shape may have to change to become values of the other. */
export function mayChange(from: string, to: string, known: Known, seen: readonly string[] = []): boolean {
  if (from !== to) return true;
  const uids = from === 'zone' ? Object.keys(known.after) : [componentOf(from)];
  return uids
    .filter((uid) => uid !== '' && !seen.includes(uid))
    .some((uid) => {
      const [before, after] = [known.before[uid] ?? {}, known.after[uid] ?? {}];
      return [...formerNames(after, before)].some(
        ([name, former]) =>
          name !== former || mayChange(shapeIn(before, former), shapeIn(after, name), known, [...seen, uid]),
      );
    });
}
