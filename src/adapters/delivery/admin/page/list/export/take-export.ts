import type { ExportBody } from '../../../contract/lists.js';
import { ApiFailure, answerTo } from '../../session/api.js';
import { matchOf, usualSort, type ListSearch } from '../list-search.js';

interface Taken {
  readonly uid: string;
  readonly search: ListSearch;
  readonly body: ExportBody;
  readonly signal: AbortSignal;
  /** Hears how many bytes have come. */
  readonly progress: (bytes: number) => void;
}

/** Takes the rows of a list as a file. Rejects with an `ApiFailure`, also if it breaks off before its end, or with an abort. */
export async function takeExport({ uid, search, body, signal, progress }: Taken): Promise<Blob> {
  const query = matchOf(body.ids === undefined ? search : localeOf(search));
  query.set('sort', search.sort ?? usualSort);
  const path = `documents/${uid}/export?${query.toString()}`;
  const answer = await answerTo('POST', path, { body, signal });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = answer.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      progress((bytes += part.value.byteLength));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiFailure(0, null, null, null);
  }
  return new Blob(parts, { type: answer.headers.get('Content-Type') ?? '' });
}

/** Those that are named are meant whatever the list shows by now. */
const localeOf = ({ locale }: ListSearch): ListSearch => (locale === undefined ? {} : { locale });

/** Lets the browser keep a file. */
export function keepFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
