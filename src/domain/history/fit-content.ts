import { isPlainObject } from '../document/plain-object.js';
import { validateInput } from '../document/validate-input.js';
import { systemPrincipal } from '../permission/permission.js';
import { reason, type Reason } from '../reason/reason.js';
import type { Attribute, ContentType, Json, Relation, Schema, Shaped, Zone } from '../schema/schema.js';
import { changedNames, isKept, isTooMany, mapItems, type Content } from './content.js';

/** A part of a version that does not fit the schema any more, by its path: `seo.keywords`. */
export interface Outdated {
  readonly name: string;
  readonly value: Json;
  readonly reason: Reason;
}

export interface FittedContent {
  /** By the names that attributes have today. */
  readonly content: Content;
  readonly outdated: readonly Outdated[];
}

/** Fits what a version contained to the schema of today. Attributes that are private today are left out. */
export function fitContent(schema: Schema, type: ContentType, content: Content): FittedContent {
  const outdated: Outdated[] = [];
  const renamed = fitMembers(schema, type, content, '', outdated);
  const fitting = Object.entries(renamed).filter(([name, value]) => {
    const why = unfit(schema, type, name, value);
    if (why !== null) outdated.push({ name, value, reason: why });
    return why === null;
  });
  return { content: Object.fromEntries(fitting), outdated };
}

/** Gives members their names of today, and takes those out that are gone. */
function fitMembers(
  schema: Schema,
  shaped: Shaped,
  content: Content,
  path: string,
  outdated: Outdated[],
): Content {
  const fitted = new Map<string, Json>();
  for (const [name, value] of Object.entries(content)) {
    const attribute = attributeNow(shaped, content, name);
    if (attribute === undefined) {
      outdated.push({ name: path + name, value, reason: reason('history.attributeGone') });
    } else if (isKept(attribute)) {
      fitted.set(attribute.name, fitItems(schema, attribute, value, path + attribute.name, outdated));
    }
  }
  return Object.fromEntries(fitted);
}

/** Returns the name that an attribute of a version has today. */
export const nameNow = (type: Shaped, name: string, content: Content = {}): string =>
  attributeNow(type, content, name)?.name ?? name;

/** Returns the names of today of the attributes that differ between two versions. */
export function changedNamesNow(type: Shaped, from: Content, to: Content): readonly string[] {
  const [before, after] = [from, to].map((content) =>
    Object.fromEntries(Object.entries(content).map(([name, value]) => [nameNow(type, name, content), value])),
  ) as [Content, Content];
  return changedNames(before, after);
}

/** The attribute of that name; else the one that was renamed from it, unless it has a value of its own. */
function attributeNow({ attributes }: Shaped, content: Content, name: string): Attribute | undefined {
  const later = [...attributes.values()].find(
    (attribute) => attribute.renamedFrom === name && !Object.hasOwn(content, attribute.name),
  );
  return attributes.get(name) ?? later;
}

function fitItems(
  schema: Schema,
  attribute: Attribute,
  value: Json,
  path: string,
  outdated: Outdated[],
): Json {
  const inside = (uid: unknown, item: Content): Content => {
    const component = schema.components.get(String(uid));
    return component === undefined ? item : fitMembers(schema, component, item, `${path}.`, outdated);
  };
  if (attribute.kind === 'component') return mapItems(value, (item) => inside(attribute.component, item));
  if (attribute.kind === 'zone' && Array.isArray(value))
    return fitZone(attribute, value as readonly Content[], path, inside, outdated);
  return value;
}

function fitZone(
  { components }: Zone,
  items: readonly Content[],
  path: string,
  inside: (uid: unknown, item: Content) => Content,
  outdated: Outdated[],
): Json {
  return items.flatMap((item) => {
    const { __component: uid, ...content } = isPlainObject(item) ? item : ({} as Content);
    if (typeof uid === 'string' && components.includes(uid))
      return [{ __component: uid, ...inside(uid, content) }];
    outdated.push({ name: path, value: item, reason: reason('history.componentGone') });
    return [];
  });
}

/** Returns why a value cannot be the attribute's; null if it can. */
function unfit(schema: Schema, type: ContentType, name: string, value: Json): Reason | null {
  const attribute = type.attributes.get(name);
  if (isTooMany(value)) return reason('history.tooManyLinks');
  if (attribute?.kind === 'relation')
    return isTargets(attribute, value) ? null : reason('history.noRelation');
  const mode = { kind: 'update', draft: true, fields: null, privateInside: true } as const;
  const data = inputOf(schema, type, { [name]: value }, () => true);
  const checked = validateInput(schema, type, data, mode, systemPrincipal);
  return checked.ok ? null : (checked.failure.reasons?.[0] ?? reason('history.unfit'));
}

const isTargets = ({ many }: Relation, value: Json): boolean =>
  many
    ? Array.isArray(value) && value.every((id) => typeof id === 'string')
    : value === null || typeof value === 'string';

/** Returns the data of a request that gives a document this content, without links that are not `there`. */
export const inputOf = (
  schema: Schema,
  shaped: Shaped,
  content: Content,
  there: (relation: Relation, documentId: string) => boolean,
): Content =>
  mapMembers(schema, shaped, content, (relation, value) => {
    const ids = (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly string[];
    return { set: ids.filter((id) => there(relation, id)).map((documentId) => ({ documentId })) };
  });

/** Changes the value of each relation, also inside components. */
export function mapMembers(
  schema: Schema,
  shaped: Shaped,
  content: Content,
  change: (relation: Relation, value: Json) => Json,
): Content {
  const inside = (uid: unknown, item: Content): Json => {
    const component = schema.components.get(String(uid));
    return component === undefined ? item : mapMembers(schema, component, item, change);
  };
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const attribute = shaped.attributes.get(name);
      switch (attribute?.kind) {
        case 'relation':
          return [name, change(attribute, value)];
        case 'component':
          return [name, mapItems(value, (item) => inside(attribute.component, item))];
        case 'zone':
          return [name, mapItems(value, (item) => inside(item['__component'], item))];
        default:
          return [name, value];
      }
    }),
  );
}
