import { denied } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { administrators, type AdministratorRecord } from './records.js';
import type { AdministrationDependencies } from './dependencies.js';

/** Returns the record of the administrator who asks. Fails with `POLICY.DENIED` for others. */
export async function meOf(
  { documents }: Pick<AdministrationDependencies, 'documents'>,
  { kind, user }: Principal,
): Promise<Result<AdministratorRecord>> {
  if (kind !== 'administrator' || user === undefined) return err(denied);
  const found = await administrators.find(documents, 'documentId', user.documentId);
  if (!found.ok) return found;
  return found.value === null ? err(denied) : ok(found.value);
}
