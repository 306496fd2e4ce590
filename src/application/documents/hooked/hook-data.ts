import { textOf } from '../../../domain/document/text-of.js';
import type { ComponentInput, Input, ItemInput } from '../../../domain/document/input.js';
import { itemsOf } from '../../../domain/document/references.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { validateInput } from '../../../domain/document/validate-input.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { isHiddenFromCode } from '../../../domain/schema/built-in.js';
import type { Layer } from '../../../domain/query/query.js';
import type { Connect, Ref, RelationInput } from '../../../domain/relation/relation-input.js';
import { ok, type Result } from '../../../domain/result.js';
import {
  contentTypeOf,
  isSystem,
  type ContentType,
  type Json,
  type Relation,
} from '../../../domain/schema/schema.js';
import { resolveInput } from '../complete-input.js';
import type { DocumentsDependencies } from '../use-cases.js';
import type { RowStep } from './hooked.js';
import { readRows, type HookRow } from './read-rows.js';

type Data = Record<string, unknown>;

/** The versions that a write changes; they determine the rows that relations lead to. */
export interface DataPlace {
  readonly type: ContentType;
  readonly layer: Layer;
  readonly locale: string;
}

/** Returns an input as hooks get it: relations by the row ids of their targets, components with their content. */
export async function dataOf(
  dependencies: DocumentsDependencies,
  place: DataPlace,
  input: Input,
): Promise<Result<Data>> {
  const values = [...input.values].filter(([name]) => !isHiddenFromCode(place.type.uid, name));
  const data: Data = Object.fromEntries(structuredClone(values));
  for (const [name, component] of input.components)
    data[name] = plainComponent(component, place.type.attributes.get(name)?.kind === 'zone');
  for (const [name, edit] of input.relations) {
    const relation = place.type.attributes.get(name) as Relation;
    const rows = await rowsOf(dependencies, place, relation, edit);
    if (!rows.ok) return rows;
    data[name] = plainRelation(edit, rows.value);
  }
  return ok(data);
}

/** Returns the data of a Create hook for a row of `step` that gets the content of a stored `row`. */
export function dataOfRow(
  { type, documentId, locale }: RowStep,
  row: HookRow,
  publishedAt: Date | null,
): Data {
  const { attributes, localized } = type;
  const data: Data = {};
  for (const [name, value] of Object.entries(row)) {
    const attribute = attributes.get(name);
    if (attribute === undefined || isSystem(attribute)) continue;
    data[name] = attribute.kind === 'relation' ? { set: refsOf(value) } : value;
  }
  const [createdAt, updatedAt] = [row['createdAt'], row['updatedAt']].map((at) => new Date(textOf(at)));
  return { ...data, documentId, createdAt, updatedAt, publishedAt, ...(localized && { locale }) };
}

const refsOf = (value: Json): readonly Data[] =>
  (Array.isArray(value) ? value : value === null ? [] : [value]).map((each: HookRow) => ({
    id: each['id'],
    documentId: each['documentId'],
  }));

/** The data of a hook as text by name, to find out what the hook changes. */
export const snapshotOf = (data: unknown): ReadonlyMap<string, string> =>
  new Map(isPlainObject(data) ? Object.entries(data).map(([name, value]) => [name, jsonOf(value)]) : []);

/** Equal values have equal texts. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) ?? '';

/** What hooks have done to an object. */
export interface Edits {
  readonly changed: Data;
  readonly removed: readonly string[];
}

export function editsOf(before: ReadonlyMap<string, string>, after: unknown): Edits {
  const changed: Data = {};
  const present = isPlainObject(after) ? after : {};
  for (const [name, value] of Object.entries(present))
    if (value !== undefined && before.get(name) !== jsonOf(value)) changed[name] = value;
  const removed = [...before.keys()].filter((name) => present[name] === undefined);
  return { changed, removed };
}

/**
 * Returns the input that is written after hooks have changed its data. Changed values must be storable; they are not
 * checked against the rules of the content-type or the rights of the writer. `ignored` gets the names that cannot be set.
 */
