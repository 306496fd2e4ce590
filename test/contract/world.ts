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

/** Everything about a query but the type. */
export type Asked = Partial<Omit<Query, 'type' | 'action'>>;

export type Data = { readonly [attribute: string]: unknown };

/** What is written and read where nothing else is said. Without a locale: the default one. */
export interface Place {
  readonly layer: Layer;
  readonly locale?: string;
}

export type Move = 'publish' | 'unpublish' | 'discardDraft';

/** A store with the use cases in front of it, as a case uses them: by short type names, documents by documentId. */
export interface World extends Reading, Writing {
  readonly store: Store;
  readonly schema: Schema;
  readonly dependencies: DocumentsDependencies;
  readonly documents: Documents;
  /** The same world, where drafts are written and read. */
  readonly drafts: World;
  /** The same world, in a locale; `*` to read or delete all. */
  in(locale: string): World;
}

export interface Writing {
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
  /** A single type is written without naming its document; answers its documentId. */
  put(type: TypeName, data: Data): Promise<string>;
  publish(type: TypeName, documentId: string): Promise<void>;
  unpublish(type: TypeName, documentId: string): Promise<void>;
  discard(type: TypeName, documentId: string): Promise<void>;
  /** A move that may be refused. */
  move(kind: Move, type: TypeName, documentId?: string): Promise<Result<Answer>>;
  delete(type: TypeName, documentId?: string): Promise<void>;
}

export interface Reading {
  find(type: TypeName, asked?: Asked): Promise<readonly Document[]>;
  /** The names of the documents found. */
  names(type: TypeName, asked?: Asked): Promise<readonly Json[]>;
  one(type: TypeName, documentId: string, selection?: Selection, layer?: Layer): Promise<Document>;
  /** Null where there is no version. */
  version(type: TypeName, documentId: string, selection?: Selection): Promise<Document | null>;
  /** The names in a to-many list, in its order. */
  list(type: TypeName, documentId: string, relation: string, layer?: Layer): Promise<readonly Json[]>;
  /** The name at the other end of a to-one relation; null without one. */
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
