/**
 * `GET media?search&filters&sort&pagination`: a `ListAnswer`. `POST media` takes the same form as `POST /api/upload` (`files`, `fileInfo`)
 * and answers the new files; `PATCH media/:documentId` takes `{ name, alternativeText, caption }`; `DELETE media/:documentId`.
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
