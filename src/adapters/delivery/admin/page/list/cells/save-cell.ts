import type { Json } from '../../../../../../domain/schema/schema.js';
import type { DocumentRow, Entry, Written } from '../../../contract/documents.js';
import { say } from '../../messages/messages.js';
import { ApiFailure, request } from '../../session/api.js';
import { reasonOf } from '../bulk/refusals.js';

export interface CellChange {
  readonly uid: string;
  readonly row: Pick<DocumentRow, 'documentId' | 'locale' | 'revision'>;
  readonly name: string;
  /** The value that the edit began from. */
  readonly from: Json;
  readonly value: Json;
}

export type SavedCell =
  /** `entry` null: who wrote it may not read it. */
  | { readonly kind: 'saved'; readonly entry: Entry | null }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'changed'; readonly entry: Entry };

/** So often an entry may be changed by others while a cell of it is saved. */
const mostAttempts = 5;

/** Writes one attribute of an entry. What others change meanwhile in other attributes stays. */
export async function saveCell({ uid, row, name, from, value }: CellChange): Promise<SavedCell> {
  const path = `documents/${uid}/${row.documentId}`;
  const { locale } = row;
  const inLocale = locale === null ? {} : { locale };
  let { revision } = row;
  try {
    for (let left = mostAttempts; ; left -= 1) {
      const body = { set: { [name]: value }, revision, ...inLocale };
      const written = await request<{ data: Written }>('PATCH', path, { body, keepalive: true }).catch(
        (error: unknown) => {
          if (error instanceof ApiFailure && error.status === 412 && left > 0) return null;
          throw error;
        },
      );
      if (written !== null) return { kind: 'saved', entry: 'revision' in written.data ? written.data : null };
      const query = new URLSearchParams(inLocale).toString();
      const { data: entry } = await request<{ data: Entry }>('GET', `${path}?${query}`);
      const theirs = entry.values[name] ?? null;
      if (isSame(theirs, value)) return { kind: 'saved', entry };
      if (!isSame(theirs, from)) return { kind: 'changed', entry };
      ({ revision } = entry);
    }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { kind: 'refused', message: messageOf(error) };
  }
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

function messageOf({ status, answer, message, waitSeconds }: ApiFailure): string {
  if (status === 0) return say('failure.offline.text');
  if (status === 429) return say('failure.tooMany.text', { seconds: waitSeconds });
  return answer === null ? message : reasonOf(answer);
}
