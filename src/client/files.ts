import { segment, type RequestOptions, type Transport } from './transport.js';

/** What is said of a file. */
export interface FileInfo {
  readonly name?: string;
  /** Empty: the picture is decoration. */
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  /** In percent of width and height, from the top left corner. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | null;
  readonly [attribute: string]: unknown;
}

export interface UploadOptions extends RequestOptions {
  /** For all files, or for each in their order. */
  readonly info?: FileInfo | readonly FileInfo[];
  /** The document to link them to: a UID, its id, and the name of the media attribute. */
  readonly link?: { readonly ref: string; readonly refId: string | number; readonly field: string };
}

/** The routes of files. */
export function createFiles({ send }: Transport) {
  const root = '/upload';
  const one = (id: string | number): string => `${root}/files${segment(id)}`;
  const post = async (
    form: FormData,
    id: string | number | undefined,
    { info, link, ...options }: UploadOptions,
  ) => {
    if (info !== undefined) {
      const all = Array.isArray(info) ? (info as readonly FileInfo[]) : [info];
      for (const each of all) form.append('fileInfo', JSON.stringify(each));
    }
    for (const [key, value] of Object.entries(link ?? {})) form.append(key, String(value));
    return send('POST', root, { body: form, ...(id !== undefined && { query: { id } }) }, options);
  };
  return {
    upload: (files: Blob | ArrayLike<Blob>, options: UploadOptions = {}) =>
      post(formOf(files instanceof Blob ? [files] : files), undefined, options),
    /** Replaces the file of a record. */
    replace: (id: string | number, file: Blob, options: UploadOptions = {}) =>
      post(formOf([file]), id, options),
    update: (id: string | number, fileInfo: FileInfo, options?: RequestOptions) =>
      send('POST', root, { query: { id }, body: { fileInfo } }, options),
    find: (query?: object, options?: RequestOptions) => send('GET', `${root}/files`, { query }, options),
    findOne: async (id: string | number, options?: RequestOptions) => send('GET', one(id), {}, options),
    delete: async (id: string | number, options?: RequestOptions) => send('DELETE', one(id), {}, options),
  };
}

function formOf(files: ArrayLike<Blob>): FormData {
  const form = new FormData();
  for (const file of Array.from(files)) form.append('files', file);
  return form;
}
