import type { PlainObject } from '../../domain/document/plain-object.js';
import type { Failure } from '../../domain/failure.js';
import { isNotUnique } from '../../domain/plan/write-plan.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import { taken } from './failures.js';
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

/** Whether a write was refused because somebody else has a username that looks like this one. */
export const isOfForm = ({ code, details }: Failure): boolean =>
  code === 'INPUT.INVALID' && pathOf(details)?.[0] === 'usernameForm';

/** The same refusal, about the attribute that clients see. */
export function ofUsername(refused: Failure, data: PlainObject): Failure {
  const { details } = refused;
  const errors = (details?.['errors'] ?? []) as readonly object[];
  const reported = errors.map((error) => ({ ...error, path: ['username'], value: data['username'] }));
  return { ...refused, details: { ...details, errors: reported } };
}

const pathOf = (details: Failure['details']): readonly string[] | undefined =>
  ((details?.['errors'] ?? []) as readonly { readonly path: readonly string[] }[])[0]?.path;

/** Whether a write was refused because somebody else has the username or the address. */
export function isTaken(refused: Failure): boolean {
  const attribute = pathOf(refused.details)?.[0];
  return isNotUnique(refused) && (attribute === 'username' || attribute === 'email');
}
