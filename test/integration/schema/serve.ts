import { createClock } from '../../../src/adapters/host/create-clock.js';
import { createIds } from '../../../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Layer, Populate } from '../../../src/domain/query/query.js';
import { valueOf } from '../../contract/results.js';
import type { SchemaDatabase } from './schema-database.js';
import { schemaOf, type Files } from './schema-files.js';

export interface Version {
  readonly layer?: Layer;
  readonly locale?: string;
}

/** Documents as they are written and read under one state of the files; published ones in the default locale unless told. */
export interface Served {
  /** Its documentId. */
  create(name: string, data: object, version?: Version): Promise<string>;
  update(name: string, documentId: string, data: object, version?: Version): Promise<void>;
  transit(
    kind: 'publish' | 'unpublish' | 'discardDraft',
    name: string,
    documentId: string,
    locale?: string,
  ): Promise<void>;
  /** One locale, or `*`. */
  remove(name: string, documentId: string, locale: string): Promise<void>;
  /** Names of what a relation leads to. */
  led(name: string, documentId: string, relation: string, version?: Version): Promise<unknown>;
  value(name: string, documentId: string, attribute: string, version?: Version): Promise<unknown>;
  close(): Promise<void>;
}

const uid = (name: string): string => `api::${name}.${name}`;

/** For a suite: serves under files in turn. What a test serves is closed after it, before what `database` does then. */
export function useServing(database: () => SchemaDatabase): (files: Files) => Promise<Served> {
  let open: Served[] = [];
  afterEach(async () => {
    for (const served of open) await served.close();
    open = [];
  });
  return async (files) => {
    const served = await serve(database(), files);
    open.push(served);
    return served;
  };
}

/** Opens a store as a start with these files does, which brings the tables in step. */
export async function serve(database: SchemaDatabase, files: Files): Promise<Served> {
  const schema = schemaOf(files);
  const store = valueOf(await database.openStore(schema));
  const applied = await store.schema.apply();
  if (!applied.ok) await store.close();
  valueOf(applied);
  const documents = createDocuments({
    schema,
    store: store.documents,
    clock: createClock(),
    ids: createIds(),
    passwords: { hash: (password) => Promise.resolve(password) },
  });
  return { ...writing(documents), ...reading(documents), close: () => store.close() };
}

type Writing = Pick<Served, 'create' | 'update' | 'transit' | 'remove'>;

const writing = (documents: Documents): Writing => ({
  async create(name, data, { layer = 'published', ...more } = {}) {
    const mutation = { kind: 'create' as const, type: uid(name), layer, data, answer: {}, ...more };
    const { answer } = valueOf(await documents.create(systemPrincipal, mutation));
    return answer.documents()[0]?.['documentId'] as string;
  },
  async update(name, documentId, data, { layer = 'published', ...more } = {}) {
    const addressed = { type: uid(name), documentId, layer, ...more };
    const mutation = { kind: 'update' as const, ...addressed, data, answer: {} };
    valueOf(await documents.update(systemPrincipal, mutation));
  },
  async transit(kind, name, documentId, locale) {
    const mutation = { type: uid(name), documentId, answer: {}, ...(locale !== undefined && { locale }) };
    const transitions = {
      publish: () => documents.publish(systemPrincipal, { ...mutation, kind: 'publish' }),
      unpublish: () => documents.unpublish(systemPrincipal, { ...mutation, kind: 'unpublish' }),
      discardDraft: () => documents.discardDraft(systemPrincipal, { ...mutation, kind: 'discardDraft' }),
    };
    valueOf(await transitions[kind]());
  },
  async remove(name, documentId, locale) {
    valueOf(await documents.delete(systemPrincipal, { kind: 'delete', type: uid(name), documentId, locale }));
  },
});

function reading(documents: Documents): Pick<Served, 'led' | 'value'> {
  const read = async (name: string, documentId: string, populate: Populate, version: Version) => {
    const { layer = 'published', ...more } = version;
    const asked = { type: uid(name), action: 'findOne' as const, documentId, layer, populate, ...more };
    const query = { ...asked, range: { offset: 0, limit: 1 }, count: false };
    const found = await documents.findOne(systemPrincipal, query);
    if (!found.ok && found.failure.code === 'DOCUMENT.NOT_FOUND') return undefined;
    return valueOf(found).answer.documents()[0];
  };
  return {
    async led(name, documentId, relation, version = {}) {
      const populate = { all: false, members: [{ name: relation, fields: ['name'] }] };
      const found = await read(name, documentId, populate, version);
      const value = found?.[relation] as { name: string } | { name: string }[] | null | undefined;
      return Array.isArray(value) ? value.map((each) => each.name) : (value?.name ?? null);
    },
    async value(name, documentId, attribute, version = {}) {
      return (await read(name, documentId, { all: true, members: [] }, version))?.[attribute];
    },
  };
}
