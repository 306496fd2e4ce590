import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import type { FileId, IncomingFile, Media, Upload, UploadDetails } from '../../../application/media/media.js';
import type { Document } from '../../../application/ports/document-store.js';
import { failure } from '../../../domain/failure.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import { AppError, valueOf } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import type { PluginParts } from './create-plugins.js';

interface UploadContext {
  readonly media: Media;
  /** Throws until files can be used. */
  documents(uid: string): DocumentService;
}

/** A file on disk, under the names of formidable or of its earlier versions. */
interface DiskFile {
  readonly filepath?: string;
  readonly path?: string;
  readonly originalFilename?: string | null;
  readonly name?: string | null;
}

interface UploadRequest {
  readonly data?: {
    readonly fileInfo?: unknown;
    readonly ref?: string;
    /** The numeric id of a row, or a documentId. */
    readonly refId?: FileId;
    readonly field?: string;
  };
  readonly files?: DiskFile | readonly DiskFile[];
  readonly file?: DiskFile;
}

/** `strapi.plugin('upload')`. */
export function uploadPlugin(context: UploadContext): PluginParts {
  const { media, documents } = context;
  const files = (): DocumentService => documents(fileType);
  const findOne = async (id: FileId, populate?: unknown): Promise<Document | null> =>
    files().findFirst({ filters: addressed(id), ...(populate !== undefined && { populate }) });
  return {
    services: {
      upload: {
        upload: async ({ data = {}, files: given }: UploadRequest) => {
          files();
          const list = Array.isArray(given) ? (given as readonly DiskFile[]) : [given as DiskFile];
          const details = { info: data.fileInfo, ...(await linkOf(data, documents)) };
          return receive(media.upload(systemPrincipal), list, details);
        },
        replace: async (id: FileId, { data = {}, file }: UploadRequest) => {
          files();
          const upload = await media.replace(systemPrincipal, id);
          return (await receive(upload, [file ?? {}], { info: data.fileInfo }))[0];
        },
        remove: async (file: { readonly id?: number; readonly documentId?: string }) => {
          files();
          return valueOf(await media.remove(systemPrincipal, file?.id ?? file?.documentId ?? ''));
        },
        updateFileInfo: async (id: FileId, info: unknown) => {
          files();
          return valueOf(await media.describe(systemPrincipal, id, info ?? {}));
        },
        findOne,
        findMany: (params: object = {}) => files().findMany(params),
        findPage: async (params: { readonly page?: number; readonly pageSize?: number } = {}) => {
          const { page = 1, pageSize = 10, ...rest } = params;
          const [results, total] = [
            await files().findMany({ ...rest, start: (page - 1) * pageSize, limit: pageSize }),
            await files().count(rest),
          ];
          const pageCount = Math.ceil(total / pageSize);
          return { results, pagination: { page, pageSize, pageCount, total } };
        },
      },
    },
    contentTypes: ['file'],
  };
}

const addressed = (id: FileId): object => (typeof id === 'number' ? { id } : { documentId: id });

async function receive(
  started: Result<Upload>,
  list: readonly DiskFile[],
  details: UploadDetails,
): Promise<readonly Document[]> {
  const upload = valueOf(started);
  try {
    for (const file of list) valueOf(await upload.receive(await incoming(file)));
    return valueOf(await upload.finish(details));
  } finally {
    await upload.abandon();
  }
}

async function incoming(file: DiskFile | undefined): Promise<IncomingFile> {
  const path = file?.filepath ?? file?.path;
  if (typeof path !== 'string') throw wrong('files need filepath', 'files');
  await access(path).catch((error: unknown) => {
    throw wrong(`filepath cannot be read: ${(error as Error).message}`, 'files');
  });
  // The seed script of Strapi's example misspells `originalFilename`.
  return { name: file?.originalFilename ?? file?.name ?? basename(path), content: createReadStream(path) };
}

const wrong = (message: string, key: string): AppError =>
  new AppError(failure('INPUT.INVALID', message, { key }));

/** A row's numeric id stands for its layer too: a file that is linked to a draft does not publish it. */
async function linkOf(
  { ref, refId, field }: NonNullable<UploadRequest['data']>,
  documents: UploadContext['documents'],
): Promise<Pick<UploadDetails, 'link'>> {
  if (ref === undefined || field === undefined || refId === undefined) return {};
  const isDraft = await isDraftRow(documents(ref), refId);
  return { link: { ref, refId, field, layer: isDraft ? 'draft' : 'published' } };
}

async function isDraftRow(service: DocumentService, refId: FileId): Promise<boolean> {
  const found = await service.findFirst({
    filters: addressed(refId),
    status: 'draft',
    locale: '*',
  });
  return found !== null && found['publishedAt'] === null;
}
