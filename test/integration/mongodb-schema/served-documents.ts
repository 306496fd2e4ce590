import { createMongoStore } from '../../../src/adapters/store/mongodb/create-mongo-store.js';
import { createClock } from '../../../src/adapters/host/create-clock.js';
import { createIds } from '../../../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../../../src/application/documents/documents.js';
import type { Store } from '../../../src/application/ports/store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Layer } from '../../../src/domain/query/query.js';
import type { Result } from '../../../src/domain/result.js';
import { schemaOf, silent, type Files } from './schema-database.js';

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

/** Documents as they are written and read under one state of the files. */
export interface Served {
  create(name: string, data: object, more?: { layer?: Layer; locale?: string }): Promise<string>;
  update(
    name: string,
    documentId: string,
    data: object,
    more?: { layer?: Layer; locale?: string },
  ): Promise<void>;
  discard(name: string, documentId: string): Promise<void>;
  /** Names of what a relation leads to. */
  led(
    name: string,
    documentId: string,
    relation: string,
    more?: { layer?: Layer; locale?: string },
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** Brings the database in step, as a start does, and serves it. */
export async function serve(url: string, files: Files): Promise<Served> {
  const schema = schemaOf(files);
  const opened: Store = valueOf(await createMongoStore({ url, schema, log: silent }));
  valueOf(await opened.schema.apply());
  const documents: Documents = createDocuments({
    schema,
    store: opened.documents,
    clock: createClock(),
    ids: createIds(),
    passwords: { hash: (password) => Promise.resolve(password) },
  });
  const uid = (name: string) => `api::${name}.${name}`;
  return {
    async create(name, data, { layer = 'published', ...more } = {}) {
      const mutation = { kind: 'create' as const, type: uid(name), layer, data, answer: {}, ...more };
      const { answer } = valueOf(await documents.create(systemPrincipal, mutation));
      return answer.documents()[0]?.['documentId'] as string;
    },
    async update(name, documentId, data, { layer = 'published', ...more } = {}) {
      const mutation = {
        kind: 'update' as const,
        type: uid(name),
        documentId,
        layer,
        data,
        answer: {},
        ...more,
      };
      valueOf(await documents.update(systemPrincipal, mutation));
    },
    async discard(name, documentId) {
      const mutation = { kind: 'discardDraft' as const, type: uid(name), documentId, answer: {} };
      valueOf(await documents.discardDraft(systemPrincipal, mutation));
    },
    async led(name, documentId, relation, { layer = 'published', ...more } = {}) {
      const query = {
        type: uid(name),
        action: 'findOne' as const,
        documentId,
        range: { offset: 0, limit: 1 },
        count: false,
        layer,
        populate: { all: false, members: [{ name: relation, fields: ['name'] }] },
        ...more,
      };
      const [found] = valueOf(await documents.findOne(systemPrincipal, query)).answer.documents();
      const value = found?.[relation] as { name: string } | { name: string }[] | null;
      return Array.isArray(value) ? value.map((each) => each.name) : (value?.name ?? null);
    },
    close: () => opened.close(),
  };
}
