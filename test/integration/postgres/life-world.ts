import {
  createDocuments,
  type Answer,
  type Documents,
} from '../../../src/application/documents/documents.js';
import type { Document } from '../../../src/application/ports/document-store.js';
import type { PostgresStoreOptions } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Transition } from '../../../src/domain/query/mutation.js';
import type { Layer, Query, Selection } from '../../../src/domain/query/query.js';
import type { Result } from '../../../src/domain/result.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { populate } from '../../contract/questions.js';
import { idOf, randomDocumentId, valueOf } from '../../contract/world.js';
import { lifeSchema } from './life-schema.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

export interface LifeWorld {
  readonly schema: Schema;
  readonly scratch: ScratchStore;
  create(type: string, data: object, asked?: Asked): Promise<string>;
  update(type: string, documentId: string, data: object, asked?: Asked): Promise<Document>;
  /** Writes the document of a single type, creating it if necessary. */
  put(type: string, data: object, asked?: Asked): Promise<Document>;
  move(kind: Transition['kind'], type: string, documentId: string, locale?: string): Promise<Document>;
  delete(type: string, documentId: string, locale?: string): Promise<void>;
  find(type: string, asked?: Partial<Query>): Promise<readonly Document[]>;
  one(type: string, documentId: string, asked?: Asked): Promise<Document>;
  /** Returns the names in a list, or of a to-one target. */
  names(type: string, documentId: string, relation: string, asked?: Asked): Promise<unknown>;
}

interface Asked {
  readonly layer?: Layer;
  readonly locale?: string | readonly string[];
  readonly answer?: Selection;
}

export async function openLifeWorld(options: Partial<PostgresStoreOptions> = {}): Promise<LifeWorld> {
  const schema = lifeSchema();
  const scratch = await openScratchStore(schema, options);
  const documents = createDocuments({
    schema,
    store: scratch.store.documents,
    clock: { now: () => new Date().toISOString() },
    ids: { documentId: randomDocumentId },
    passwords: { hash: async (password) => `hash of ${password.length} characters` },
  });
  return { schema, scratch, ...reading(documents), ...writing(documents) };
}

const uid = (name: string): string => `api::${name}.${name}`;

function reading(documents: Documents): Pick<LifeWorld, 'find' | 'one' | 'names'> {
  const find: LifeWorld['find'] = async (name, asked = {}) => {
    const range = { offset: 0, limit: null };
    const query = { range, count: false, layer: 'published' as const, ...asked, type: uid(name) };
    return valueOf(await documents.find(systemPrincipal, { ...query, action: 'find' })).answer.documents();
  };
  const one: LifeWorld['one'] = async (name, documentId, { layer = 'published', locale, answer } = {}) =>
    (await find(name, { ...answer, documentId, layer, ...(locale !== undefined && { locale }) }))[0] ?? {};
  const names: LifeWorld['names'] = async (name, documentId, relation, asked = {}) => {
    const answer = { fields: ['id'], populate: populate({ name: relation, fields: ['name'] }) };
    const found = (await one(name, documentId, { ...asked, answer }))[relation] ?? null;
    if (Array.isArray(found)) return found.map((each) => (each as Document)['name']);
    return found === null ? null : (found as Document)['name'];
  };
  return { find, one, names };
}

function writing(documents: Documents): Pick<LifeWorld, 'create' | 'update' | 'put' | 'move' | 'delete'> {
  return {
    create: async (name, data, asked = {}) => {
      const mutation = { kind: 'create' as const, ...target(name, asked), data };
      return idOf(first(await documents.create(systemPrincipal, mutation)));
    },
    update: async (name, documentId, data, asked = {}) => {
      const mutation = { kind: 'update' as const, ...target(name, asked), documentId, data };
      return first(await documents.update(systemPrincipal, mutation));
    },
    put: async (name, data, asked = {}) =>
      first(await documents.update(systemPrincipal, { kind: 'update', ...target(name, asked), data })),
    move: async (kind, name, documentId, locale) => {
      const address = { type: uid(name), documentId, answer: {}, ...(locale !== undefined && { locale }) };
      return first(await moved(documents, kind, address));
    },
    delete: async (name, documentId, locale) => {
      const mutation = { kind: 'delete' as const, type: uid(name), documentId };
      const located = { ...mutation, ...(locale !== undefined && { locale }) };
      valueOf(await documents.delete(systemPrincipal, located));
    },
  };
}

const first = (result: Result<Answer>): Document => valueOf(result).answer.documents()[0] ?? {};

const target = (name: string, { layer = 'published', locale, answer = {} }: Asked) => ({
  type: uid(name),
  layer,
  answer,
  ...(typeof locale === 'string' && { locale }),
});

function moved(documents: Documents, kind: Transition['kind'], address: Omit<Transition, 'kind'>) {
  switch (kind) {
    case 'publish':
      return documents.publish(systemPrincipal, { kind, ...address });
    case 'unpublish':
      return documents.unpublish(systemPrincipal, { kind, ...address });
    case 'discardDraft':
      return documents.discardDraft(systemPrincipal, { kind, ...address });
  }
}
