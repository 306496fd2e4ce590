import { failure } from '../../../domain/failure.js';
import { decideRead } from '../../../domain/permission/permission.js';
import { compare } from '../../../domain/query/compare.js';
import { labelOf } from '../../../domain/document/label-of.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { FoundEntry } from './contract/found.js';
import { foundEntries, longestSought } from './contract/limits.js';
import { listOf } from './contract/wire.js';
import { fieldsOf, labelled } from './documents/labels.js';
import { localeIn } from './documents/readable-locales.js';
import { readableTypes } from './home.js';
import { text } from './query.js';
import { route, type Route } from './route.js';

/** The entries of all content-types whose title contains a text, those that begin with it first. */
async function findEntries(
  dependencies: AdminDependencies,
  { principal, asked }: Call,
): Promise<Result<Reply<readonly FoundEntry[]>>> {
  const sought = typeof asked['title'] === 'string' ? asked['title'].trim() : '';
  if (sought === '' || sought.length > longestSought)
    return err(
      failure('QUERY.INVALID', `title has 1 to ${longestSought} characters`, {
        key: 'title',
        source: 'query',
      }),
    );
  const found: FoundEntry[] = [];
  for (const type of readableTypes(dependencies, principal)) {
    const fields = decideRead(principal, type, 'draft')?.fields ?? null;
    const label = labelOf(type, fields);
    if (type.kind === 'singleType' || label === 'documentId') continue;
    const rows = await dependencies.documents.find(principal, {
      type: type.uid,
      action: 'find',
      range: { offset: 0, limit: foundEntries },
      count: false,
      layer: type.draftAndPublish ? 'draft' : 'published',
      fields: fieldsOf(type, fields),
      ...localeIn(dependencies, principal, type),
      filters: compare(label, '$containsi', sought),
      sort: [{ path: ['updatedAt'], direction: 'desc' }],
    });
    // One that is too large to look through takes nothing from the others.
    if (!rows.ok && rows.failure.code === 'PLAN.TOO_EXPENSIVE') continue;
    if (!rows.ok) return rows;
    for (const row of rows.value.answer.documents()) {
      const { documentId, label: title, locale } = labelled(type, row);
      found.push({ uid: type.uid, documentId, label: title, locale });
    }
  }
  const begins = ({ label }: FoundEntry): number =>
    label.toLowerCase().startsWith(sought.toLowerCase()) ? 0 : 1;
  return ok({ data: found.toSorted((one, other) => begins(one) - begins(other)).slice(0, foundEntries) });
}

export const foundRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'entries',
    summary: 'Find entries of all content-types by their title',
    about:
      'In the default locale, or in the first one that the administrator may read. At most ten, of those that the administrator may read. Content-types that are too large to look through are left out.',
    needs: null,
    query: [text('title', 'A part of the title, whatever the case.')],
    gives: listOf(FoundEntry),
    run: findEntries,
  }),
];
