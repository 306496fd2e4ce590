import { familyOf } from '../document/value.js';
import { isContent, type ContentType, type Relation, type Stored, type Uid } from '../schema/schema.js';

/**
 * How much a store holds, as last measured: the cost of a plan is estimated from it. A content-type, attribute or link
 * that is missing here has not been measured.
 */
export interface Statistics {
  /** Stored versions of a content-type, of every layer and locale. */
  readonly versions: ReadonlyMap<Uid, number>;
  /** By the name of the link. */
  readonly links: ReadonlyMap<string, LinkStatistics>;
  /** The mean size of the values of each attribute in `attributesOfAnySize`, by its name. An absent value has 0 bytes. */
  readonly meanBytes: ReadonlyMap<Uid, ReadonlyMap<string, number>>;
}

export interface LinkStatistics {
  /** Stored links, of every layer and locale. */
  readonly count: number;
  /** How many links one document has as their source, and as their target. */
  readonly source: FanOut;
  readonly target: FanOut;
}

/** The number of links that one document has at one end. Of a link without rows both are 0. */
export interface FanOut {
  /**
   * The mean over links, not over documents (Σd²/Σd, where d is the number of links of a document): whoever follows
   * links meets a document in proportion to the number of its links.
   */
  readonly typical: number;
  /** The document with the most links. */
  readonly most: number;
}

/** Before anything was measured. */
export const nothingMeasured: Statistics = { versions: new Map(), links: new Map(), meanBytes: new Map() };

/** What is assumed of a content-type, relation or attribute that has not been measured. */
const assumed = { versions: 1_000, targets: 10, shortBytes: 40, longBytes: 1_000 } as const;

/** What one version leads to where nothing is stored about it: lists inside a component, and translations. */
const targetsWithoutLinks = 5;

/** Texts, JSON, components and zones: their size differs from value to value. */
export const attributesOfAnySize = ({ attributes }: ContentType): readonly Stored[] =>
  [...attributes.values()].filter(isContent).filter(isOfAnySize);

const isOfAnySize = (attribute: Stored): boolean =>
  attribute.kind !== 'scalar' || ['text', 'json'].includes(familyOf(attribute.type));

/** The mean size of a value of an attribute. Those of a fixed size count as nothing. */
export function bytesOf({ meanBytes }: Statistics, { uid }: ContentType, attribute: Stored): number {
  if (!isOfAnySize(attribute)) return 0;
  return (
    meanBytes.get(uid)?.get(attribute.name) ?? (isLong(attribute) ? assumed.longBytes : assumed.shortBytes)
  );
}

/** The same of what is inside an item of a component, whose JSON has `itemBytes`. */
export function bytesInside(itemBytes: number, attribute: Stored): number {
  if (!isOfAnySize(attribute)) return 0;
  return isLong(attribute) ? itemBytes : Math.min(itemBytes, assumed.shortBytes);
}

const longTypes: ReadonlySet<string> = new Set(['text', 'richtext', 'json', 'blocks', 'array']);

const isLong = (attribute: Stored): boolean => attribute.kind !== 'scalar' || longTypes.has(attribute.type);

const to = (targets: number): FanOut => ({ typical: targets, most: targets });
const toOne = to(1);

/** Stored versions of the content-type. */
export const versionsOf = ({ versions }: Statistics, { uid }: ContentType): number =>
  versions.get(uid) ?? assumed.versions;

/** The targets of one version. Neither number is below 1. */
export function fanOutOf({ links }: Statistics, { many, place }: Relation): FanOut {
  if (!many) return toOne;
  if (place.kind !== 'link') return to(targetsWithoutLinks);
  const measured = links.get(place.link.name);
  if (measured === undefined) return to(assumed.targets);
  const { typical, most } = measured[place.side];
  return { typical: Math.max(1, typical), most: Math.max(1, most) };
}

/** The targets of all versions together, of which there are `versions`. */
export function allTargetsOf(statistics: Statistics, relation: Relation, versions: number): number {
  const { many, place } = relation;
  const measured = place.kind === 'link' ? statistics.links.get(place.link.name) : undefined;
  if (!many) return versions;
  if (measured === undefined) return versions * fanOutOf(statistics, relation).typical;
  return Math.max(versions, measured.count);
}
