import type { Folder } from '../../../../domain/media/folder-tree.js';

/**
 * `GET media?search&filters&sort&pagination&folder&below`: a `ListAnswer`, with `folder` (a documentId or `root`) of one folder, and with
 * `below=true` of those in it too; `GET media/:documentId` one file. `POST media?name=&folder=` takes the bytes of
 * one file (`Content-Type: application/octet-stream`) and answers a list of it; `POST media/:documentId/file?name=` takes those that
 * replace a file, of the same kind. `PATCH media/:documentId` takes
 * `{ name, alternativeText, caption, folder }`; `DELETE media/:documentId`.
 */
export interface MediaFile {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly alternativeText: string | null;
  readonly caption: string | null;
  readonly url: string;
  readonly thumbnailUrl: string | null;
  readonly mime: string;
  /** In kilobytes, as the content API has it. */
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** The documentId of its folder; null: at the top, or the administrator may not see folders. */
  readonly folder: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * `GET folders`: all of them, by name. `POST folders` and `PATCH folders/:documentId` take `{ name, parent }` and answer one;
 * `DELETE folders/:documentId` moves what is in it up.
 */
export type MediaFolder = Folder;
