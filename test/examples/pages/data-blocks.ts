import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { highlightText } from '../../../src/domain/plan/highlight-text.js';
import { textOf } from '../../../src/domain/document/text-of.js';
import { describeProblem } from '../../../src/adapters/delivery/cli/describe-problem.js';
import { readApp } from '../../../src/bootstrap/read-app.js';
import { listenTo } from '../../http/live-listener.js';
import { serveProject } from '../../app-code/project.js';
import { root, type Block } from './code-blocks.js';
import { runCommand } from './command-server.js';
import type { ExampleServer } from './example-server.js';

/** What data in the pages is compared with. */
export interface Comparing {
  readonly server: ExampleServer;
  /** What the last shell block before it on its page has printed. */
  readonly printed: (block: Block) => string;
}

type Check = (block: Block, comparing: Comparing) => Promise<void> | void;

/** How blocks that are neither shell nor code are checked: by page, one check for each of its blocks, in their order. */
export const dataChecks: Readonly<Record<string, readonly Check[]>> = {
  README: [(block) => loads({ [typePath('chef')]: block.code })],
  access: [logged, applies, grants],
  accounts: [printedLast],
  aggregates: [printedLast, groupsGraphql],
  audit: [printedLast],
  bulk: [printedLast, printedLast],
  'coming-from-strapi': [refusedAtStart],
  conflicts: [writesWhatWasRead],
  'content-types': [
    extendsRestaurant,
    (block) => loads({ 'src/extensions/users-permissions/content-types/user/schema.json': block.code }),
  ],
  'drafts-and-locales': [
    (block) => loads({ [typePath('offer')]: { ...typeNamed('offer'), ...parsed(block) } }),
  ],
  'getting-started': [
    (block) =>
      loads({
        [typePath('recipe')]: block.code,
        [typePath('author')]: { ...typeNamed('author'), attributes: {} },
      }),
  ],
  graphql: [answersGraphql, writesTogether, beginsStream, plansPublishing],
  layouts: [(block) => loads({ [typePath('restaurant').replace('schema', 'layout')]: block.code })],
  locales: [printedLast],
  middlewares: [isInPolicy],
  monitoring: [looksLogged, isServerTiming],
  'rate-limits': [limits],
  rest: [writesRelations, isRefusedWith],
  search: [
    findsTheSame,
    isHighlighted,
    (block) => loads({ [typePath('place')]: { ...typeNamed('place'), attributes: parsed(block) } }),
  ],
};

const typePath = (name: string): string => `src/api/${name}/content-types/${name}/schema.json`;

const typeNamed = (name: string) => ({
  kind: 'collectionType',
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
});

// Tests read answers without types.
// oxlint-disable-next-line no-explicit-any
const parsed = ({ code }: Block): any => JSON.parse(code);

/** Reads the restaurants example with other files. Returns what is wrong with it. */
async function problemWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quire-docs-'));
  try {
    for (const part of ['src/api', 'src/components'])
      await cp(join(root, 'examples/restaurants', part), join(directory, part), { recursive: true });
    for (const [path, file] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), typeof file === 'string' ? file : JSON.stringify(file));
    }
    const read = await readApp(directory, { NODE_ENV: 'test' });
    return read.ok ? '' : describeProblem(read.failure);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function loads(files: Readonly<Record<string, unknown>>): Promise<void> {
  expect(await problemWith(files)).to.equal('');
}

/** Other types of the example refer to attributes that the page leaves out. */
async function extendsRestaurant(block: Block): Promise<void> {
  const path = typePath('restaurant');
  const { attributes } = JSON.parse(await readFile(join(root, 'examples/restaurants', path), 'utf8'));
  const type = parsed(block);
  await loads({ [path]: { ...type, attributes: { ...attributes, ...type.attributes } } });
}

async function refusedAtStart({ code }: Block): Promise<void> {
  const attributes = { Name: { type: 'string', requierd: true } };
  const dish = { ...typeNamed('dish'), attributes };
  expect(await problemWith({ [typePath('dish')]: dish })).to.include(code.trim());
}

/** Members with the types of their values; lists by what they hold first. Null can stand for anything. */
type Shape = null | string | { readonly [key: string]: Shape } | readonly Shape[];

const shapeOf = (value: unknown): Shape =>
  Array.isArray(value)
    ? value.slice(0, 1).map(shapeOf)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
      : value === null
        ? null
        : typeof value;

