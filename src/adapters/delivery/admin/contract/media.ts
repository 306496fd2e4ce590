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
