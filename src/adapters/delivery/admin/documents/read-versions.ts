import type { Document } from '../../../../application/ports/document-store.js';
import { decideRead } from '../../../../domain/permission/permission.js';
import type { Layer } from '../../../../domain/query/query.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Attribute, ContentType } from '../../../../domain/schema/schema.js';
import type { AdminDependencies, Call } from '../call.js';
import { judgeAgain } from '../guard.js';
import { populateOf } from './entry.js';
import { fieldsOf } from './labels.js';

/**
 * Reads all versions of a type in a layer that the administrator may find, page by page: their labels, and these attributes with
 * the documentIds of all that they link.
 */
export async function* readVersions(
  dependencies: AdminDependencies,
  call: Call,
  { type, layer, attributes }: { type: ContentType; layer: Layer; attributes: readonly Attribute[] },
): AsyncGenerator<Result<readonly Document[]>, void, void> {
  const { schema, wholeLists } = dependencies;
  const { principal } = call;
  const shown = fieldsOf(type, decideRead(principal, type, layer)?.fields ?? null);
  const scalars = attributes.filter(({ kind }) => kind === 'scalar').map(({ name }) => name);
  const pages = wholeLists(
    { principal, judge: judgeAgain(dependencies, call) },
    {
      type: type.uid,
      action: 'find',
      range: { offset: 0, limit: null },
      count: false,
      layer,
      fields: [...new Set([...shown, ...scalars])],
      populate: populateOf({ schema, principal, links: null }, attributes),
      ...(type.localized && { locale: '*' }),
    },
  );
  for await (const page of pages) yield page.ok ? ok(page.value.answer.documents()) : page;
}

/** The content of attributes as one text. In it ids are unique, and quotes inside of a text are escaped. */
export const contentOf = (attributes: readonly Attribute[], row: Document): string =>
  JSON.stringify(attributes.map(({ name }) => row[name] ?? null));
