import type { Answer } from '../../../../application/documents/use-cases.js';
import { writtenLocale } from '../../../../application/documents/address.js';
import { readCopy } from '../../../../application/documents/read-copy.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { denied, failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import type { Transition } from '../../../../domain/query/mutation.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { withOnce } from '../../codec/decode-once.js';
import type { Attribute, ContentType, Schema } from '../../../../domain/schema/schema.js';
import { decodeExpected } from '../../codec/decode-expected.js';
import {
  decodeCreate,
  decodeDelete,
  decodeTransition,
  decodeUpdate,
  writeParams,
  type WriteQuery,
} from '../../codec/decode-mutation.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { ActionBody, WriteBody, Written } from '../contract/documents.js';
import type { LinkOperation } from '../contract/links.js';
import { addressIn, readEntry, type Address } from './entry.js';
import { typeIn } from './list.js';
import { lastOf, nestedData, relationOf } from './nested.js';

/** Makes the body that REST would take: values as they are, and the operations of each relation together. */
export function dataOf(
  schema: Schema,
  type: ContentType,
  { set = {}, links = [] }: WriteBody,
): Result<Readonly<Record<string, unknown>>> {
  const misplaced = Object.keys(set).find((name) => isRelation(type.attributes.get(name)));
  if (misplaced !== undefined)
    return err(failure('INPUT.INVALID_KEY', `Change ${misplaced} by links`, { key: misplaced }));
  const byAttribute = new Map<string, LinkOperation[]>();
  for (const operation of links) {
    const { attribute } = operation;
    if (!isRelation(type.attributes.get(attribute)))
      return err(failure('INPUT.INVALID_KEY', `${attribute} is no relation`, { key: attribute }));
    byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), operation]);
  }
  const data: [string, unknown][] = [];
  for (const [name, value] of Object.entries(set)) {
    const attribute = type.attributes.get(name);
    const isNested = attribute?.kind === 'component' || attribute?.kind === 'zone';
    const sent = isNested ? nestedData(schema, attribute, value) : ok(value);
    if (!sent.ok) return sent;
    data.push([name, sent.value]);
  }
  for (const [name, operations] of byAttribute) data.push([name, relationOf(lastOf(operations))]);
  return ok(Object.fromEntries(data));
}

/** Files are a value: the whole list is sent. */
export const isRelation = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'relation' && attribute.media === undefined;

/** The query of a write of one version. */
export const version = (locale: string | null | undefined): WriteQuery =>
  writeParams({ status: 'draft', fields: 'documentId', locale: locale ?? undefined });

export async function createDocument(
  dependencies: AdminDependencies,
  call: Call<WriteBody>,
): Promise<Result<Reply<Written>>> {
  const type = typeIn(dependencies.schema, call.params['uid']);
  if (!type.ok) return type;
  const { body } = call;
  const data = dataOf(dependencies.schema, type.value, body);
  if (!data.ok) return data;
  const mutation = decodeCreate(type.value.uid, version(body.locale), { data: data.value });
  if (!mutation.ok) return mutation;
  const once = withOnce(call.req.headers, call.principal, mutation.value, [body]);
  if (!once.ok) return once;
  const created = await dependencies.documents.create(call.principal, once.value);
  if (!created.ok) return created;
  const documentId = textOf(created.value.answer.documents()[0]?.['documentId']);
  const locale = body.locale ?? undefined;
  return afterWrite(dependencies, call, { type: type.value, documentId, layer: 'draft', locale });
}

export async function updateDocument(
  dependencies: AdminDependencies,
  call: Call<WriteBody>,
): Promise<Result<Reply<Written>>> {
  const address = await addressWith(dependencies, call);
  if (!address.ok) return address;
  const { type, documentId, locale } = address.value;
  const data = dataOf(dependencies.schema, type, call.body);
  if (!data.ok) return data;
  const mutation = decodeUpdate(type.uid, documentId, version(locale), { data: data.value });
  if (!mutation.ok) return mutation;
  const expected = decodeExpected(call.body.revision);
  if (!expected.ok) return invalidRevision;
  const updated = await dependencies.documents.update(call.principal, {
    ...mutation.value,
    ...(expected.value !== undefined && { expected: expected.value }),
  });
  return updated.ok ? afterWrite(dependencies, call, address.value) : updated;
}

