import { randomInt } from 'node:crypto';
import {
  createDocuments,
  type Answer,
  type Documents,
  type DocumentsDependencies,
} from '../../src/application/documents/documents.js';
import type { Document } from '../../src/application/ports/document-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Failure } from '../../src/domain/failure.js';
import type { Limits } from '../../src/domain/plan/read-plan.js';
import type { Layer, Query, Selection } from '../../src/domain/query/query.js';
import type { Result } from '../../src/domain/result.js';
import type { Json, Schema } from '../../src/domain/schema/schema.js';
import type { TypeName } from './schema-files.js';
import { createClock } from './ticking-clock.js';
import { reading } from './world-reading.js';
import { writing } from './world-writing.js';

export { failureOf, idOf, textOf, valueOf } from './results.js';
export { queryOf } from './world-reading.js';

/** A query without its type. */
export type Asked = Partial<Omit<Query, 'type' | 'action'>>;

export type Data = { readonly [attribute: string]: unknown };

/** The default layer and locale of writes and reads. Without a locale, the server's default applies. */
export interface Place {
  readonly layer: Layer;
  readonly locale?: string;
}

export type Move = 'publish' | 'unpublish' | 'discardDraft';

/** A store with its use cases, addressed by short type names and documentIds. */
export interface World extends Reading, Writing {
  readonly store: Store;
  readonly schema: Schema;
  readonly dependencies: DocumentsDependencies;
  readonly documents: Documents;
  /** The same world, with drafts as its layer. */
  readonly drafts: World;
  /** The same world, in a locale; `*` reads or deletes all locales. */
  in(locale: string): World;
}

export interface Writing {
  /** Creates a document and returns its documentId. */
  create(type: TypeName, data: Data): Promise<string>;
  /** Creates a document and returns what `answer` selects. */
  createFor(type: TypeName, data: Data, answer: Selection): Promise<Document>;
  /** Creates a draft and returns its documentId. */
  createDraft(type: TypeName, data: Data): Promise<string>;
  /** Creates one document for each name and returns their documentIds. */
  createNamed(type: TypeName, ...names: readonly string[]): Promise<string[]>;
  update(type: TypeName, documentId: string, data: Data): Promise<void>;
  updateFor(type: TypeName, documentId: string, data: Data, answer: Selection): Promise<Document>;
  /** Returns the failure of an update that must be refused. */
  refused(type: TypeName, documentId: string, data: Data): Promise<Failure>;
  /** Writes the document of a single type and returns its documentId. */
  put(type: TypeName, data: Data): Promise<string>;
  publish(type: TypeName, documentId: string): Promise<void>;
  unpublish(type: TypeName, documentId: string): Promise<void>;
  discard(type: TypeName, documentId: string): Promise<void>;
  /** Publishes, unpublishes or discards; may be refused. */
  move(kind: Move, type: TypeName, documentId?: string): Promise<Result<Answer>>;
  delete(type: TypeName, documentId?: string): Promise<void>;
}

export interface Reading {
  find(type: TypeName, asked?: Asked): Promise<readonly Document[]>;
  /** Returns the names of the documents that a query finds. */
  names(type: TypeName, asked?: Asked): Promise<readonly Json[]>;
  one(type: TypeName, documentId: string, selection?: Selection, layer?: Layer): Promise<Document>;
  /** Returns null if there is no version. */
  version(type: TypeName, documentId: string, selection?: Selection): Promise<Document | null>;
  /** Returns the names in a to-many list, in order. */
  list(type: TypeName, documentId: string, relation: string, layer?: Layer): Promise<readonly Json[]>;
  /** Returns the name of a to-one target, or null. */
  linked(type: TypeName, documentId: string, relation: string, layer?: Layer): Promise<Json>;
}

export function createWorld(store: Store, schema: Schema, limits?: Limits): World {
  const dependencies: DocumentsDependencies = {
    schema,
    store: store.documents,
    clock: createClock(),
    ids: { documentId: randomDocumentId },
    passwords: { hash: async (password) => `hash of ${password.length} characters` },
    ...(limits && { limits }),
  };
  const documents = createDocuments(dependencies);
  const worldAt = (place: Place): World => ({
    store,
    schema,
    dependencies,
    documents,
    ...reading(documents, place),
    ...writing(documents, place),
    get drafts() {
      return worldAt({ ...place, layer: 'draft' });
    },
    in: (locale) => worldAt({ ...place, locale }),
  });
  return worldAt({ layer: 'published' });
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

export const randomDocumentId = (): string =>
  Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('');
