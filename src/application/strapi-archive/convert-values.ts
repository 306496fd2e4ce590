import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import {
  componentOf,
  isSystem,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Schema,
  type Shaped,
  type Stored,
  type Zone,
} from '../../domain/schema/schema.js';
import { convertScalar } from './convert-scalar.js';
import { isId, whyNoId } from './row-id.js';

export interface Conversion {
  readonly schema: Schema;
  /** Attributes of the archive that have no counterpart here on purpose. */
  readonly dropped: (uid: string, name: string) => boolean;
  /** Called for each value that does not fit; `path` is that of the attribute. */
  readonly unfit: (path: string, why: string) => void;
  /** Called for each value that is kept in another form. */
  readonly changed: (path: string, how: string) => void;
  /** Called for each attribute with a value that the schema lacks. */
  readonly unknown: (uid: string, name: string) => void;
  /** Called for each item of a component, which has an id in exports. */
  readonly item: (component: string, id: number) => void;
  /** Returns what a relation of an item leads to, in order. */
  readonly targets: (component: string, id: number, relation: Relation) => readonly Json[];
}

/** Names of exported members that are not attributes of the schema files. */
const ofServer: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  '__component',
]);

/** Converts the values of an exported row or item, in the order of the schema. Null values are left out. */
export function convertValues(
  conversion: Conversion,
  shaped: Shaped,
  data: PlainObject,
  path = '',
): Readonly<Record<string, Json>> {
  // Names of attributes are never names that objects inherit.
  const values: Record<string, Json> = {};
  for (const attribute of shaped.attributes.values()) {
    const { name } = attribute;
    const raw = own(data, name);
    if (raw === null || raw === undefined || attribute.kind === 'relation' || isSystem(attribute)) continue;
    const value = convertValue(conversion, attribute, raw as Json, path === '' ? name : `${path}.${name}`);
    if (value !== null) values[name] = value;
  }
  noteUnknown(conversion, shaped, data);
  return values;
}

function convertValue(conversion: Conversion, attribute: Stored, raw: Json, path: string): Json {
  if (attribute.kind !== 'scalar') return convertItems(conversion, attribute, raw, path);
  const converted = convertScalar(attribute, raw);
  if ('unfit' in converted) {
    conversion.unfit(path, converted.unfit);
    return null;
  }
  if (converted.changed !== undefined) conversion.changed(path, converted.changed);
  return converted.value;
}

function noteUnknown({ unknown, dropped }: Conversion, shaped: Shaped, data: PlainObject): void {
  for (const name of Object.keys(data)) {
    const attribute = shaped.attributes.get(name);
    if (ofServer.has(name) || (attribute !== undefined && attribute.kind !== 'relation')) continue;
    const raw = data[name];
    const isEmpty = raw === null || (Array.isArray(raw) && raw.length === 0);
    if (!isEmpty && !dropped(shaped.uid, name)) unknown(shaped.uid, name);
  }
}

function convertItems(
  conversion: Conversion,
  attribute: ComponentAttribute | Zone,
  raw: unknown,
  path: string,
): Json {
  const isList = attribute.kind === 'zone' || attribute.repeatable;
  if (isList !== Array.isArray(raw)) {
    conversion.unfit(path, isList ? 'is not a list' : 'is not a single item');
    return null;
  }
  if (!Array.isArray(raw)) return convertItem(conversion, attribute, raw, path);
  return raw.map((item: unknown, at) => convertItem(conversion, attribute, item, `${path}[${at}]`));
}

function convertItem(
  conversion: Conversion,
  attribute: ComponentAttribute | Zone,
  raw: unknown,
  path: string,
): Json {
  const uid = itemComponent(attribute, raw);
  if (!isPlainObject(raw) || uid === null) {
    conversion.unfit(
      path,
      isPlainObject(raw) ? 'has a component that is not allowed here' : 'is not an item',
    );
    return null;
  }
  const id = own(raw, 'id');
  if (!isId(id)) {
    conversion.unfit(path, whyNoId(id, 'has no id'));
    return null;
  }
  conversion.item(uid, id);
  const component = componentOf(conversion.schema, uid);
  const values = convertValues(conversion, component, raw, path);
  const members = [...component.attributes.values()].flatMap((member): [string, Json][] => {
    if (member.kind === 'scalar' && member.system) return [];
    if (member.kind !== 'relation') return [[member.name, values[member.name] ?? emptyOf(member)]];
    const targets = conversion.targets(uid, id, member);
    return [[member.name, member.many ? targets : (targets.at(-1) ?? null)]];
  });
  const head: [string, Json][] = attribute.kind === 'zone' ? [['__component', uid]] : [];
  return Object.fromEntries([...head, ['id', id], ...members]);
}

const emptyOf = (member: { readonly kind: string; readonly repeatable?: boolean }): Json =>
  member.kind === 'zone' || member.repeatable === true ? [] : null;

function itemComponent(attribute: ComponentAttribute | Zone, raw: unknown): string | null {
  if (attribute.kind === 'component') return attribute.component;
  const uid = isPlainObject(raw) ? own(raw, '__component') : undefined;
  return typeof uid === 'string' && attribute.components.includes(uid) ? uid : null;
}
