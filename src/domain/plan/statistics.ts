import { familyOf } from '../document/value.js';
import { isContent, type ContentType, type Relation, type Stored, type Uid } from '../schema/schema.js';

/**
 * The sizes of a store's contents, as last measured, from which costs are estimated. Content-types, attributes and
 * links that are missing have not been measured.
 */
export interface Statistics {
  /** Stored versions of each content-type, in all layers and locales. */
  readonly versions: ReadonlyMap<Uid, number>;
  /** By the name of the link. */
  readonly links: ReadonlyMap<string, LinkStatistics>;
  /** The mean size of the values of each attribute in `attributesOfAnySize`. An absent value has 0 bytes. */
  readonly meanBytes: ReadonlyMap<Uid, ReadonlyMap<string, number>>;
  /**
   * The largest share of a content-type's versions that have the same value of an attribute, where the store has measured
   * it; absent: it measures none.
   */
  readonly shares?: ReadonlyMap<Uid, ReadonlyMap<string, number>>;
  /** Content-types whose totals are kept, so that those without a filter are not counted; absent: none. */
  readonly keptTotals?: ReadonlySet<Uid>;
}

export interface LinkStatistics {
  /** Stored links, in all layers and locales. */
  readonly count: number;
  /** The number of links that one document has as their source, and as their target. */
  readonly source: FanOut;
  readonly target: FanOut;
}

/** The number of links that one document has at one end; 0 if there are no links. */
export interface FanOut {
  /**
   * The mean over links, not over documents (Σd²/Σd, where d is the number of links of a document): following links
   * reaches a document as often as it has links.
   */
  readonly typical: number;
  /** The largest number of links that one document has. */
  readonly most: number;
}

/** The statistics before the first measurement. */
export const nothingMeasured: Statistics = { versions: new Map(), links: new Map(), meanBytes: new Map() };

/** Assumptions for content-types, relations and attributes that have not been measured. */
const assumed = { versions: 1_000, targets: 10, shortBytes: 40, longBytes: 1_000 } as const;

/** The assumed number of targets of relations without statistics: lists inside components, and translations. */
const targetsWithoutLinks = 5;

/** Attributes whose values differ in size: texts, JSON, components and zones. */
export const attributesOfAnySize = ({ attributes }: ContentType): readonly Stored[] =>
  [...attributes.values()].filter(isContent).filter(isOfAnySize);

const isOfAnySize = (attribute: Stored): boolean =>
  attribute.kind !== 'scalar' || ['text', 'json'].includes(familyOf(attribute.type));

/** The mean size of an attribute's values. Types of a fixed size count as 0. */
export function bytesOf({ meanBytes }: Statistics, { uid }: ContentType, attribute: Stored): number {
  if (!isOfAnySize(attribute)) return 0;
  return (
    meanBytes.get(uid)?.get(attribute.name) ?? (isLong(attribute) ? assumed.longBytes : assumed.shortBytes)
  );
}

/** The assumed size of an attribute's value inside a component item whose JSON has `itemBytes` bytes. */
export function bytesInside(itemBytes: number, attribute: Stored): number {
  if (!isOfAnySize(attribute)) return 0;
  return isLong(attribute) ? itemBytes : Math.min(itemBytes, assumed.shortBytes);
}

const longTypes: ReadonlySet<string> = new Set(['text', 'richtext', 'json', 'blocks', 'array']);

/** Whether the values may have any length, apart from a `maxLength`. */
export const isLong = (attribute: Stored): boolean =>
  attribute.kind !== 'scalar' || longTypes.has(attribute.type);

const to = (targets: number): FanOut => ({ typical: targets, most: targets });
const toOne = to(1);

export const versionsOf = ({ versions }: Statistics, { uid }: ContentType): number =>
  versions.get(uid) ?? assumed.versions;

/** The number of targets of one version. Neither number is below 1. */
export function fanOutOf({ links }: Statistics, { many, place }: Relation): FanOut {
  if (!many) return toOne;
  if (place.kind !== 'link') return to(targetsWithoutLinks);
  const measured = links.get(place.link.name);
  if (measured === undefined) return to(assumed.targets);
  const { typical, most } = measured[place.side];
  return { typical: Math.max(1, typical), most: Math.max(1, most) };
}

/** The number of targets of all versions together; there are `versions` of them. */
export function allTargetsOf(statistics: Statistics, relation: Relation, versions: number): number {
  const { many, place } = relation;
  const measured = place.kind === 'link' ? statistics.links.get(place.link.name) : undefined;
  if (!many) return versions;
  if (measured === undefined) return versions * fanOutOf(statistics, relation).typical;
  return Math.max(versions, measured.count);
}