export async function editedInput(
  dependencies: DocumentsDependencies,
  type: ContentType,
  input: Input,
  { changed, removed }: Edits,
  ignored: (names: readonly string[]) => void,
): Promise<Result<Input>> {
  const foreign = Object.keys(changed).filter((name) => !isWritten(type, name));
  if (foreign.length > 0) ignored(foreign);
  const own = Object.fromEntries(Object.entries(changed).filter(([name]) => isWritten(type, name)));
  if (removed.length === 0 && Object.keys(own).length === 0) return ok(input);
  const body = JSON.parse(jsonOf(own)) as object;
  const storable = validateInput(dependencies.schema, type, body, storableOnly, systemPrincipal);
  if (!storable.ok) return storable;
  const resolved = await resolveInput(dependencies, systemPrincipal, type, storable.value);
  if (!resolved.ok) return resolved;
  const gone = new Set([...removed, ...Object.keys(own)]);
  return ok({
    values: joined(input.values, resolved.value.values, gone),
    components: joined(input.components, resolved.value.components, gone),
    relations: joined(input.relations, resolved.value.relations, gone),
  });
}

const storableOnly = {
  kind: 'update',
  draft: true,
  fields: null,
  privateInside: true,
  unchecked: true,
} as const;

const isWritten = ({ uid, attributes }: ContentType, name: string): boolean => {
  const attribute = attributes.get(name);
  return attribute !== undefined && !isSystem(attribute) && !isHiddenFromCode(uid, name);
};

const joined = <T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  gone: ReadonlySet<string>,
): ReadonlyMap<string, T> => new Map([...[...before].filter(([name]) => !gone.has(name)), ...after]);

const plainComponent = (value: ComponentInput, inZone: boolean): unknown => {
  const items = itemsOf(value).map((item) => plainItem(item, inZone));
  return value === null ? null : 'component' in value ? items[0] : items;
};

function plainItem({ component, id, values, components, relations }: ItemInput, inZone: boolean): Data {
  const item: Data = { ...(inZone && { __component: component }), ...(id !== undefined && { id }) };
  for (const [name, value] of values) item[name] = structuredClone(value);
  for (const [name, value] of components) item[name] = plainComponent(value, false);
  for (const [name, edit] of relations) item[name] = plainRelation(edit, new Map());
  return item;
}

/** The row ids of the targets of a relation, by documentId. */
async function rowsOf(
  dependencies: DocumentsDependencies,
  { layer, locale }: DataPlace,
  { target }: Relation,
  edit: RelationInput,
): Promise<Result<ReadonlyMap<string, Json>>> {
  const type = contentTypeOf(dependencies.schema, target);
  const documentIds = [...new Set(refsIn(edit).flatMap(({ documentId }) => documentId ?? []))];
  if (documentIds.length === 0) return ok(new Map());
  const where = { type, documentIds, layer: type.draftAndPublish ? layer : 'published', locale } as const;
  const rows = await readRows(dependencies, where, { fields: ['id', 'documentId'] });
  return rows.ok
    ? ok(new Map(rows.value.map((row) => [textOf(row['documentId']), row['id'] ?? null])))
    : rows;
}

const refsIn = (edit: RelationInput): readonly Ref[] =>
  edit.kind === 'set' ? edit.items : [...edit.connect.map(({ ref }) => ref), ...edit.disconnect];

function plainRelation(edit: RelationInput, rows: ReadonlyMap<string, Json>): Data {
  const plain = ({ documentId, locale }: Ref): Data => ({
    ...(rows.has(documentId ?? '') && { id: rows.get(documentId ?? '') }),
    documentId,
    ...(locale !== undefined && { locale }),
  });
  if (edit.kind === 'set') return { set: edit.items.map(plain) };
  const connect = edit.connect.map(({ ref, position }: Connect) => ({
    ...plain(ref),
    ...('ref' in position && { position: { [position.at]: position.ref.documentId } }),
    ...(!('ref' in position) && position.at === 'start' && { position: { start: true } }),
  }));
  return { connect, disconnect: edit.disconnect.map(plain) };
}
