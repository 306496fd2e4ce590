import { castForFilter } from '../../domain/document/cast-value.js';
import { isPlainObject, own } from '../../domain/document/plain-object.js';
import { failure } from '../../domain/failure.js';
import { decide, writableFields, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { compare } from '../../domain/query/compare.js';
import type { Create, Update } from '../../domain/query/mutation.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  contentTypeOf,
  isUnique,
  type Attribute,
  type ContentType,
  type Schema,
} from '../../domain/schema/schema.js';
import { findAsSystem } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Document } from '../ports/document-store.js';

/** Writes the document that has the values of its data for the unique attributes `by`, or a new one. */
export interface Upsert {
  readonly mutation: Create;
  readonly by: readonly string[];
}

/** The same for upserts whose documents can be looked for together. */
export const likenessOf = ({ mutation: { type, locale }, by }: Upsert): string =>
  JSON.stringify([type, locale ?? null, by]);

/**
 * Returns a text that is the same for upserts of the same document, of those that are alike; null if a value has another type than its
 * attribute. Fails if the document cannot be found by these attributes.
 */
export function keyOf(schema: Schema, principal: Principal, { mutation, by }: Upsert): Result<string | null> {
  const { type, data } = mutation;
  const content = contentTypeOf(schema, type);
  const values: unknown[] = [];
  for (const name of by) {
    const attribute = content.attributes.get(name);
    if (!isUnique(attribute) || !mayWrite(principal, content, name))
      return err(failure('INPUT.INVALID', `${name} is no unique attribute of ${type}`, { key: 'by' }));
    const value = valueIn(data, name);
    if (value === undefined || value === null)
      return err(failure('INPUT.INVALID', `The data must have ${name}, by which it is found`, { key: name }));
    values.push(canonical(attribute, value));
  }
  return ok(values.includes(null) ? null : textOf(values));
}

const valueIn = (data: unknown, name: string): unknown => (isPlainObject(data) ? own(data, name) : undefined);

const canonical = (attribute: Attribute | undefined, value: unknown) =>
  isUnique(attribute) ? castForFilter(attribute, value) : null;

const textOf = (values: readonly unknown[]): string => JSON.stringify(values.map(String));

/** Whether the principal may set the attribute; one that they may not is refused like one that does not exist. */
function mayWrite(principal: Principal, type: ContentType, name: string): boolean {
  const permission = decide(principal, 'create', type.uid);
  if (permission === null) return false;
  const names = writableFields(principal, permission, type);
  return names === null || names.has(name);
}

/**
 * Returns a create or an update for each of the upserts, which are alike and of different documents. Fails if only one by one can be told,
 * because several documents have the values of one of them. Whether there is one is found with
 * the server's rights, as a unique conflict would tell it too; what happens then needs the principal's own.
 */
export async function mutationsOf(
  { schema, documents }: { readonly schema: Schema; readonly documents: Pick<Documents, 'find'> },
  upserts: readonly Upsert[],
): Promise<Result<readonly (Create | Update)[]>> {
  const [first] = upserts;
  if (first === undefined) return ok([]);
  const { type, locale } = first.mutation;
  const { by } = first;
  const content = contentTypeOf(schema, type);
  const isOne = upserts.length === 1;
  const filters = by.map((name): Filter =>
    isOne
      ? compare(name, '$eq', valueIn(first.mutation.data, name))
      : compare(
          name,
          '$in',
          upserts.map((upsert) => valueIn(upsert.mutation.data, name)),
        ),
  );
  const found = await findAsSystem(documents, type, {
    filters: { kind: 'and', filters },
    fields: ['documentId', ...by],
    layer: editedLayer(content),
    limit: upserts.length,
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const keyIn = (valueOf: (name: string) => unknown): string =>
    isOne ? '' : textOf(by.map((name) => canonical(content.attributes.get(name), valueOf(name))));
  // The first that has the values, as for an upsert by itself.
  const ids = new Map(
    found.value
      .map((document: Document) => [keyIn((name) => document[name]), document['documentId']] as const)
      .toReversed(),
  );
  const documentIds = upserts.map(({ mutation }) => ids.get(keyIn((name) => valueIn(mutation.data, name))));
  // Drafts may share a unique value, so that a document may be beyond the limit.
  if (found.value.length >= upserts.length && documentIds.includes(undefined)) return err(manyAlike);
  return ok(
    upserts.map(({ mutation }, index) => {
      const documentId = documentIds[index];
      return typeof documentId === 'string' ? updateOf(mutation, documentId) : mutation;
    }),
  );
}

/** Each is then looked for by itself. */
const manyAlike = failure('STORE.CONFLICT', 'Several documents have the same values');

function updateOf({ type, locale, layer, data, answer }: Create, documentId: string): Update {
  const at = locale === undefined ? {} : { locale };
  return { kind: 'update', type, documentId, layer, data, answer, ...at };
}
