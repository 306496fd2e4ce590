import type { Answer, Documents } from '../../src/application/documents/documents.js';
import type { Document } from '../../src/application/ports/document-store.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Selection } from '../../src/domain/query/query.js';
import type { Result } from '../../src/domain/result.js';
import { failureOf, idOf, onlyOne, valueOf } from './results.js';
import { uidOf, type TypeName } from './schema-files.js';
import type { Data, Place, Writing } from './world.js';

const nothing: Selection = { fields: ['documentId'] };

const documentIn = (result: Result<Answer>): Document => onlyOne(valueOf(result).answer.documents());

export const writing = (documents: Documents, place: Place): Writing => ({
  ...creating(documents, place),
  ...updating(documents, place),
  ...moving(documents, place),
});

function creating(
  documents: Documents,
  place: Place,
): Pick<Writing, 'create' | 'createFor' | 'createDraft' | 'createNamed'> {
  const createIn = async (at: Place, name: TypeName, data: Data, answer: Selection): Promise<Document> => {
    const mutation = { kind: 'create', type: uidOf(name), ...at, data, answer } as const;
    return documentIn(await documents.create(systemPrincipal, mutation));
  };
  const create: Writing['create'] = async (name, data) => idOf(await createIn(place, name, data, nothing));
  return {
    create,
    createFor: (name, data, answer) => createIn(place, name, data, answer),
    createDraft: async (name, data) =>
      idOf(await createIn({ ...place, layer: 'draft' }, name, data, nothing)),
    async createNamed(type, ...names) {
      const ids: string[] = [];
      for (const name of names) ids.push(await create(type, { name }));
      return ids;
    },
  };
}

function updating(
  documents: Documents,
  place: Place,
): Pick<Writing, 'update' | 'updateFor' | 'refused' | 'put'> {
  const update = (name: TypeName, documentId: string | undefined, data: Data, answer: Selection) =>
    documents.update(systemPrincipal, {
      kind: 'update',
      type: uidOf(name),
      ...place,
      ...(documentId !== undefined && { documentId }),
      data,
      answer,
    });
  return {
    async update(name, documentId, data) {
      valueOf(await update(name, documentId, data, nothing));
    },
    updateFor: async (name, documentId, data, answer) =>
      documentIn(await update(name, documentId, data, answer)),
    refused: async (name, documentId, data) => failureOf(await update(name, documentId, data, nothing)),
    put: async (name, data) => idOf(documentIn(await update(name, undefined, data, nothing))),
  };
}

function moving(
  documents: Documents,
  { locale }: Place,
): Pick<Writing, 'publish' | 'unpublish' | 'discard' | 'move' | 'delete'> {
  const target = (name: TypeName, documentId: string | undefined) => ({
    type: uidOf(name),
    ...(locale !== undefined && { locale }),
    ...(documentId !== undefined && { documentId }),
  });
  const move: Writing['move'] = (kind, name, documentId) => {
    const mutation = { ...target(name, documentId), answer: nothing };
    switch (kind) {
      case 'publish':
        return documents.publish(systemPrincipal, { kind, ...mutation });
      case 'unpublish':
        return documents.unpublish(systemPrincipal, { kind, ...mutation });
      case 'discardDraft':
        return documents.discardDraft(systemPrincipal, { kind, ...mutation });
    }
  };
  const must = async (...asked: Parameters<Writing['move']>): Promise<void> => {
    valueOf(await move(...asked));
  };
  return {
    move,
    publish: (name, documentId) => must('publish', name, documentId),
    unpublish: (name, documentId) => must('unpublish', name, documentId),
    discard: (name, documentId) => must('discardDraft', name, documentId),
    async delete(name, documentId) {
      valueOf(await documents.delete(systemPrincipal, { kind: 'delete', ...target(name, documentId) }));
    },
  };
}
