import type { Documents } from '../../src/application/documents/documents.js';
import type { Document } from '../../src/application/ports/document-store.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Query } from '../../src/domain/query/query.js';
import type { Json } from '../../src/domain/schema/schema.js';
import { populate } from './questions.js';
import { onlyOne, valueOf } from './results.js';
import { uidOf, type TypeName } from './schema-files.js';
import type { Asked, Place, Reading } from './world.js';

const whole: Omit<Query, 'type' | 'action'> = {
  range: { offset: 0, limit: null },
  count: false,
  layer: 'published',
};

export const queryOf = (type: TypeName, asked: Asked = {}): Query => ({
  ...whole,
  ...asked,
  type: uidOf(type),
  action: 'find',
});

export function reading(documents: Documents, place: Place): Reading {
  const find: Reading['find'] = async (type, asked) =>
    valueOf(await documents.find(systemPrincipal, queryOf(type, { ...place, ...asked }))).answer.documents();
  const one: Reading['one'] = async (type, documentId, selection = {}, layer = place.layer) => {
    const query = queryOf(type, { ...place, ...selection, documentId, layer });
    const found = await documents.findOne(systemPrincipal, { ...query, action: 'findOne' });
    return onlyOne(valueOf(found).answer.documents());
  };
  const related = async (
    ...[type, documentId, relation, layer]: Parameters<Reading['list']>
  ): Promise<Json> => {
    const selection = { fields: ['id'], populate: populate({ name: relation, fields: ['name'] }) };
    return (await one(type, documentId, selection, layer))[relation] ?? null;
  };
  return {
    find,
    one,
    names: async (type, asked) => (await find(type, asked)).map(nameOf),
    async version(type, documentId, selection = {}) {
      const found = await find(type, { ...selection, documentId });
      return found.length === 0 ? null : onlyOne(found);
    },
    list: async (...asked) => ((await related(...asked)) as readonly Document[]).map(nameOf),
    async linked(...asked) {
      const document = (await related(...asked)) as Document | null;
      return document === null ? null : nameOf(document);
    },
  };
}

const nameOf = (document: Document): Json => document['name'] ?? null;
