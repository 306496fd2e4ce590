import {
  currentVersion,
  type AskedHistory,
  type HistoryEntry,
} from '../../../../application/history/history-service.js';
import { notFound } from '../../../../domain/failure.js';
import { textOfReason } from '../../../../domain/reason/text-of-reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { decodePagination, pagingText, rangeOf } from '../../codec/pagination.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { Written } from '../contract/documents.js';
import type { AnyPage, PageMeta } from '../contract/failures.js';
import type { RestoreBody, Version, VersionChange, VersionEntry } from '../contract/history.js';
import { addressIn, type Address } from './entry.js';
import { addressWith, afterWrite } from './write.js';

const askedAt = ({ type, documentId, locale }: Address): AskedHistory => ({
  type: type.uid,
  ...(documentId !== undefined && { documentId }),
  ...(type.localized && locale !== undefined && { locale }),
});

/** Earlier versions of a document, the latest first. */
export async function listHistory(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<readonly VersionEntry[], PageMeta>>> {
  const { schema, history, options } = dependencies;
  const address = addressIn(schema, call);
  if (!address.ok) return address;
  const paging = decodePagination(call.asked, options.paging);
  if (!paging.ok) return paging;
  const { offset, limit } = rangeOf(paging.value);
  const range = { offset, limit: limit ?? options.paging.maxLimit };
  const found = await history.list(call.principal, askedAt(address.value), range);
  if (!found.ok) return found;
  const { entries, total } = found.value;
  const pagination = JSON.parse(pagingText(paging.value, { total })) as AnyPage;
  return ok({ data: entries.map(present), meta: { pagination } });
}

/** One earlier version, as it differs from the draft or from another one. */
export async function showVersion(
  { schema, history }: AdminDependencies,
  call: Call,
): Promise<Result<Reply<Version>>> {
  const address = addressIn(schema, call);
  if (!address.ok) return address;
  const asked = askedAt(address.value);
  const entry = call.params['entry'] ?? '';
  const { with: other } = call.asked;
  const found = await history.compare(
    call.principal,
    asked,
    entry,
    typeof other === 'string' ? other : currentVersion,
  );
  if (!found.ok) return found;
  const { changes, restorable, outdated } = found.value;
  const data: Version = {
    ...present(found.value),
    changes,
    restorable,
    outdated: outdated.map((part) => ({ ...part, message: textOfReason(part.reason) })),
  };
  return ok({ data });
}

/** What a write at a time changed, as the trail has it. */
export async function showChange(
  { schema, history }: AdminDependencies,
  call: Call,
): Promise<Result<Reply<VersionChange>>> {
  const address = addressIn(schema, call);
  if (!address.ok) return address;
  const { at } = call.asked;
  const found = await history.changeAt(
    call.principal,
    askedAt(address.value),
    typeof at === 'string' ? at : '',
  );
  if (!found.ok) return found;
  if (found.value === null) return err(notFound);
  const { changes } = found.value;
  return ok({ data: { ...present(found.value), changes } });
}

/** Gives the draft what an earlier version had. */
export async function restoreEntry(
  dependencies: AdminDependencies,
  call: Call<RestoreBody>,
): Promise<Result<Reply<Written>>> {
  const address = await addressWith(dependencies, call);
  if (!address.ok) return address;
  const entry = call.params['entry'] ?? '';
  const answer = { fields: ['documentId'] };
  const restored = await dependencies.history.restore(
    call.principal,
    askedAt(address.value),
    entry,
    answer,
    call.body.names,
  );
  if (!restored.ok) return restored;
  return afterWrite(dependencies, call, address.value, restored.value.created ? 201 : undefined);
}

const present = ({ id, at, by, action, status, locale, names }: HistoryEntry): VersionEntry => ({
  id,
  at,
  by: { kind: by.kind, name: by.name },
  action,
  status,
  locale,
  names,
});
