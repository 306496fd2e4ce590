import { castForFilter } from '../../domain/document/cast-value.js';
import { isPlainObject, own } from '../../domain/document/plain-object.js';
import { failure } from '../../domain/failure.js';
import { decide, filterFor, noDocument, type Principal } from '../../domain/permission/permission.js';
import { writableFields } from '../../domain/permission/write-permission.js';
import { layersOf } from '../../domain/plan/change.js';
import { compare } from '../../domain/query/compare.js';
import type { Create, Update } from '../../domain/query/mutation.js';
import type { Filter, Layer } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  contentTypeOf,
  isUnique,
  type Attribute,
  type ContentType,
  type Schema,
  type Uid,
} from '../../domain/schema/schema.js';
import { findAsSystem } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';

/** Writes the document that has the values of its data for the unique attributes `by`, or a new one. */
export interface Upsert {
  readonly mutation: Create;
  readonly by: readonly string[];
}

/** The same for upserts whose documents can be looked for together. */
export const likenessOf = ({ mutation: { type, locale }, by }: Upsert): string =>
  JSON.stringify([type, locale ?? null, by]);

/**
 * Returns a text that is the same for upserts of the same document, of those that are alike; null if a value has another type
 * than its attribute. Fails if the document cannot be found by these attributes.
 */
export function keyOf(schema: Schema, principal: Principal, { mutation, by }: Upsert): Result<string | null> {
  const { type, data } = mutation;
  const content = contentTypeOf(schema, type);
  const values: unknown[] = [];
  for (const name of by) {
    const attribute = content.attributes.get(name);
    if (!isUnique(attribute) || !mayWrite(principal, content, name))
      return err(failure('INPUT.INVALID', `${name} is no unique attribute of ${type}`, { key: 'by' }));
    const value = valueIn(data, name);
    if (value === undefined || value === null)
      return err(failure('INPUT.INVALID', `The data must have ${name}, by which it is found`, { key: name }));
    values.push(canonical(attribute, value));
  }
  return ok(values.includes(null) ? null : textOf(values));
}

const valueIn = (data: unknown, name: string): unknown => (isPlainObject(data) ? own(data, name) : undefined);

const canonical = (attribute: Attribute | undefined, value: unknown) =>
  isUnique(attribute) ? castForFilter(attribute, value) : null;

const textOf = (values: readonly unknown[]): string => JSON.stringify(values.map(String));

/** Whether the principal may set the attribute; one that they may not is refused like one that does not exist. */
function mayWrite(principal: Principal, type: ContentType, name: string): boolean {
  const permission = decide(principal, 'create', type.uid);
  if (permission === null) return false;
  const names = writableFields(principal, permission, type);
  return names === null || names.has(name);
}

interface Searching {
  readonly schema: Schema;
  readonly documents: Pick<Documents, 'find'>;
}

/**
 * Returns a create or an update for each of the upserts, which are alike and of different documents. Fails if only one by one can
 * be told, because many documents have values of them. Whether a published one is there is found with the server's rights, as a
 * unique conflict would tell it too; what happens then needs the principal's own. Drafts have no such conflicts: they are those that
 * the principal may update.
 */
export async function mutationsOf(
  searching: Searching,
  principal: Principal,
  upserts: readonly Upsert[],
): Promise<Result<readonly (Create | Update)[]>> {
  const found = new Map<Upsert, string>();
  const [first] = upserts;
  if (first === undefined) return ok([]);
  // The published version that has a unique value is the only one; several drafts may have it.
  for (const layer of layersOf(contentTypeOf(searching.schema, first.mutation.type)).toReversed()) {
    const left = upserts.filter((upsert) => !found.has(upsert));
    if (left.length === 0) break;
    const there = await findIn(searching, principal, layer, left);
    if (!there.ok) return there;
    for (const [upsert, documentId] of there.value) found.set(upsert, documentId);
  }
  return ok(
    upserts.map((upsert) => {
      const documentId = found.get(upsert);
      return documentId === undefined ? upsert.mutation : updateOf(upsert.mutation, documentId);
    }),
  );
}

/** Returns the documentIds of those that are there, of each the first. */
async function findIn(
  { schema, documents }: Searching,
  principal: Principal,
  layer: Layer,
  upserts: readonly Upsert[],
): Promise<Result<ReadonlyMap<Upsert, string>>> {
  const [{ mutation, by }] = upserts as readonly [Upsert];
  const { type, locale } = mutation;
  const isOne = upserts.length === 1;
  const valuesOf = (name: string) => upserts.map(({ mutation: { data } }) => valueIn(data, name));
  const filters = by.map((name): Filter =>
    isOne ? compare(name, '$eq', valuesOf(name)[0]) : compare(name, '$in', valuesOf(name)),
  );
  const found = await findAsSystem(documents, type, {
    filters: { kind: 'and', filters: [...filters, ...coveredIn(layer, principal, type)] },
    fields: ['documentId', ...by],
    layer,
    limit: isOne ? 1 : upserts.length + 1,
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  if (found.value.length > upserts.length) return err(manyAlike);
  const { attributes } = contentTypeOf(schema, type);
  const keyIn = (valueOf: (name: string) => unknown): string =>
    isOne ? '' : textOf(by.map((name) => canonical(attributes.get(name), valueOf(name))));
  const ids = new Map<string, string>();
  for (const document of found.value) {
    const key = keyIn((name) => document[name]);
    const { documentId } = document;
    if (typeof documentId === 'string' && !ids.has(key)) ids.set(key, documentId);
  }
  const there = upserts.flatMap((upsert) => {
    const documentId = ids.get(keyIn((name) => valueIn(upsert.mutation.data, name)));
    return documentId === undefined ? [] : [[upsert, documentId] as const];
  });
  return ok(new Map(there));
}

/** What limits the drafts that are looked for to those that the principal may update. */
function coveredIn(layer: Layer, principal: Principal, type: Uid): readonly Filter[] {
  if (layer === 'published') return [];
  const update = decide(principal, 'update', type);
  const filter = update === null ? noDocument : filterFor(principal, update);
  return filter === null ? [] : [filter];
}

/** Each is then looked for by itself. */
const manyAlike = failure('STORE.CONFLICT', 'Several documents have the same values');

function updateOf({ type, locale, layer, data, answer }: Create, documentId: string): Update {
  const at = locale === undefined ? {} : { locale };
  return { kind: 'update', type, documentId, layer, data, answer, ...at };
}
