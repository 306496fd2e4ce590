import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import type { ResponseFormat } from '../../src/adapters/delivery/graphql/shape/shape.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import { systemPrincipal, type Principal } from '../../src/domain/permission/permission.js';
import { ok } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { idOf, valueOf } from '../contract/results.js';
import { openDocuments } from '../http/chosen-store.js';
import { recordingLog } from '../http/fixture.js';
import { file, fileData, matrixSources, note, topic, writer } from '../http/permission-matrix.js';
import { plainGraphqlSchema } from './graphql-world.js';
import { planted } from './permission-matrix.js';
import { schemaFrom } from '../schema-builders.js';

interface MatrixAnswer {
  /** The code of the first error. */
  readonly code: unknown;
  readonly text: string;
}

export interface MatrixWorld {
  readonly schema: Schema;
  readonly built: GraphQLSchema;
  /** A note of the writer about the topic, with a value in every attribute. */
  readonly id: string;
  /** That of its published version. */
  readonly number: number;
  readonly writer: string;
  readonly topic: string;
  readonly file: string;
  /** Messages logged as errors: bugs. */
  readonly errors: string[];
  /** Creates another such note. */
  create(): Promise<string>;
  count(): Promise<number>;
  ask(principal: Principal, query: string): Promise<MatrixAnswer>;
  /** The same request over REST; with a body, a PUT. */
  rest(principal: Principal, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
}

/** The content-types of the REST matrix over GraphQL, for any principal. */
export async function createMatrixWorld(format: ResponseFormat = 'v4'): Promise<MatrixWorld> {
  const schema = schemaFrom(matrixSources);
  const passwords = { hash: (password: string) => Promise.resolve(`${password}, hashed`) };
  const store = openDocuments(schema);
  const documents = createDocuments({ schema, store, clock: createClock(), ids: createIds(), passwords });
  const create = async (type: string, more: object): Promise<string> => {
    const names = schema.contentTypes.get(type)?.attributes.keys() ?? [];
    const own = [...names].map((name) => [name, planted(type, name)] as const);
    const data = { ...Object.fromEntries(own.filter(([, value]) => value !== null)), ...more };
    const mutation = { kind: 'create', type, layer: 'published', data, answer: {} } as const;
    return idOf(valueOf(await documents.create(systemPrincipal, mutation)).answer.documents()[0]);
  };
  const ann = await create(writer, {});
  const birds = await create(topic, {});
  const cover = await create(file, fileData);
  const seo = { title: planted('shared.seo', 'title'), about: birds, images: [cover] };
  const createNote = () => create(note, { writer: ann, topics: [birds], seo, cover });
  const errors: string[] = [];
  const log = recordingLog(errors);
  let asking: Principal = systemPrincipal;
  const authenticate = () => ok(asking);
  const gate = createGraphqlGate({ authenticate, log, options: { responseFormat: format } });
  const built = await plainGraphqlSchema(schema, documents, format);
  await gate.open(() => Promise.resolve(built));
  const server = createServer(createRestApp({ documents, schema, authenticate, log, beside: gate.handler }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'Content-Type': 'application/json' };
  const id = await createNote();
  const one = { type: note, action: 'find', range: { offset: 0, limit: 1 }, count: true } as const;
  const published = valueOf(await documents.find(systemPrincipal, { ...one, layer: 'published' }));
  return {
    schema,
    built,
    id,
    number: published.answer.documents()[0]?.['id'] as number,
    writer: ann,
    topic: birds,
    file: cover,
    errors,
    create: createNote,
    count: async () => valueOf(await documents.count(systemPrincipal, { ...one, layer: 'draft' })),
    ask: async (principal, query) => {
      asking = principal;
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      const text = await answer.text();
      const { errors: [error] = [] } = JSON.parse(text) as { errors?: { extensions: { code?: unknown } }[] };
      return { code: error?.extensions.code, text };
    },
    rest: async (principal, path, body) => {
      asking = principal;
      const sent = body === undefined ? {} : { method: 'PUT', headers, body: JSON.stringify(body) };
      const answer = await fetch(url + path, sent);
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    close: async () => {
      await gate.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