function expectShape(actual: Shape, wanted: Shape, path = 'the value'): void {
  if (actual === null || wanted === null) return;
  if (typeof actual === 'string' || typeof wanted === 'string') expect(actual, path).to.equal(wanted);
  else if (Array.isArray(actual) || Array.isArray(wanted)) {
    const [[first = null], [second = null]] = [actual as Shape[], wanted as Shape[]];
    expectShape(first, second, `${path}[0]`);
  } else {
    expect(Object.keys(actual), path).to.have.members(Object.keys(wanted));
    for (const [key, shape] of Object.entries(wanted))
      expectShape((actual as Readonly<Record<string, Shape>>)[key] ?? null, shape, `${path}.${key}`);
  }
}

function printedLast(block: Block, { printed }: Comparing): void {
  const text = printed(block);
  const answer: unknown = JSON.parse(text.slice(text.search(/^[[{]/m)));
  const wanted: unknown = parsed(block);
  const [first] = Array.isArray(answer) && !Array.isArray(wanted) ? answer : [answer];
  expectShape(shapeOf(first), shapeOf(wanted));
}

/** The documents that were found have the names that the page shows, and no others were found. */
function findsTheSame(block: Block, comparing: Comparing): void {
  printedLast(block, comparing);
  const text = comparing.printed(block);
  const namesIn = (answer: { data: { Name: string }[] }): readonly string[] =>
    answer.data.map(({ Name }) => Name);
  expect(namesIn(JSON.parse(text.slice(text.search(/^[[{]/m))))).to.deep.equal(namesIn(parsed(block)));
}

/** Logged in development when the public has asked for it. */
async function logged({ code }: Block, { server }: Comparing): Promise<void> {
  await fetch(`${server.url}/api/users`);
  const messages = server.said.map(({ message }) => message);
  const wanted = code.trim().replaceAll('api::chef.chef', 'plugin::users-permissions.user');
  expect(
    messages.some((message) => message.includes(wanted)),
    messages.slice(-3).join('\n'),
  ).to.equal(true);
}

const send = (server: ExampleServer, method: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function applies({ code }: Block, { server }: Comparing): Promise<void> {
  await writeFile(join(server.directory, 'wanted.json'), code);
  const { directory, databaseUrl } = server;
  const { code: exitCode, text } = await runCommand(
    directory,
    ['access', 'apply', 'wanted.json'],
    databaseUrl,
  );
  expect(exitCode, text).to.equal(0);
}

async function grants({ code }: Block, { server }: Comparing): Promise<void> {
  const name = 'role of a page';
  const made = await send(server, 'POST', '/api/users-permissions/roles', {
    name,
    description: '',
    permissions: JSON.parse(code),
  });
  expect(made.status, await made.text()).to.equal(200);
}

async function answersGraphql({ code }: Block, { server }: Comparing): Promise<void> {
  const answer = await send(server, 'POST', '/graphql', { query: code, variables: { name: 'a' } });
  const { errors, data } = JSON.parse(await answer.text());
  expect(errors).to.equal(undefined);
  expect(data.restaurants.data).to.have.length(5);
}

async function groupsGraphql({ code: query }: Block, { server }: Comparing): Promise<void> {
  const answer = await send(server, 'POST', '/graphql', { query });
  const { errors, data } = JSON.parse(await answer.text());
  expect(errors).to.equal(undefined);
  expect(data.restaurantsAggregate.groups).to.be.an('array');
}

async function writesTogether({ code: query }: Block, { server }: Comparing): Promise<void> {
  const answer = await send(server, 'POST', '/graphql', { query });
  const { errors, data } = JSON.parse(await answer.text());
  expect(errors).to.equal(undefined);
  expect(data).to.have.keys('house', 'soup');
}

function isHighlighted(block: Block): void {
  const { Story } = parsed(block);
  expect(highlightText(Story.text, { words: ['harbour'] })).to.deep.equal(Story);
}

async function beginsStream({ code: query }: Block, { server: { url, token } }: Comparing): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
  };
  const listener = await listenTo(`${url}/graphql`, headers, { query, variables: { name: 'a' } });
  const [first] = await listener.until(({ length }) => length > 0);
  listener.close();
  expect(first?.data.data.restaurantChanges.action).to.equal('RESET');
}

async function plansPublishing({ code: query }: Block, { server }: Comparing): Promise<void> {
  const found = await send(server, 'GET', '/api/articles?status=draft&pagination[pageSize]=1', undefined);
  const [article] = JSON.parse(await found.text()).data;
  const answer = await send(server, 'POST', '/graphql', { query, variables: { id: article.documentId } });
  const { errors, data } = JSON.parse(await answer.text());
  expect(errors).to.equal(undefined);
  expect(data.publishArticle.release.state).to.equal('scheduled');
}

async function writesWhatWasRead({ code: query }: Block, { server }: Comparing): Promise<void> {
  const found = await send(server, 'GET', '/api/articles?status=draft&pagination[pageSize]=1', undefined);
  const [{ documentId: id, updatedAt: read }] = JSON.parse(await found.text()).data;
  const write = async () =>
    JSON.parse(await (await send(server, 'POST', '/graphql', { query, variables: { id, read } })).text());
  expect(await write()).to.not.have.property('errors');
  expect((await write()).errors[0].extensions.error.name).to.equal('PreconditionFailedError');
}

async function isInPolicy({ code }: Block): Promise<void> {
  const files = {
    'config/middlewares.js':
      "module.exports = [{ name: 'strapi::security', config: { contentSecurityPolicy: {} } }];",
  };
  await serveProject(files, async ({ url }) => {
    const { headers } = await fetch(`${url}/_health`);
    const policy = (headers.get('content-security-policy') ?? '').split(';');
    expect(policy).to.include.members(code.trim().split('\n'));
  });
}

async function looksLogged(block: Block, { server }: Comparing): Promise<void> {
  await send(server, 'GET', '/api/restaurants', undefined);
  const line = server.said.findLast(({ message, fields }) => message === 'request' && 'type' in fields);
  const { time: _, level: __, message: ___, ...wanted } = parsed(block);
  expectShape(shapeOf(line?.fields), shapeOf(wanted));
}

async function isServerTiming({ code }: Block, { server }: Comparing): Promise<void> {
  const headers = { Authorization: `Bearer ${server.token}`, Prefer: 'server-timing' };
  const answer = await fetch(`${server.url}/api/restaurants`, { headers });
  const form = (text: string): string => text.trim().replaceAll(/[\d.]+/g, 'N');
  expect(form(`Server-Timing: ${answer.headers.get('server-timing')}`)).to.equal(form(code));
}

async function limits({ code }: Block, { server }: Comparing): Promise<void> {
  const attempt = { email: 'nobody@example.com' };
  let answer = await send(server, 'POST', '/api/auth/forgot-password', attempt);
  for (let times = 1; answer.status !== 429 && times < 20; times++)
    answer = await send(server, 'POST', '/api/auth/forgot-password', attempt);
  const [head = '', body = ''] = code.trim().split('\n\n');
  expect(`HTTP/1.1 ${answer.status} ${answer.statusText}`).to.equal(head.split('\n')[0]);
  const names = head
    .split('\n')
    .slice(1)
    .map((line) => line.split(':')[0] ?? '');
  for (const name of names) expect(answer.headers.get(name), name).to.match(/^\d+$/);
  expect(await answer.json()).to.deep.equal(JSON.parse(body));
}

async function writesRelations({ code }: Block, { server }: Comparing): Promise<void> {
  const idsOf = async (type: string): Promise<readonly string[]> => {
    const documents = await server.strapi.documents(type).findMany({ limit: 2 });
    return documents.map((document) => textOf(document['documentId']));
  };
  const [first = '', second = ''] = await idsOf('api::category.category');
  const [[chef = ''], [id = '']] = [await idsOf('api::chef.chef'), await idsOf('api::restaurant.restaurant')];
  for (const line of code.trim().split('\n')) {
    const body = line.replaceAll('k2…', first).replaceAll('x9…', second).replaceAll('c4…', chef);
    // The last line of relations places one before another.
    await send(server, 'PUT', `/api/restaurants/${id}`, { data: { categories: [second] } });
    const written = await send(server, 'PUT', `/api/restaurants/${id}`, body);
    expect(written.status, `${line}\n${await written.text()}`).to.equal(200);
  }
}

async function isRefusedWith(block: Block, { server }: Comparing): Promise<void> {
  const refused = await send(server, 'POST', '/api/restaurants', { data: { Nmae: 'Diner' } });
  expect(await refused.json()).to.deep.equal(parsed(block));
}
