import type { RoleAddress } from '../../../application/access/roles/role-service.js';
import type { FileId } from '../../../application/media/media.js';

/** Reads the ids of files and roles, which are numeric ids or documentIds. */

/** A numeric id has 31 bits; a documentId begins with a letter. */
export const fileIdOf = (text: string): FileId => (/^\d{1,9}$/.test(text) ? Number(text) : text);

/** A null character becomes `''`, which no role has: PostgreSQL refuses to search for null characters. */
export function roleAddressOf(text: string): RoleAddress {
  if (/^\d{1,15}$/.test(text)) return { key: 'id', value: text };
  return { key: 'documentId', value: text.includes('\u0000') ? '' : text };
}
