import { equals } from '../../../../domain/query/compare.js';
import type { Document } from '../../../../application/ports/document-store.js';
import { systemPrincipal, type Principal } from '../../../../domain/permission/permission.js';
import type { Query, Selection } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { decodeCreate, decodeDelete, decodeUpdate } from '../../codec/decode-mutation.js';
import { failureError, valueOrThrow } from '../failure-error.js';
import type { Args } from '../read/decode-arguments.js';
import { Found } from '../read/found.js';
import { isNumeric, selectedBelow, type FieldDependencies, type RootResolver } from '../read/read-fields.js';
import { completeData } from './complete-data.js';

/** Mutations: decoded by the code that decodes REST's, from the same parts. */

export const createResolver =
  (dependencies: FieldDependencies, type: ContentType): RootResolver =>
  async (_source, args, { principal }, info) => {
    const answer = selectedBelow(dependencies, info).selection;
    const data = completeData(dependencies.schema, type, args['data']);
    const mutation = valueOrThrow(decodeCreate(type.uid, parametersOf(args), { data }));
    const created = valueOrThrow(await dependencies.documents.create(principal, { ...mutation, answer }));
    return new Found(created.answer.documents()[0] ?? null);
  };

export const updateResolver =
  (dependencies: FieldDependencies, type: ContentType): RootResolver =>
  async (_source, args, { principal }, info) => {
    const answer = selectedBelow(dependencies, info).selection;
    const data = completeData(dependencies.schema, type, args['data']);
    const documentId = await documentIdOf(dependencies, type, args['id']);
    const mutation = valueOrThrow(decodeUpdate(type.uid, documentId, parametersOf(args), { data }));
    const updated = valueOrThrow(await dependencies.documents.update(principal, { ...mutation, answer }));
    return new Found(updated.answer.documents()[0] ?? null);
  };

/** Answers what was deleted, as far as who deletes it may read it; `data` is null where there was nothing. */
export const deleteResolver =
  (dependencies: FieldDependencies, type: ContentType): RootResolver =>
  async (_source, args, { principal }, info) => {
    const { selection } = selectedBelow(dependencies, info);
    const documentId = await documentIdOf(dependencies, type, args['id']);
    const mutation = valueOrThrow(decodeDelete(type.uid, documentId, parametersOf(args)));
    const { locale } = mutation;
    const last = await lastOf(dependencies, principal, type, {
      ...selection,
      ...(documentId !== undefined && { documentId }),
      ...(locale !== undefined && { locale }),
    });
    valueOrThrow(await dependencies.documents.delete(principal, mutation));
    return new Found(last);
  };

const parametersOf = ({ locale }: Args): string =>
  typeof locale === 'string' && locale !== '' ? `locale=${encodeURIComponent(locale)}` : '';

/** Undefined for single types. Numeric ids are those of versions in either layer. */
async function documentIdOf(
  dependencies: FieldDependencies,
  type: ContentType,
  id: unknown,
): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined;
  if (!isNumeric(id)) return id;
  for (const layer of ['published', 'draft'] as const) {
    const found = await dependencies.documents.find(systemPrincipal, {
      type: type.uid,
      action: 'find',
      fields: ['documentId'],
      range: one,
      count: false,
      layer,
      locale: '*',
      filters: equals('id', id),
    });
    const known = valueOrThrow(found).answer.documents()[0]?.['documentId'];
    if (typeof known === 'string') return known;
  }
  // Nobody has it: the write says so, or that it is not allowed.
  return id;
}

const one = { offset: 0, limit: 1 };

/** What is there before it goes: as it is published, otherwise its draft. */
async function lastOf(
  { documents }: FieldDependencies,
  principal: Principal,
  type: ContentType,
  asked: Selection & Pick<Query, 'documentId' | 'locale'>,
): Promise<Document | null> {
  const action = type.kind === 'singleType' ? 'find' : 'findOne';
  for (const layer of type.draftAndPublish ? (['published', 'draft'] as const) : (['published'] as const)) {
    const found = await documents.findOne(principal, {
      type: type.uid,
      action,
      range: one,
      count: false,
      layer,
      ...asked,
    });
    if (found.ok) return found.value.answer.documents()[0] ?? null;
    if (found.failure.code === 'POLICY.DENIED')
      return asked.documentId === undefined ? null : { documentId: asked.documentId };
    if (found.failure.code !== 'DOCUMENT.NOT_FOUND') throw failureError(found.failure);
  }
  return null;
}
