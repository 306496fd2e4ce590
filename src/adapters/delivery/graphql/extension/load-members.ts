import { isObjectType, type GraphQLField, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import { decide, unlimited, type Principal } from '../../../../domain/permission/permission.js';
import { compare } from '../../../../domain/query/compare.js';
import type { Layer, Query, Selection } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { valueOrThrow } from '../client-error.js';
import { Entity, readerOf, withLoading } from '../read/found.js';
import type { FieldDependencies } from '../read/read-fields.js';
import { memberOfField } from '../read/selection-of.js';
import { meaningOf } from '../schema/meaning.js';
import type { ResolverContext } from './resolver-context.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Lets fields of relations, components and zones read what a resolver of the app has left out of the document that it returned,
 * as in Strapi. What the relation leads to is limited by the grants of the client; the document itself is the app's answer.
 * Changes `schema`.
 */
export function loadMembers(schema: GraphQLSchema, dependencies: FieldDependencies): GraphQLSchema {
  for (const contentType of dependencies.schema.contentTypes.values()) {
    const type = schema.getType(dependencies.shape.names.typeOf(contentType));
    if (!isObjectType(type)) continue;
    const load = createLoader(contentType, dependencies);
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      const name = memberOf(field);
      if (name === undefined || resolve === undefined || readerOf(resolve) === undefined) continue;
      field.resolve = withLoading(resolve, (source, args, context, info) => {
        const resolved = (document: unknown): unknown => resolve(document, args, context, info);
        if (!isWithout(source, name)) return resolved(source);
        const select = () => memberOfField({ info, lists: dependencies }, field);
        const loaded = load(source, context as ResolverContext, info, select);
        return loaded.then((document) => resolved(document === undefined ? source : new Entity(document)));
      });
    }
  }
  return schema;
}

/** The name of the relation, component or zone that a field stands for. */
function memberOf(field: GraphQLField<unknown, unknown>): string | undefined {
  const meaning = meaningOf(field);
  const isMember = meaning?.kind === 'relation' || meaning?.kind === 'component' || meaning?.kind === 'zone';
  return isMember ? meaning.name : undefined;
}

/** Whether it is a document of the app's own resolver that was read without the member. */
const isWithout = (source: unknown, name: string): source is Row =>
  !(source instanceof Entity) &&
  typeof (source as Row | null)?.['documentId'] === 'string' &&
  (source as Row)[name] === undefined;

/** Rows of one field that wait for one read. */
interface Batch {
  readonly ids: Set<string>;
  readonly found: Promise<ReadonlyMap<unknown, Document>>;
}

type Load = (
  row: Row,
  context: ResolverContext,
  info: GraphQLResolveInfo,
  select: () => Selection,
) => Promise<Document | undefined>;

/** The rows of a list ask in the same moment, and are read together. */
function createLoader(type: ContentType, { documents }: FieldDependencies): Load {
  const waiting = new WeakMap<ResolverContext, Map<string, Batch>>();
  /** The document is the app's answer, whoever may find it, but attributes that a grant leaves out stay out. */
  const allowed = (principal: Principal, action: 'find' | 'findDrafts') =>
    [action, { ...(decide(principal, action, type.uid) ?? unlimited), filter: null }] as const;
  const readerFor = (principal: Principal): Principal => ({
    ...principal,
    grants: {
      kind: 'listed',
      listed: new Map([[type.uid, new Map([allowed(principal, 'find'), allowed(principal, 'findDrafts')])]]),
    },
    linkedGrants: principal.linkedGrants ?? principal.grants,
  });
  const read = async (ids: ReadonlySet<string>, asked: Query, principal: Principal) => {
    const filters = compare('documentId', '$in', [...ids]);
    const found = valueOrThrow(await documents.find(readerFor(principal), { ...asked, filters }));
    return new Map(found.answer.documents().map((document) => [document['documentId'], document]));
  };
  return async (row, context, info, select) => {
    const version = versionOf(type, row);
    const key = JSON.stringify([withoutPlaces(info.path), version]);
    const batches = waiting.get(context) ?? new Map<string, Batch>();
    waiting.set(context, batches);
    let batch = batches.get(key);
    if (batch === undefined) {
      const asked: Query = {
        type: type.uid,
        action: 'find',
        range: { offset: 0, limit: null },
        count: false,
        ...select(),
        fields: ['documentId'],
        ...version,
      };
      const ids = new Set<string>();
      const found = Promise.resolve().then(() => {
        batches.delete(key);
        return read(ids, asked, context.principal);
      });
      batch = { ids, found };
      batches.set(key, batch);
    }
    batch.ids.add(String(row['documentId']));
    return (await batch.found).get(row['documentId']);
  };
}

/** The version that a row is, as far as it says so; otherwise the published one in the default locale. */
function versionOf(type: ContentType, { publishedAt, locale }: Row): { layer: Layer; locale?: string } {
  const layer = type.draftAndPublish && publishedAt === null ? 'draft' : 'published';
  return { layer, ...(type.localized && typeof locale === 'string' && { locale }) };
}

/** The response keys that lead to a field, without the places in lists. */
function withoutPlaces(path: GraphQLResolveInfo['path'] | undefined): readonly string[] {
  if (path === undefined) return [];
  const before = withoutPlaces(path.prev);
  return typeof path.key === 'number' ? before : [...before, path.key];
}
