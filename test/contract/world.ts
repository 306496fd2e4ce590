import { randomInt } from 'node:crypto';
import {
  createDocuments,
  type Documents,
  type DocumentsDependencies,
} from '../../src/application/documents/documents.js';
import type { Document } from '../../src/application/ports/document-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Failure } from '../../src/domain/failure.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Layer, Query, Selection } from '../../src/domain/query/query.js';
import type { Result } from '../../src/domain/result.js';
import type { Json, Schema } from '../../src/domain/schema/schema.js';
import { uidOf, type TypeName } from './fixture-schema.js';
import { populate } from './questions.js';

/** Everything about a query but the type. */
export type Asked = Partial<Omit<Query, 'type' | 'action'>>;

export type Data = { readonly [attribute: string]: unknown };

/** A store with the use cases in front of it, as a case uses them: by short type names, documents by documentId. */
export interface World {
  readonly store: Store;
  readonly schema: Schema;
  readonly dependencies: DocumentsDependencies;
  readonly documents: Documents;
  /** The documentId of the new document. */
  create(type: TypeName, data: Data): Promise<string>;
  /** The new document as `answer` selects it. */
  createFor(type: TypeName, data: Data, answer: Selection): Promise<Document>;
  /** The documentId of a new document that is not published. */
  createDraft(type: TypeName, data: Data): Promise<string>;
  /** One document for each name, in order. */
  createNamed(type: TypeName, ...names: readonly string[]): Promise<string[]>;
  update(type: TypeName, documentId: string, data: Data): Promise<void>;
  updateFor(type: TypeName, documentId: string, data: Data, answer: Selection): Promise<Document>;
  /** An update that is expected to be refused. */
  refused(type: TypeName, documentId: string, data: Data): Promise<Failure>;
  delete(type: TypeName, documentId: string): Promise<void>;
  find(type: TypeName, asked?: Asked): Promise<readonly Document[]>;
  /** The names of the documents found. */
  names(type: TypeName, asked?: Asked): Promise<readonly Json[]>;
  one(type: TypeName, documentId: string, selection?: Selection, layer?: Layer): Promise<Document>;
  /** The names in a to-many list, in its order. */
  list(type: TypeName, documentId: string, relation: string, layer?: Layer): Promise<readonly Json[]>;
  /** The name at the other end of a to-one relation; null without one. */
  linked(type: TypeName, documentId: string, relation: string, layer?: Layer): Promise<Json>;
}

const whole: Omit<Query, 'type' | 'action'> = {
  range: { offset: 0, limit: null },
  count: false,
  layer: 'published',
};

export function createWorld(store: Store, schema: Schema): World {
  const dependencies: DocumentsDependencies = {
    schema,
    store: store.documents,
    clock: { now: () => new Date().toISOString() },
    ids: { documentId: randomDocumentId },
    passwords: { hash: async (password) => `hash of ${password.length} characters` },
  };
  const documents = createDocuments(dependencies);
  return { store, schema, dependencies, documents, ...reading(documents), ...writing(documents) };
}

/** The value of a result that is expected to be there. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(
    `${result.failure.code}: ${result.failure.message} ${JSON.stringify(result.failure.details ?? {})}`,
  );
}

export function failureOf(result: Result<unknown>): Failure {
  if (result.ok) throw new Error('This was expected to be refused');
  return result.failure;
}

export const queryOf = (type: TypeName, asked: Asked = {}): Query => ({
  ...whole,
  ...asked,
  type: uidOf(type),
  action: 'find',
});

type Reading = Pick<World, 'find' | 'names' | 'one' | 'list' | 'linked'>;

function reading(documents: Documents): Reading {
  const find: World['find'] = async (type, asked) =>
    valueOf(await documents.find(systemPrincipal, queryOf(type, asked))).answer.documents();
  const one: World['one'] = async (type, documentId, selection = {}, layer = 'published') => {
    const query: Query = { ...queryOf(type, { ...selection, documentId, layer }), action: 'findOne' };
    return first(valueOf(await documents.findOne(systemPrincipal, query)).answer.documents());
  };
  const related = async (
    ...[type, documentId, relation, layer]: Parameters<World['list']>
  ): Promise<Json> => {
    const selection = { fields: ['id'], populate: populate({ name: relation, fields: ['name'] }) };
    return (await one(type, documentId, selection, layer))[relation] ?? null;
  };
  return {
    find,
    one,
    names: async (type, asked) => (await find(type, asked)).map(nameOf),
    list: async (...asked) => ((await related(...asked)) as readonly Document[]).map(nameOf),
    async linked(...asked) {
      const document = (await related(...asked)) as Document | null;
      return document === null ? null : nameOf(document);
    },
  };
}

type Writing = Pick<
  World,
  'create' | 'createFor' | 'createDraft' | 'createNamed' | 'update' | 'updateFor' | 'refused' | 'delete'
>;

function writing(documents: Documents): Writing {
  const layer = 'published';
  const createIn = async (layer: Layer, name: TypeName, data: Data, answer: Selection): Promise<Document> => {
    const mutation = { kind: 'create', type: uidOf(name), layer, data, answer } as const;
    return first(valueOf(await documents.create(systemPrincipal, mutation)).answer.documents());
  };
  const createFor: World['createFor'] = (name, data, answer) => createIn(layer, name, data, answer);
  const update = (name: TypeName, documentId: string, data: Data, answer: Selection) =>
    documents.update(systemPrincipal, { kind: 'update', type: uidOf(name), layer, documentId, data, answer });
  const create: World['create'] = async (name, data) =>
    idOf(await createFor(name, data, { fields: ['documentId'] }));
  const nothing = { fields: ['documentId'] };
  return {
    create,
    createFor,
    createDraft: async (name, data) => idOf(await createIn('draft', name, data, nothing)),
    async createNamed(type, ...names) {
      const ids: string[] = [];
      for (const name of names) ids.push(await create(type, { name }));
      return ids;
    },
    async update(name, documentId, data) {
      valueOf(await update(name, documentId, data, nothing));
    },
    async updateFor(name, documentId, data, answer) {
      return first(valueOf(await update(name, documentId, data, answer)).answer.documents());
    },
    async refused(name, documentId, data) {
      return failureOf(await update(name, documentId, data, nothing));
    },
    async delete(name, documentId) {
      valueOf(await documents.delete(systemPrincipal, { kind: 'delete', type: uidOf(name), documentId }));
    },
  };
}

function first(documents: readonly Document[]): Document {
  const document = documents[0];
  if (document === undefined || documents.length > 1)
    throw new Error(`One document expected, not ${documents.length}`);
  return document;
}

/** The documentId of an answer's document. */
export function idOf(document: Document | undefined): string {
  const documentId = document?.['documentId'];
  if (typeof documentId !== 'string') throw new Error('A document with its documentId is expected');
  return documentId;
}

const nameOf = (document: Document): Json => document['name'] ?? null;

const letters = 'abcdefghijklmnopqrstuvwxyz';

export const randomDocumentId = (): string =>
  Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('');
