import { GraphQLString } from 'graphql';
import type { Document } from '../../../application/ports/document-store.js';
import { denied } from '../../../domain/failure.js';
import {
  decide,
  decideRead,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../../domain/permission/permission.js';
import type { Layer, Query, Selection } from '../../../domain/query/query.js';
import { type ContentType, componentOf, type Shaped } from '../../../domain/schema/schema.js';
import type { Create, Delete, Expected, Mutation, Update } from '../../../domain/query/mutation.js';
import { decodeExpected, expectedOfOne } from '../codec/decode-expected.js';
import {
  decodeCreate,
  decodeDelete,
  decodeUpdate,
  writeParams,
  type WriteQuery,
} from '../codec/decode-mutation.js';
import {
  documentIdOf,
  selectedBelow,
  type FieldDependencies,
  type RootResolver,
} from './read/read-fields.js';
import { failureError, valueOrThrow } from './client-error.js';
import type { Args } from './read/decode-arguments.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';

/** The resolvers of mutations. The codec of REST decodes their arguments. */

/** Makes the value of a field from the document that was written. */
export type PresentWritten = (document: Document | null) => unknown;

export const createResolver =
  (dependencies: FieldDependencies, type: ContentType, present: PresentWritten): RootResolver =>
  async (_source, args, { principal }, info) => {
    const answer = selectedBelow(dependencies, info).selection;
    const mutation = createOf(dependencies, type, args);
    const created = valueOrThrow(await dependencies.documents.create(principal, { ...mutation, answer }));
    return present(created.answer.documents()[0] ?? null);
  };

export const updateResolver =
  (dependencies: FieldDependencies, type: ContentType, present: PresentWritten): RootResolver =>
  async (_source, args, { principal }, info) => {
    checkGranted(dependencies, principal, 'update', type);
    const answer = selectedBelow(dependencies, info).selection;
    const mutation = await updateOf(dependencies, type, args);
    const updated = valueOrThrow(await dependencies.documents.update(principal, { ...mutation, answer }));
    return present(updated.answer.documents()[0] ?? null);
  };

/** Returns the mutation that the arguments ask for. Throws errors for the client. */
export async function mutationOf(
  dependencies: FieldDependencies,
  type: ContentType,
  action: 'create' | 'update' | 'delete',
  args: Args,
): Promise<Mutation> {
  switch (action) {
    case 'create':
      return createOf(dependencies, type, args);
    case 'update':
      return updateOf(dependencies, type, args);
    case 'delete':
      return deleteOf(dependencies, type, args);
  }
}

function createOf(dependencies: FieldDependencies, type: ContentType, args: Args): Create {
  const data = completeData(dependencies, type, args['data']);
  return valueOrThrow(decodeCreate(type.uid, parametersOf(args), { data }));
}

async function updateOf(dependencies: FieldDependencies, type: ContentType, args: Args): Promise<Update> {
  const data = completeData(dependencies, type, args['data']);
  const documentId = await documentIdOf(dependencies, type, args);
  const mutation = valueOrThrow(decodeUpdate(type.uid, documentId, parametersOf(args), { data }));
  return { ...mutation, ...expectedIn(args) };
}

async function deleteOf(dependencies: FieldDependencies, type: ContentType, args: Args): Promise<Delete> {
  const documentId = await documentIdOf(dependencies, type, args);
  const mutation = valueOrThrow(decodeDelete(type.uid, documentId, parametersOf(args)));
  return { ...mutation, ...expectedIn(args) };
}

/**
 * Presents the deleted document, as far as the principal may read it, or null if there was none. It is also null if the
 * principal may neither read nor delete the document, so that nobody can find documents by trying ids.
 */
export const deleteResolver =
  (
    dependencies: FieldDependencies,
    type: ContentType,
    present: (document: Document | null, documentId: string | undefined) => unknown,
  ): RootResolver =>
  async (_source, args, { principal }, info) => {
    checkGranted(dependencies, principal, 'delete', type);
    const { selection } = selectedBelow(dependencies, info);
    const mutation = await deleteOf(dependencies, type, args);
    const { documentId } = mutation;
    if (mutation.expected !== undefined && mutation.locale === '*') throw failureError(expectedOfOne);
    const { locale } = mutation;
    const address = {
      ...(documentId !== undefined && { documentId }),
      ...(locale !== undefined && { locale }),
    };
    const { last, seen } = await lastOf(dependencies, principal, type, address, selection);
    const deleted = await dependencies.documents.delete(principal, mutation);
    if (!deleted.ok && !seen && deleted.failure.code === 'DOCUMENT.NOT_FOUND')
      return present(null, documentId);
    valueOrThrow(deleted);
    return present(last, documentId);
  };

/** The argument of writes that is not in Strapi: the `updatedAt` that was read (docs/conflicts.md). */
export const ifMatchArgument = { ifMatch: { type: GraphQLString } };

/** Throws errors for the client. */
export function expectedIn({ ifMatch }: Args): { readonly expected?: Expected } {
  const expected = valueOrThrow(decodeExpected(ifMatch));
  return expected === undefined ? {} : { expected };
}

/** Checks permission before the documentId is looked up. The write itself checks it again. */
export function checkGranted(
  { reportDenied }: FieldDependencies,
  principal: Principal,
  action: Action,
  type: ContentType,
): void {
  if (decide(principal, action, type.uid) !== null) return;
  reportDenied?.(principal, action, type.uid);
  throw failureError(denied);
}

/** In the nested format only a policy of the REST route can set `status`: it is not an argument there. */
export const parametersOf = ({ locale, status }: Args): WriteQuery =>
  writeParams({ locale: parameter(locale), status: parameter(status) });

const parameter = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const oneOf = (type: ContentType, action: 'find' | 'findOne', layer: Layer) => ({
  type: type.uid,
  action,
  layer,
  range: { offset: 0, limit: 1 },
  count: false,
});

/** Returns the document before it is deleted, and whether the principal may see it: the published version, or the draft. */
async function lastOf(
  { documents }: FieldDependencies,
  principal: Principal,
  type: ContentType,
  address: Pick<Query, 'documentId' | 'locale'>,
  selection: Selection,
): Promise<{ readonly last: Document | null; readonly seen: boolean }> {
  const layers: readonly Layer[] = type.draftAndPublish ? ['published', 'draft'] : ['published'];
  const seenIn = layers.filter((layer) => readBy(principal, type, layer) !== undefined);
  // Without a grant to read, the answer has only the documentId.
  const unseen = layers.filter((layer) => !seenIn.includes(layer));
  for (const layer of [...seenIn, ...unseen]) {
    const action = readBy(principal, type, layer);
    const seen = action !== undefined;
    const shown = seen ? selection : { fields: ['documentId'] };
    const question = { ...oneOf(type, action ?? 'find', layer), ...shown, ...address };
    const found = await documents.findOne(seen ? principal : systemPrincipal, question);
    if (found.ok) return { last: found.value.answer.documents()[0] ?? null, seen };
    if (found.failure.code !== 'DOCUMENT.NOT_FOUND') throw failureError(found.failure);
  }
  return { last: null, seen: false };
}

/** Returns the action by which the principal may read documents of the layer, or undefined. */
const readBy = (principal: Principal, type: ContentType, layer: Layer) =>
  (['findOne', 'find'] as const).find((action) => decideRead(principal, type, layer, action) !== null);

/** What the data of a mutation is completed with. */
type DataContext = Pick<FieldDependencies, 'schema' | 'shape'>;

/**
 * Returns the data of a mutation in the form of REST: ids of items are numbers, and zone items have the uid of their
 * component. Leaves invalid data for the rules of REST to refuse.
 */
export function completeData(context: DataContext, shaped: Shaped, data: unknown): unknown {
  if (!isPlainObject(data)) return data;
  const { schema, shape } = context;
  const passedOver = shape.inputsPassedOver(shaped);
  const entries = Object.entries(data)
    .filter(([key]) => !Object.hasOwn(passedOver, key))
    .map(([key, value]): [string, unknown] => {
      const attribute = shaped.attributes.get(key);
      if (attribute?.kind === 'component')
        return [
          key,
          eachOf(value, (item) => itemOf(context, componentOf(schema, attribute.component), item)),
        ];
      if (attribute?.kind === 'zone')
        return [key, eachOf(value, (item) => zoneItem(context, attribute.components, item))];
      return [key, value];
    });
  return Object.fromEntries(entries);
}

const eachOf = (value: unknown, make: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(make) : make(value);

function itemOf(context: DataContext, component: Shaped, item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const id = item['id'];
  const completed = completeData(context, component, item) as object;
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? { ...completed, id: Number(id) } : completed;
}

function zoneItem(context: DataContext, components: readonly string[], item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const { schema, shape } = context;
  const { __typename: typeName, __component: named, ...rest } = item;
  const ofType = components.find((each) => shape.names.typeOf(componentOf(schema, each)) === typeName);
  const uid = named ?? ofType ?? typeName;
  const component = typeof uid === 'string' ? schema.components.get(uid) : undefined;
  if (component === undefined) return uid === undefined ? rest : { __component: uid, ...rest };
  return { __component: uid, ...(itemOf(context, component, rest) as object) };
}
