import { randomBytes } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { generateKeyBetween } from 'fractional-indexing';
import { Pool, type PoolClient } from 'pg';
import * as reads from './reads.js';
import * as writes from './writes.js';

/**
 * The server that an expert would write by hand for the bench's requests and nothing else: express, a pool, one
 * prepared statement for each request, and JSON that the database makes and the server sends unchanged.
 */
const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['POOL_SIZE']),
  pipeline: true,
});
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.set('query parser', 'simple');

app.get('/api/restaurants', route(listRestaurants));
app.get('/api/restaurants/:documentId', route(findRestaurant));
app.post('/api/restaurants', express.json(), route(createRestaurant));
app.put('/api/restaurants/:documentId', express.json(), route(updateRestaurant));
app.put('/api/guides/:documentId', express.json(), route(updateGuide));
app.get('/api/posts', route(listed(reads.listDrafts, () => [])));
app.get('/api/notices', route(listed(reads.listInLocale, (params) => [params['locale']])));
app.post('/api/posts', express.json(), route(createPost));
app.put('/api/posts/:documentId', express.json(), route(publishing('topics', writes.publishTopic)));
app.put('/api/topics/:documentId', express.json(), route(publishing('related', writes.publishRelated)));
app.put('/api/notices/:documentId', express.json(), route(updateNotice));
app.listen(Number(process.env['PORT']), '127.0.0.1');

type Row = [data: string, total: number | null];
type Params = Readonly<Record<string, string | undefined>>;

async function listRestaurants(request: Request, response: Response): Promise<void> {
  const params = request.query as Params;
  const page = positive(params['pagination[page]'], 1);
  const pageSize = Math.min(positive(params['pagination[pageSize]'], 25), 100);
  await sendList(response, ...choose(params, page, pageSize), page, pageSize);
}

function listed(statement: reads.Statement, more: (params: Params) => unknown[]) {
  return async (request: Request, response: Response): Promise<void> => {
    const params = request.query as Params;
    const page = positive(params['pagination[page]'], 1);
    await sendList(response, statement, [(page - 1) * 25, ...more(params)], page, 25);
  };
}

async function sendList(
  response: Response,
  statement: reads.Statement,
  values: unknown[],
  page: number,
  pageSize: number,
): Promise<void> {
  const result = await pool.query<Row>({ ...statement, values, rowMode: 'array' });
  const [data, total] = result.rows[0] as Row;
  const counted = total === null ? '' : `,"pageCount":${Math.ceil(total / pageSize)},"total":${total}`;
  send(
    response,
    200,
    `{"data":${data},"meta":{"pagination":{"page":${page},"pageSize":${pageSize}${counted}}}}`,
  );
}

function choose(params: Params, page: number, pageSize: number): [reads.Statement, unknown[]] {
  const offset = (page - 1) * pageSize;
  if (params['populate'] === 'categories') return [reads.populateOne, [offset]];
  if (params['populate[dishes][populate][0]'] === 'flagshipOf')
    return [pageSize === 100 ? reads.populateTwoOf100 : reads.populateTwo, [offset]];
  const owner = params['filters[owner][Name][$eq]'];
  if (owner !== undefined) return [reads.filterThrough, [owner]];
  const kind = params['filters[Kind][$eq]'];
  if (kind !== undefined) return [reads.filterAndSort, [positive(params['filters[Rating][$gte]'], 0), kind]];
  const rating = params['filters[Rating][$gte]'];
  if (rating !== undefined) return [reads.filteredPage, [offset, rating]];
  if (params['pagination[withCount]'] === 'false') return [reads.list25Uncounted, [offset]];
  if (pageSize === 100) return [reads.list100, [offset]];
  return [offset > 1000 ? reads.farPage : reads.list25, [offset]];
}

const positive = (text: string | undefined, otherwise: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
};

async function findRestaurant(request: Request, response: Response): Promise<void> {
  await answer(response, 200, reads.findOne, [request.params['documentId']]);
}

async function createRestaurant(request: Request, response: Response): Promise<void> {
  const data = request.body?.data as Record<string, unknown> | undefined;
  const name = data?.['Name'];
  if (data === undefined || typeof name !== 'string' || name.length < 2 || name.length > 60)
    return refuse(response, 400);
  const scalars = ['Description', 'Rating', 'Price', 'Slug', 'Kind', 'Email'].map((key) => data[key] ?? null);
  const values = [newDocumentId(), new Date().toISOString(), name, ...scalars];
  if (data['categories'] === undefined) return answer(response, 201, writes.create, values);
  return answer(response, 201, writes.createWithRelations, [...values, data['categories'], data['owner']]);
}

