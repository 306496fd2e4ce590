import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import {
  systemPrincipal,
  unlimited,
  type Action,
  type Grants,
  type Permission,
  type Principal,
} from '../../src/domain/permission/permission.js';
import type { Layer } from '../../src/domain/query/query.js';
import { ok } from '../../src/domain/result.js';
import { idOf, valueOf } from '../contract/results.js';
import { plainGraphqlSchema } from '../graphql/graphql-world.js';
import { openDocuments } from './chosen-store.js';
import { fixtureDocuments, recordingLog } from './fixture.js';
import { component, contentType, drafts, localized, relation, schemaFrom } from '../schema-builders.js';
import { requestTo } from './request-to.js';

export const article = 'api::article.article';
export const author = 'api::author.author';
export const comment = 'api::comment.comment';

/** Articles and authors have drafts, comments have none. */
const sources = {
  contentTypes: [
    contentType(
      'article',
      'articles',
      {
        title: { type: 'string', ...localized },
        body: { type: 'text' },
        mark: { type: 'string', private: true },
        card: { type: 'component', component: 'shared.card' },
        author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
        comments: relation('oneToMany', 'comment', { mappedBy: 'article' }),
      },
      { ...drafts, ...localized },
    ),
    contentType(
      'author',
      'authors',
      { name: { type: 'string' }, articles: relation('oneToMany', 'article', { mappedBy: 'author' }) },
      drafts,
    ),
    contentType('comment', 'comments', {
      text: { type: 'string' },
      article: relation('manyToOne', 'article', { inversedBy: 'comments' }),
    }),
  ],
  components: [
    component('shared.card', { label: { type: 'string' }, stamp: { type: 'string', private: true } }),
  ],
};

type Granted = Readonly<Record<string, Partial<Record<Action, Partial<Permission>>>>>;

const reads = { find: {}, findOne: {} };

/** May find the published versions of all three. */
export const reader: Granted = { [article]: reads, [author]: reads, [comment]: reads };

/** May also find the drafts. */
export const editor: Granted = {
  [article]: { ...reads, findDrafts: {} },
  [author]: { ...reads, findDrafts: {} },
  [comment]: reads,
};

export const listed = (granted: Granted): Grants => ({
  kind: 'listed',
  listed: new Map(
    Object.entries(granted).map(([type, byAction]) => [
      type,
      new Map(
        Object.entries(byAction).map(([action, limits]) => [action as Action, { ...unlimited, ...limits }]),
      ),
    ]),
  ),
});

/** `live` is published and edited since; `secret` is only a draft. Each has a comment, and Ann, who was renamed, wrote both. */
export async function createDraftWorld() {
  const schema = schemaFrom(sources);
  const errors: string[] = [];
  const log = recordingLog(errors);
  const documents = fixtureDocuments(schema, openDocuments(schema));
  const create = async (type: string, layer: Layer, data: object) => {
    const mutation = { kind: 'create', type, layer, data, answer: {} } as const;
    return idOf(valueOf(await documents.create(systemPrincipal, mutation)).answer.documents()[0]);
  };
  const edit = async (type: string, documentId: string, data: object) => {
    const mutation = { kind: 'update', type, documentId, layer: 'draft', data, answer: {} } as const;
    valueOf(await documents.update(systemPrincipal, mutation));
  };
  const ann = await create(author, 'published', { name: 'Ann' });
  const live = await create(article, 'published', { title: 'live', body: 'open', author: ann });
  const secret = await create(article, 'draft', { title: 'secret', body: 'hidden', author: ann });
  const calm = await create(article, 'published', { title: 'calm', body: 'open' });
  await edit(author, ann, { name: 'Secret Ann' });
  await edit(article, live, { body: 'secret edit' });
  const comments = {
    live: await create(comment, 'published', { text: 'on live', article: live }),
    secret: await create(comment, 'published', { text: 'on the other', article: secret }),
  };
  let asking: Principal = systemPrincipal;
  const authenticate = () => ok(asking);
  const gate = createGraphqlGate({ authenticate, log });
  await gate.open((format) => plainGraphqlSchema(schema, documents, format));
  const app = createRestApp({ documents, schema, authenticate, log, beside: gate.handler });
  const as = (granted: Granted | Exclude<Grants['kind'], 'listed'>) => {
    const grants: Grants = typeof granted === 'string' ? { kind: granted } : listed(granted);
    const principal: Principal = { kind: 'user', name: 'somebody', grants };
    const rest = async (method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object) => {
      asking = principal;
      const request = requestTo(app)[method](`/api/${path}`);
      const { status, body, text } = await (data === undefined ? request : request.send({ data }));
      return { status, body, text };
    };
    const graphql = async (query: string) => {
      asking = principal;
      const { body, text } = await requestTo(app).post('/graphql').send({ query });
      return { data: body.data, code: body.errors?.[0]?.extensions?.code as unknown, text };
    };
    return { get: (path: string) => rest('get', path), rest, graphql };
  };
  return { schema, documents, errors, ann, live, secret, calm, comments, as };
}

export type DraftWorld = Awaited<ReturnType<typeof createDraftWorld>>;