const invalidRevision = err(failure('INPUT.INVALID', reason('revision.invalid'), { key: 'revision' }));

/** Removes one locale of a document, or without a locale all of it. */
export async function removeDocument(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<undefined>>> {
  const { locale } = call.asked;
  const address = addressIn(dependencies.schema, { ...call, asked: {} });
  if (!address.ok) return address;
  const { type, documentId } = address.value;
  const removed = typeof locale === 'string' ? locale : type.localized ? '*' : undefined;
  const mutation = decodeDelete(type.uid, documentId, writeParams({ locale: removed }));
  if (!mutation.ok) return mutation;
  const done = await dependencies.documents.delete(call.principal, mutation.value);
  return done.ok ? ok({}) : done;
}

/** Makes a draft with the same content, as far as the administrator may read and write it. */
export async function duplicateDocument(
  dependencies: AdminDependencies,
  call: Call<ActionBody>,
): Promise<Result<Reply<Written>>> {
  const { documents } = dependencies;
  const { principal } = call;
  const address = await addressWith(dependencies, call);
  if (!address.ok) return address;
  const { type, documentId, locale } = address.value;
  if (documentId === undefined) return err(denied);
  const version = { type: type.uid, ...(locale !== undefined && { locale }) };
  const copy = await readCopy(dependencies, principal, { ...version, documentId });
  if (!copy.ok) return copy;
  const answer = { fields: ['documentId'] };
  const mutation = { ...version, kind: 'create', layer: 'draft', data: copy.value, answer } as const;
  const once = withOnce(call.req.headers, principal, mutation, ['duplicate', documentId, locale]);
  if (!once.ok) return once;
  const created = await documents.create(principal, once.value);
  if (!created.ok) return created;
  const id = textOf(created.value.answer.documents()[0]?.['documentId']);
  return afterWrite(dependencies, call, { ...address.value, documentId: id });
}

/** Publishes, unpublishes or discards, and answers the draft. */
export const moveDocument =
  (kind: Transition['kind']) =>
  async (dependencies: AdminDependencies, call: Call<ActionBody>): Promise<Result<Reply<Written>>> => {
    const address = await addressWith(dependencies, call);
    if (!address.ok) return address;
    const moved = await move(dependencies, call, kind, address.value);
    return moved.ok ? afterWrite(dependencies, call, address.value) : moved;
  };

async function move(
  { documents }: AdminDependencies,
  { principal }: Pick<Call, 'principal'>,
  kind: Transition['kind'],
  { type, documentId, locale }: Address,
): Promise<Result<Answer>> {
  const mutation = decodeTransition(kind, type.uid, documentId, version(locale));
  if (!mutation.ok) return mutation;
  switch (kind) {
    case 'publish':
      return documents.publish(principal, { ...mutation.value, kind });
    case 'unpublish':
      return documents.unpublish(principal, { ...mutation.value, kind });
    case 'discardDraft':
      return documents.discardDraft(principal, { ...mutation.value, kind });
  }
}

/** The locale of a write is in its body. It must be there before anything is written. */
export async function addressWith(
  dependencies: AdminDependencies,
  { params, body }: Call<ActionBody>,
): Promise<Result<Address>> {
  const address = addressIn(dependencies.schema, { params, asked: {} });
  if (!address.ok) return address;
  const locale = body.locale || undefined;
  const known = await writtenLocale(dependencies, address.value.type, locale);
  return known.ok ? ok({ ...address.value, locale }) : known;
}

/** A writer without a grant to read drafts gets the documentId alone. `status` is that of the route if it is undefined. */
export async function afterWrite(
  dependencies: AdminDependencies,
  { principal }: Pick<Call, 'principal'>,
  address: Address,
  status?: number,
): Promise<Result<Reply<Written>>> {
  const entry = await readEntry(dependencies, principal, address);
  const other = status === undefined ? {} : { status };
  if (entry.ok) return ok({ ...other, data: entry.value });
  if (!['POLICY.DENIED', 'DOCUMENT.NOT_FOUND'].includes(entry.failure.code)) return entry;
  return ok({ ...other, data: { documentId: address.documentId ?? null } });
}
