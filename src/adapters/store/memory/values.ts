import { familyOf, type Family } from '../../../domain/document/value.js';
import type { Context } from '../../../domain/plan/read-plan.js';
import type { ReadLayer } from '../../../domain/query/query.js';
import type { ContentType, Json, Scalar } from '../../../domain/schema/schema.js';
import type { Version } from './tables.js';

/** A stored item of a component. */
export type Item = { readonly [key: string]: Json };

/** A node of the answer's tree: a version, or a component item inside it. */
export interface Node {
  readonly type: ContentType;
  readonly version: Version;
  readonly item: Item | null;
  /** The locales in which its relations are followed: the version's own or, if it has none, those of its parent. */
  readonly locale: Context['locale'];
  /** The layer in which its relations are followed if the plan is for any layer. */
  readonly layer: ReadLayer;
}

/** Returns the node of a version that was reached in `context`. */
export const nodeOf = (type: ContentType, version: Version, { locale, layer }: Context): Node => ({
  type,
  version,
  item: null,
  locale: type.localized ? version.locale : locale,
  layer: type.draftAndPublish && layer === 'any' ? version.layer : layer,
});

export const inLocale = (version: Version, context: Context['locale']): boolean =>
  context === '*' ||
  (typeof context === 'string' ? version.locale === context : context.includes(version.locale));

/** Returns the stored value of a scalar, or null. */
export function scalarAt({ version, item }: Node, field: Scalar): Json {
  if (item !== null) return item[field.name] ?? null;
  return field.system ? systemValue(version, field.name) : (version.values.get(field.name) ?? null);
}

/** Returns the stored value of a component, zone or embedded relation, or null. */
export const contentAt = ({ version, item }: Node, name: string): Json =>
  (item === null ? version.values.get(name) : item[name]) ?? null;

/** Returns the items of a component or zone in order. A single component yields at most one. */
export function itemsAt(node: Node, name: string): readonly Item[] {
  const content = contentAt(node, name);
  if (content === null) return [];
  return (Array.isArray(content) ? content : [content]) as readonly Item[];
}

function systemValue(version: Version, name: string): Json {
  switch (name) {
    case 'id':
    case 'documentId':
    case 'locale':
    case 'createdAt':
    case 'updatedAt':
    case 'publishedAt':
      return version[name];
    default:
      throw new Error(`no system field ${name}`);
  }
}

/** Compares two values that are not null, with the sign of the result as in `Array.sort`. */
export function compareValues(field: Scalar, left: Json, right: Json): number {
  return comparers[familyOf(field.type)](left, right);
}

const byNumber = (left: Json, right: Json): number => Number(left) - Number(right);
const byText = (left: Json, right: Json): number => compareText(asText(left), asText(right));

/** Canonical dates and times have a fixed width, so they compare as text. */
const comparers: Readonly<Record<Family, (left: Json, right: Json) => number>> = {
  text: byText,
  date: byText,
  time: byText,
  datetime: byText,
  integer: byNumber,
  float: byNumber,
  decimal: byNumber,
  boolean: byNumber,
  biginteger(left, right) {
    const difference = BigInt(asText(left)) - BigInt(asText(right));
    return difference < 0n ? -1 : Number(difference > 0n);
  },
  json: (left, right) => compareText(JSON.stringify(left), JSON.stringify(right)),
};

/** Returns the text that text operators search. For a `json` field this is its compact JSON. */
export const textOf = (field: Scalar, value: Json): string =>
  familyOf(field.type) === 'json' ? JSON.stringify(value) : asText(value);

/** Returns a string unchanged and any other value as JSON. */
export const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Compares by code points, which is the order of UTF-8 bytes but not of UTF-16 units. */
export function compareText(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const units = [left.charCodeAt(index), right.charCodeAt(index)] as const;
    if (units[0] !== units[1]) return codePointRank(units[0]) - codePointRank(units[1]);
  }
  return left.length - right.length;
}

/** Surrogates encode the highest code points, although their units are below U+E000 to U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
