import type { Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import { taken } from './refusals.js';
import { findByIdentifier, isLookAlike } from './user-records.js';

/** Refuses identifiers that another user has, as username or as address. `self` may have them already. */
export async function areFree(
  documents: Documents,
  identifiers: readonly string[],
  self?: string,
): Promise<Result<void>> {
  for (const identifier of identifiers) {
    const holders = await findByIdentifier(documents, identifier);
    if (!holders.ok) return holders;
    if (holders.value !== null && holders.value.documentId !== self) return err(taken);
    const alike = await isLookAlike(documents, identifier, self);
    if (!alike.ok) return alike;
    if (alike.value) return err(taken);
  }
  return ok(undefined);
}

/** Whether a write was refused because somebody else has the username or the address. */
export function isTaken({ code, message, details }: Failure): boolean {
  const [error] = (details?.['errors'] ?? []) as { readonly path: readonly string[] }[];
  const isOfAccount = error?.path[0] === 'username' || error?.path[0] === 'email';
  return code === 'INPUT.INVALID' && message === 'This attribute must be unique' && isOfAccount;
}
