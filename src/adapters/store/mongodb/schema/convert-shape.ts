import {
  componentOfShape,
  formerNames,
  isListShape,
  isSameKind,
  kindOfShape,
  newChoices,
  type ComponentShape,
  type ComponentShapes,
  type ShapeChange,
  type ValueShape,
} from '../../../../application/schema-changes/shapes.js';
import { isFamily, type Family } from '../../../../domain/document/value.js';
import { isStoredAs, jsonOfStored, jsonValueOf, storedOfText, textOfStored } from './family-value.js';

export interface Conversion {
  /** Whether nothing is lost. */
  readonly fits: boolean;
  /** The converted value; undefined: none. What does not fit stays as it is. */
  readonly value: unknown;
  /** Whether the value does not show that it is converted. */
  readonly isAmbiguous: boolean;
}

const kept = (value: unknown): Conversion => ({ fits: true, value, isAmbiguous: false });
const misfit = (value: unknown): Conversion => ({ fits: false, value, isAmbiguous: false });

/**
 * Converts one stored value, with everything in it. `marked`: ambiguous values have been converted before. `choices`: the values
 * among which it has to be.
 */
export function convertShape(
  from: string,
  to: string,
  value: unknown,
  shapes: ShapeChange,
  marked: boolean,
  choices?: readonly string[],
): Conversion {
  if (value === undefined || value === null) return kept(value ?? undefined);
  if (isFamily(from) && isFamily(to)) {
    const converted = convertScalar(from, to, value, marked);
    return choices === undefined || choices.includes(String(converted.value)) ? converted : misfit(value);
  }
  if (to === 'json') {
    return kept(typeof value === 'string' ? value : JSON.stringify(plainOf(from, value, shapes.before)));
  }
  if (isFamily(from) || isFamily(to) || !isSameKind(from, to, shapes))
    return isEmpty(value) ? kept(undefined) : misfit(value);
  return convertNested(from, to, value, shapes, marked);
}

const strings: ReadonlySet<Family> = new Set<Family>(['text', 'date', 'time']);

/** JSON is stored as its text: `"1"` may be that text, or a string. */
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

/** One becomes a list of one, and a list of one becomes one. */
function convertNested(
  from: string,
  to: string,
  value: unknown,
  shapes: ShapeChange,
  marked: boolean,
): Conversion {
  const items = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  if (!isListShape(to) && items.length > 1) return misfit(value);
  const converted = items.map((item) => convertItem(from, to, item, shapes, marked));
  const values = converted.map((one) => one.value);
  const fits = converted.every((one) => one.fits);
  return {
    fits,
    value: isListShape(to) ? values : values[0],
    isAmbiguous: converted.some(({ isAmbiguous }) => isAmbiguous),
  };
}

type Item = Readonly<Record<string, unknown>>;

function convertItem(
  from: string,
  to: string,
  value: unknown,
  shapes: ShapeChange,
  marked: boolean,
): Conversion {
  if (kindOfShape(from) === 'relation' || typeof value !== 'object' || value === null) return kept(value);
  const item = value as Item;
  const inZone = from === 'zone' ? String(item['__component']) : undefined;
  const before = shapes.before[inZone ?? componentOfShape(from)] ?? {};
  const after = shapes.after[inZone ?? componentOfShape(to)] ?? {};
  const next: Record<string, unknown> = { ...item };
  let [fits, isAmbiguous] = [true, false];
  for (const [name, former] of formerNames(after, before)) {
    const source = former in item ? former : name;
    if (!(source in item)) continue;
    const [shape, wanted] = [shapeIn(before, former), shapeIn(after, name)];
    const choices = newChoices(shape, wanted);
    const converted = convertShape(shape.shape, wanted.shape, item[source], shapes, marked, choices);
    delete next[source];
    if (converted.value !== undefined) next[name] = converted.value;
    fits &&= converted.fits;
    isAmbiguous ||= converted.isAmbiguous;
  }
  return { fits, value: next, isAmbiguous };
}

const shapeIn = (attributes: ComponentShape, name: string): ValueShape =>
  attributes[name] ?? { shape: 'json' };

/** The canonical JSON value of a stored one. */
function plainOf(shape: string, value: unknown, components: ComponentShapes): unknown {
  if (Array.isArray(value)) return value.map((item) => plainOf(shape, item, components));
  if (isFamily(shape)) return jsonValueOf(shape, value);
  if (kindOfShape(shape) === 'relation' || typeof value !== 'object' || value === null) return value;
  const item = value as Item;
  const uid = shape === 'zone' ? String(item['__component']) : componentOfShape(shape);
  const attributes = components[uid] ?? {};
  return Object.fromEntries(
    Object.entries(item).map(([name, member]) => {
      const inner = attributes[name]?.shape;
      return [name, inner === undefined ? member : plainOf(inner, member, components)];
    }),
  );
}