async function updateRestaurant(request: Request, response: Response): Promise<void> {
  const target = request.body?.data?.categories?.connect?.[0];
  if (typeof target !== 'string') return refuse(response, 400);
  const values = [request.params['documentId'], new Date().toISOString(), target];
  return answer(response, 200, writes.connectCategory, values);
}

async function createPost(request: Request, response: Response): Promise<void> {
  const { Name: name, Text: text, topics } = (request.body?.data ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string') return refuse(response, 400);
  const values = [newDocumentId(), new Date().toISOString(), name, text];
  if (topics === undefined) return answer(response, 201, writes.createPost, values);
  return answer(response, 201, writes.createLinkedPost, [...values, topics]);
}

function publishing(attribute: string, statement: reads.Statement) {
  return async (request: Request, response: Response): Promise<void> => {
    const data = request.body?.data as { Text?: string } & Record<string, { connect?: string[] } | undefined>;
    const targets = data?.[attribute]?.connect ?? [];
    const values = [request.params['documentId'], new Date().toISOString(), targets];
    const edited = statement === writes.publishTopic ? [data.Text ?? null] : [];
    return answer(response, 200, statement, [...values, ...edited]);
  };
}

async function updateNotice(request: Request, response: Response): Promise<void> {
  const text = request.body?.data?.Text;
  if (typeof text !== 'string') return refuse(response, 400);
  const { locale } = request.query as Params;
  const values = [request.params['documentId'], new Date().toISOString(), locale, text];
  return answer(response, 200, writes.updateNotice, values);
}

async function updateGuide(request: Request, response: Response): Promise<void> {
  const item = request.body?.data?.stops?.connect?.[0];
  const guide = request.params['documentId'] as string;
  if (typeof item === 'string')
    return answer(response, 200, writes.connectStop, [guide, new Date().toISOString(), item]);
  if (typeof item?.documentId !== 'string') return refuse(response, 400);
  const client = await pool.connect();
  try {
    await placeStop(client, response, guide, item);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

interface Item {
  readonly documentId: string;
  readonly position: { readonly start?: true; readonly before?: string };
}

/**
 * The lock is a separate statement: in one statement with the read, the read could see an older list than the lock
 * holds. Statements whose result is not needed are sent without waiting for it.
 */
async function placeStop(client: PoolClient, response: Response, guide: string, item: Item): Promise<void> {
  const run = (statement: reads.Statement, values: unknown[]) =>
    client.query<[string | null, string | null]>({ ...statement, values, rowMode: 'array' });
  const { before } = item.position;
  const [, , around] = await Promise.all([
    client.query('BEGIN'),
    run(writes.lockGuide, [guide]),
    before === undefined
      ? run(writes.firstKey, [guide, item.documentId])
      : run(writes.keysAround, [guide, item.documentId, before]),
  ]);
  const [lower, upper] = around.rows[0] ?? [null, null];
  const key = generateKeyBetween(lower, upper);
  const [made] = await Promise.all([
    run(writes.placeStop, [guide, new Date().toISOString(), item.documentId, key]),
    client.query('COMMIT'),
  ]);
  finish(response, 200, made.rows[0]?.[0]);
}

async function answer(
  response: Response,
  status: number,
  statement: reads.Statement,
  values: unknown[],
): Promise<void> {
  const result = await pool.query<[string]>({ ...statement, values, rowMode: 'array' });
  finish(response, status, result.rows[0]?.[0]);
}

function finish(response: Response, status: number, data: string | null | undefined): void {
  if (data === undefined || data === null) refuse(response, 404);
  else send(response, status, `{"data":${data},"meta":{}}`);
}

function refuse(response: Response, status: number): void {
  send(response, status, `{"data":null,"error":{"status":${status}}}`);
}

function send(response: Response, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

function route(handle: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return (request, response, next) => void handle(request, response).catch(next);
}

/** 24 lower-case letters and digits, starting with a letter, from 120 random bits. */
function newDocumentId(): string {
  let id = 'a';
  for (const byte of randomBytes(23)) id += (byte % 36).toString(36);
  return id;
}
