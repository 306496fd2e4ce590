import type { Access } from '../../../application/access/access.js';
import type { TokenRequest } from '../../../application/access/check-token-request.js';
import type { Documents } from '../../../application/documents/documents.js';
import type { ListedLocale, LocaleService } from '../../../application/locales/create-locales.js';
import { fileType } from '../../../application/media/file-record.js';
import type { Media } from '../../../application/media/media.js';
import type { Log } from '../../../application/ports/log.js';
import { failure } from '../../../domain/failure.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from './app-error.js';
import { createAppLog, type AppLog } from './create-app-log.js';
import { createDocumentService, type DocumentService } from './create-document-service.js';
import { createUploads, deletingFiles, type Uploads } from './create-uploads.js';
import { describeContentType, type ContentTypeView } from './describe-content-type.js';

/** What the app's own code gets, under the names `strapi` and `quire`. */
export interface AppObject {
  /** The documents of a content-type. There from `bootstrap` on: while `register` runs the tables may not fit yet. */
  documents(uid: string): DocumentService;
  readonly access: {
    grant(role: string, uid: string, actions: readonly string[]): Promise<void>;
    revoke(role: string, uid: string, actions: readonly string[]): Promise<void>;
    /** The token is in this answer and kept nowhere. */
    createToken(request: TokenRequest): Promise<{ readonly token: string }>;
  };
  /** The locales of content; there from `bootstrap` on. */
  readonly locales: {
    list(): readonly ListedLocale[];
    /** Of one that is there, changes the name if one is given. */
    add(code: string, name?: string): Promise<ListedLocale>;
    setDefault(code: string): Promise<void>;
  };
  readonly uploads: Uploads;
  /** `get('server.port')`: what the server runs with, from the environment and `config/*.js`. */
  readonly config: { get(path: string, fallback?: unknown): unknown };
  readonly log: AppLog;
  readonly contentTypes: Readonly<Record<string, ContentTypeView>>;
  contentType(uid: string): ContentTypeView | undefined;
}

export interface AppObjectDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly access: Access;
  readonly locales: LocaleService;
  readonly media: Media;
  readonly config: AppObject['config'];
  readonly log: Log;
  /** Whether the tables fit the schema. */
  readonly isReady: () => boolean;
}

export function createAppObject({
  schema,
  documents,
  access,
  locales,
  media,
  config,
  log,
  isReady,
}: AppObjectDependencies): AppObject {
  const services = new Map(
    [...schema.contentTypes.values()].map((type) => [type.uid, createDocumentService(documents, type)]),
  );
  const files = services.get(fileType);
  if (files !== undefined) services.set(fileType, deletingFiles(files, media));
  const contentTypes = Object.freeze(
    Object.fromEntries(
      [...schema.contentTypes.values()].map((type) => [type.uid, describeContentType(type)]),
    ),
  );
  return {
    documents: (uid) => {
      const service = services.get(uid);
      if (service === undefined) throw new AppError(failure('QUERY.INVALID', unknownType(schema, uid)));
      if (isReady()) return service;
      throw new AppError(
        failure('QUERY.INVALID', 'Documents are there from bootstrap on, not yet in register'),
      );
    },
    access: {
      grant: async (role, uid, actions) => valueOf(await access.grant(role, uid, actions)),
      revoke: async (role, uid, actions) => valueOf(await access.revoke(role, uid, actions)),
      createToken: async (request) => valueOf(await access.createToken(request ?? {})),
    },
    locales: {
      list: () => locales.list(),
      add: async (code, name) => valueOf(await locales.add(code, name)),
      setDefault: async (code) => valueOf(await locales.setDefault(code)),
    },
    uploads: createUploads(media, isReady),
    config,
    log: createAppLog(log),
    contentTypes,
    contentType: (uid) => (Object.hasOwn(contentTypes, uid) ? contentTypes[uid] : undefined),
  };
}

const unknownType = (schema: Schema, uid: unknown): string =>
  `Unknown content-type ${JSON.stringify(uid)}; there are: ${[...schema.contentTypes.keys()].sort().join(', ')}`;
