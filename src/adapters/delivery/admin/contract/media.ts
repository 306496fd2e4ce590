import type { Uid } from '../../../../domain/schema/schema.js';

/**
 * `GET media?search&filters&sort&pagination`: a `ListAnswer`; `GET media/:documentId` one file. `POST media?name=` takes the bytes of
 * one file (`Content-Type: application/octet-stream`) and answers a list of it; `POST media/:documentId/file?name=` takes those that
 * replace a file, of the same kind. `PATCH media/:documentId` takes `{ name, alternativeText, caption }`; `DELETE media/:documentId`.
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
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `GET media/:documentId/uses`: the entries with the file that the administrator may find. */
export interface MediaUses {
  readonly entries: readonly MediaUse[];
  /** Whether there are more than `entries`. */
  readonly hasMore: boolean;
  /** Whether the file may also be in dynamic zones, which cannot be searched. */
  readonly isPartial: boolean;
}

export interface MediaUse {
  readonly type: Uid;
  readonly documentId: string;
  readonly label: string;
  readonly locale: string | null;
}
