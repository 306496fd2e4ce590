import { notFound } from '../../../../domain/failure.js';
import { decide } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { DraftDifference } from '../contract/documents.js';
import { addressIn, type Address } from './entry.js';
import { publishProblems } from './publish-problems.js';
import { readable, unreadable } from './readable.js';

/** Says how the draft of a version differs from what is published, and what keeps it from being published. */
export async function showDraftDifference(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<DraftDifference>>> {
  const { schema, history } = dependencies;
  const address = addressIn(schema, call);
  if (!address.ok) return address;
  const { type, documentId, locale } = address.value;
  if (!type.draftAndPublish) return err(notFound);
  if (readable(call.principal, type) === null) return err(unreadable(type));
  const found = await history.draftChanges(call.principal, {
    type: type.uid,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const problems = await problemsOf(dependencies, call, address.value);
  if (!problems.ok) return problems;
  const { changes, unpublished, leftOut } = found.value;
  const data: DraftDifference = {
    changes,
    unpublished: unpublished.map(({ title, ...link }) => ({ ...link, label: title || link.documentId })),
    leftOut,
    problems: problems.value,
  };
  return ok({ data });
}

/** Tries to publish it, and takes that back. */
async function problemsOf(
  { releases }: AdminDependencies,
  { principal }: Call,
  { type, documentId, locale }: Address,
): Promise<Result<DraftDifference['problems']>> {
  if (decide(principal, 'publish', type.uid) === null) return ok([]);
  const named = { documentId: documentId ?? null, locale: locale ?? null };
  const found = await releases.checkActions(principal, [{ action: 'publish', type: type.uid, ...named }]);
  if (!found.ok) return found;
  return ok(
    found.value.flatMap((problem) =>
      // The grant does not cover this one.
      ['POLICY.DENIED', 'DOCUMENT.NOT_FOUND'].includes(problem.code) ? [] : publishProblems(problem),
    ),
  );
}
