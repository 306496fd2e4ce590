import type { UnitsOfWork } from '../../application/ports/units-of-work.js';
import type { Documents } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import { codePrincipal } from '../../domain/permission/permission.js';
import type { Range } from '../../domain/query/query.js';
import type { ContentType, Schema } from '../../domain/schema/schema.js';
import { textOf } from '../../domain/document/text-of.js';
import { expectedOfOne } from '../delivery/codec/decode-expected.js';
import { AppError, valueOf } from './app-error.js';
import type { DocumentHistory } from './history/create-document-history.js';
import { copiedData, populateForCopy, withOverrides } from '../../application/documents/copy-document.js';
import { findAll } from './queries/find-all.js';
import {
  readDocumentId,
  readQuery,
  readAddress,
  readExpected,
  readTarget,
  readWrite,
  readRange,
} from './read-document-params.js';
import { layersOf } from '../../domain/plan/change.js';
import { createTransitionService, type TransitionService } from './create-transition-service.js';
import type {
  CloneParams,
  CreateParams,
  DeleteParams,
  Find,
  ListParams,
  OneParams,
  ReadParams,
  UpdateParams,
} from './service-params.js';
import { affected, onlyOne, orNull, type Affected } from './answered.js';
import type { ReleaseService } from '../../application/releases/release-service.js';
import { ok } from '../../domain/result.js';

/**
 * The documents of one content-type for app code: without permission checks, with private attributes, and with every
 * failure thrown as an `AppError`. The default status is `draft` if the type has draft & publish, and the default
 * locale that of the app. A single type needs no documentId.
 */
export interface DocumentService extends WriteService, TransitionService, Partial<DocumentHistory> {
  /** Returns every matching document, unless `start` or `limit` is given. Other keys than these have no effect. */
  findMany(params?: ListParams): Promise<readonly Document[]>;
  findFirst(params?: ReadParams): Promise<Document | null>;
  findOne(params?: OneParams): Promise<Document | null>;
  count(params?: ReadParams): Promise<number>;
  /** Creates a draft with the content of a document, in one locale or several, and with `data` instead. */
  clone(params: CloneParams): Promise<Affected>;
}

const none: Range = { offset: 0, limit: 0 };
const one: Range = { offset: 0, limit: 1 };

export interface DocumentServiceDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  /** Lets the writes of a clone take effect together; absent: one after the other. */
  readonly units?: Pick<UnitsOfWork, 'run'>;
  /** Absent: nothing can be planned. */
  readonly releases?: ReleaseService;
}

export function createDocumentService(
  { schema, documents, units, releases }: DocumentServiceDependencies,
  type: ContentType,
): DocumentService {
  const find: Find = async (params, range, documentId) =>
    (await findAll(documents, readQuery(type, params, range, documentId))).documents;
  const writes = createWriteService(schema, documents, type, find);
  const together = async <T>(work: () => Promise<T>): Promise<T> =>
    units === undefined ? work() : valueOf(await units.run(async () => ok(await work())));
  // Types without drafts do not have the others: app code asks whether they are there.
  const moves = type.draftAndPublish
    ? createTransitionService({ documents, type, find, ...(releases && { releases }) })
    : ({} as TransitionService);
  return {
    findMany: (params) => find(params, valueOf(readRange({ ...params }))),
    findFirst: async (params) => (await find(params, one))[0] ?? null,
    findOne: async (params) => (await find(params, one, readDocumentId(type, params)))[0] ?? null,
    count: async (params) => valueOf(await documents.count(codePrincipal, readQuery(type, params, none))),
    clone: (params) => together(() => cloneDocument({ schema, type, find, writes }, params)),
    ...writes,
    ...moves,
  };
}

interface Cloning {
  readonly schema: Schema;
  readonly type: ContentType;
  readonly find: Find;
  readonly writes: WriteService;
}

async function cloneDocument(
  { schema, type, find, writes }: Cloning,
  params: CloneParams,
): Promise<Affected> {
  const source = readDocumentId(type, params);
  const { data, locale, ...answer } = params ?? {};
  const whole = { populate: populateForCopy(schema, type), ...(locale !== undefined && { locale }) };
  const entries: Document[] = [];
  let documentId: string | undefined;
  for (const version of await find(whole, { offset: 0, limit: null }, source)) {
    const copy = withOverrides(copiedData(schema, type, version), data);
    const own = type.localized ? { locale: textOf(version['locale']) } : {};
    const shown = { fields: answer.fields, populate: answer.populate, ...own };
    const made =
      documentId === undefined
        ? await writes.create({ ...shown, data: copy })
        : await writes.update({ ...shown, documentId, data: copy });
    if (made === null) throw new Error('a clone has lost its first translation');
    documentId = textOf(made['documentId']);
    entries.push(made);
  }
  return affected(documentId, entries);
}

interface WriteService {
  /** Creates a draft if the type has draft & publish, unless `status` is `published`. */
  create(params: CreateParams): Promise<Document>;
  /**
   * Changes the attributes in `data`, and publishes with `status: 'published'`. Returns null if the document does not
   * exist; that of a single type is created.
   */
  update(params: UpdateParams): Promise<Document | null>;
  /** Returns the deleted drafts and published versions; without entries if there was no such document. */
  delete(params?: DeleteParams): Promise<Affected>;
}

function createWriteService(
  schema: Schema,
  documents: Documents,
  type: ContentType,
  find: Find,
): WriteService {
  return {
    create: async (params) => {
      const { given, ...write } = readWrite(schema, type, params);
      const mutation = { kind: 'create', ...write, ...given } as const;
      return onlyOne(valueOf(await documents.create(codePrincipal, mutation)));
    },
    update: async (params) => {
      const { given: _given, ...write } = readWrite(schema, type, params);
      const address = { ...readAddress(type, params), ...readExpected(params) };
      const mutation = { kind: 'update', ...address, ...write } as const;
      const updated = orNull(await documents.update(codePrincipal, mutation));
      return updated && onlyOne(updated);
    },
    delete: async (params) => {
      const documentId = readDocumentId(type, params);
      const { locale } = readTarget(type, params, 'any');
      const address = { ...readAddress(type, params), ...readExpected(params) };
      if (address.expected !== undefined && locale === '*') throw new AppError(expectedOfOne);
      const mutation = { kind: 'delete', ...address, ...(locale && { locale }) } as const;
      const entries: Document[] = [];
      for (const status of layersOf(type)) {
        entries.push(...(await find({ ...params, status }, { offset: 0, limit: null }, documentId)));
      }
      valueOf(await documents.delete(codePrincipal, mutation));
      return affected(documentId, entries);
    },
  };
}
