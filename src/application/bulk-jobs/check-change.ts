import { isPlainObject } from '../../domain/document/plain-object.js';
import { deniedWithout, failure, strayKey } from '../../domain/failure.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import { writableFields } from '../../domain/permission/write-permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import { reportRefusal } from '../audit/refusals.js';
import { actionOf, type BulkJob } from './bulk-job.js';

interface Dependencies {
  readonly schema: Schema;
  readonly audit: Pick<AuditTrail, 'record'> | undefined;
}

/** Refuses what cannot be done with any document. */
export async function checkChange(
  { schema, audit }: Dependencies,
  principal: Principal,
  { change, match }: Pick<BulkJob, 'change' | 'match'>,
): Promise<Result<null>> {
  const type = schema.contentTypes.get(change.type);
  if (type?.exposed !== true || type.kind === 'singleType')
    return invalid(`${change.type} is no content-type with many documents`, 'type');
  const action = actionOf(change);
  const permission = decide(principal, action, type.uid);
  if (permission === null) {
    await reportRefusal({ audit }, principal, { action, type: type.uid });
    return err(deniedWithout({ action, type: type.uid }));
  }
  // Lists do without it where there are no drafts: here that would mean all documents.
  if (match.publication !== undefined && !type.draftAndPublish)
    return invalid('A content-type without drafts has no publicationFilter', 'publicationFilter');
  if (change.kind === 'delete' || change.kind === 'duplicate') return ok(null);
  if (change.kind !== 'update')
    return type.draftAndPublish ? ok(null) : invalid(`${type.displayName} has no drafts`, 'action');
  const names = isPlainObject(change.data) ? Object.keys(change.data) : [];
  if (names.length === 0) return invalid('Give a value for at least one attribute', 'data');
  const writable = writableFields(principal, permission, type);
  const stranger = names.find(
    (name) => !type.attributes.has(name) || (writable !== null && !writable.has(name)),
  );
  return stranger === undefined ? ok(null) : err(strayKey(stranger));
}

const invalid = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));
