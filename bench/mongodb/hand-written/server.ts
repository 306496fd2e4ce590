import express, { type Request, type RequestHandler, type Response } from 'express';
import * as reads from './reads.js';
import * as writes from './writes.js';

/**
 * The server that an expert would write by hand on the driver for the bench's requests and nothing else: express,
 * finds and transactions, and documents that are shaped one by one.
 */
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.set('query parser', 'simple');

const json = express.json();
app.get(
  '/api/restaurants',
  route(listing((params, skip, limit) => reads.listRestaurants(params, skip, limit))),
);
app.get('/api/posts', route(listing((_params, skip) => reads.listDrafts(skip))));
app.get('/api/notices', route(listing((params, skip) => reads.listNotices(params['locale'] ?? '', skip))));
app.get(
  '/api/restaurants/:id',
  route(async (request, response) => finish(response, 200, await reads.findRestaurant(idOf(request)))),
);
app.post(
  '/api/restaurants',
  json,
  route(async (request, response) => finish(response, 201, await writes.createRestaurant(dataOf(request)))),
);
app.put('/api/restaurants/:id', json, route(connecting('categories', writes.toRestaurant)));
app.put(
  '/api/guides/:id',
  json,
  route(async (request, response) => {
    const item = connectOf(request, 'stops');
    if (typeof item === 'string')
      return finish(response, 200, await writes.connectLast(writes.toGuide, idOf(request), item));
    const { documentId, position } = item as {
      documentId: string;
      position: { start?: true; before?: string };
    };
    return finish(response, 200, await writes.placeStop(idOf(request), documentId, position));
  }),
);
app.post(
  '/api/posts',
  json,
  route(async (request, response) => {
    const { Name, Text } = dataOf(request);
    finish(response, 201, await writes.createPost({ Name: String(Name), Text: String(Text) }));
  }),
);
app.put('/api/posts/:id', json, route(publishing('posts', 'postTopics', 'topics')));
app.put('/api/topics/:id', json, route(publishing('topics', 'topicRelated', 'related')));
app.put(
  '/api/notices/:id',
  json,
  route(async (request, response) => {
    const { locale } = request.query as reads.Params;
    finish(
      response,
      200,
      await writes.updateNotice(idOf(request), locale ?? '', String(dataOf(request)['Text'])),
    );
  }),
);
app.listen(Number(process.env['PORT']), '127.0.0.1');

const idOf = (request: Request): string => request.params['id'] ?? '';
const dataOf = (request: Request): Record<string, unknown> =>
  (request.body as { data?: Record<string, unknown> }).data ?? {};
const connectOf = (request: Request, attribute: string): unknown =>
  (dataOf(request)[attribute] as { connect?: unknown[] } | undefined)?.connect?.[0];

function connecting(attribute: string, to: typeof writes.toRestaurant) {
  return async (request: Request, response: Response): Promise<void> =>
    finish(response, 200, await writes.connectLast(to, idOf(request), String(connectOf(request, attribute))));
}

function publishing(of: 'posts' | 'topics', links: 'postTopics' | 'topicRelated', attribute: string) {
  return async (request: Request, response: Response): Promise<void> =>
    finish(
      response,
      200,
      await writes.publishLink(of, links, idOf(request), String(connectOf(request, attribute))),
    );
}

const positive = (text: string | undefined, otherwise: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
};

function listing(find: (params: reads.Params, skip: number, limit: number) => Promise<reads.Page>) {
  return async (request: Request, response: Response): Promise<void> => {
    const params = request.query as reads.Params;
    const page = positive(params['pagination[page]'], 1);
    const pageSize = Math.min(positive(params['pagination[pageSize]'], 25), 100);
    const { data, total } = await find(params, (page - 1) * pageSize, pageSize);
    const counted = total === null ? {} : { pageCount: Math.ceil(total / pageSize), total };
    send(response, 200, JSON.stringify({ data, meta: { pagination: { page, pageSize, ...counted } } }));
  };
}

function finish(response: Response, status: number, data: unknown): void {
  if (data === undefined) send(response, 404, '{"data":null,"error":{"status":404}}');
  else send(response, status, JSON.stringify({ data, meta: {} }));
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
