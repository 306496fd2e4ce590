import { decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { layersOf } from '../../../../domain/plan/change.js';
import type { Layer } from '../../../../domain/query/query.js';
import {
  componentOf,
  isSystem,
  type Attribute,
  type ContentType,
  type Schema,
  type Shaped,
  type Uid,
} from '../../../../domain/schema/schema.js';

/** Components in components beyond this depth are not searched. */
const deepest = 5;

export type Path = readonly string[];

/** Where documents of a type may be used inside of another type: paths of attributes, as filters have them. */
export interface Places {
  /** Of relations. */
  readonly links: readonly Path[];
  /** Of formatted texts, which have the addresses of files. */
  readonly texts: readonly Path[];
  /** Whether dynamic zones may have more of them, which no filter reaches. */
  readonly hasZones: boolean;
}

const none: Places = { links: [], texts: [], hasZones: false };

export interface Searching {
  readonly schema: Schema;
  readonly target: Uid;
  /** Whether formatted texts can use it. */
  readonly isInTexts: boolean;
}

/** Versions of a type in one layer, and the attributes in which they may use documents, each with its places. */
export interface Searched {
  readonly type: ContentType;
  readonly layer: Layer;
  readonly places: readonly (readonly [Attribute, Places])[];
}

/** Where documents may be used as far as the principal may read; types and layers without such an attribute are left out. */
export const searchedBy = (searching: Searching, principal: Principal): readonly Searched[] =>
  [...searching.schema.contentTypes.values()]
    .filter(({ exposed }) => exposed)
    .flatMap((type) =>
      layersOf(type).map((layer) => ({
        type,
        layer,
        places: placesByAttribute(searching, principal, type, layer),
      })),
    )
    .filter(({ places }) => places.length > 0);

function placesByAttribute(
  searching: Searching,
  principal: Principal,
  type: ContentType,
  layer: Layer,
): Searched['places'] {
  const permission = decideRead(principal, type, layer);
  if (permission === null) return [];
  const { fields } = permission;
  return [...type.attributes.values()]
    .filter((one) => !one.private && (isSystem(one) || (fields?.has(one.name) ?? true)))
    .map((attribute) => [attribute, placesOf(searching, attribute, 0)] as const)
    .filter(([, places]) => isSome(places));
}

export const joined = (all: readonly Places[]): Places => ({
  links: all.flatMap(({ links }) => links),
  texts: all.flatMap(({ texts }) => texts),
  hasZones: all.some(({ hasZones }) => hasZones),
});

const isSome = ({ links, texts, hasZones }: Places): boolean =>
  hasZones || links.length > 0 || texts.length > 0;

const placesIn = (searching: Searching, { attributes }: Shaped, depth: number): Places =>
  joined(
    [...attributes.values()].filter((one) => !one.private).map((one) => placesOf(searching, one, depth)),
  );

function placesOf(searching: Searching, attribute: Attribute, depth: number): Places {
  const { schema, target, isInTexts } = searching;
  const { name, kind } = attribute;
  if (kind === 'relation') {
    const isLink = attribute.target === target && attribute.place.kind !== 'translations';
    return isLink ? { ...none, links: [[name]] } : none;
  }
  if (kind === 'scalar') {
    const isText = attribute.type === 'blocks' || attribute.type === 'richtext';
    return isText && isInTexts ? { ...none, texts: [[name]] } : none;
  }
  if (depth === deepest) return none;
  const inside = (uid: string) => placesIn(searching, componentOf(schema, uid), depth + 1);
  if (kind === 'zone') return { ...none, hasZones: attribute.components.map(inside).some(isSome) };
  const { links, texts, hasZones } = inside(attribute.component);
  const within = (path: Path): Path => [name, ...path];
  return { links: links.map(within), texts: texts.map(within), hasZones };
}
