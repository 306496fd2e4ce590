import { expect } from 'chai';
import type supertest from 'supertest';
import { failure, type FailureCode } from '../../src/domain/failure.js';
import { err } from '../../src/domain/result.js';
import { createWorld, type World } from './fixture.js';

/** Status, name, message and details of an error, with `data: null` beside it. */
function errorOf(response: supertest.Response): unknown {
  expect(response.body).to.have.all.keys('data', 'error');
  expect(response.body.data).to.equal(null);
  expect(response.body.error.status).to.equal(response.status);
  expect(response.headers['content-type']).to.equal('application/json; charset=utf-8');
  const { name, message, details } = response.body.error;
  return details === undefined ? [response.status, name, message] : [response.status, name, message, details];
}

const missingData = [400, 'ValidationError', 'Missing "data" payload in the request body', {}];
const notFound = [404, 'NotFoundError', 'Not Found', {}];
const forbidden = [403, 'ForbiddenError', 'Forbidden', {}];

describe('the envelope', () => {
  let world: World;
  let id: string;

  before(async () => {
    world = createWorld();
    id = await world.create('restaurant', { Name: 'One' });
  });

  it('a list has data and pagination, a content length and no ETag', async () => {
    const { status, body, headers, text } = await world.anybody('get', '/api/restaurants?fields=Name');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      data: [{ id: 1, documentId: id, Name: 'One' }],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    });
    expect(headers['content-length']).to.equal(String(text.length));
    expect(headers).to.not.have.property('etag');
  });

  it('one document has an empty meta', async () => {
    const { body } = await world.anybody('get', `/api/restaurants/${id}?fields=Name`);
    expect(body).to.deep.equal({ data: { id: 1, documentId: id, Name: 'One' }, meta: {} });
  });

  it('paths are case-insensitive and may end in a slash', async () => {
    for (const path of ['/API/Restaurants', '/api/restaurants/', `/api/RESTAURANTS/${id}/`])
      expect((await world.anybody('get', path)).status, path).to.equal(200);
  });

  it('HEAD gives the headers of GET and no body', async () => {
    const { status, text, headers } = await world.anybody('head', '/api/restaurants');
    expect([status, text]).to.deep.equal([200, undefined]);
    expect(Number(headers['content-length'])).to.be.greaterThan(100);
    expect((await world.anybody('head', '/api/restaurants/nope')).status).to.equal(404);
  });

  it('/_health answers 204, also to HEAD', async () => {
    for (const method of ['get', 'head'] as const)
      expect((await world.anybody(method, '/_health')).status).to.equal(204);
  });

  it('a missing document or route is a 404', async () => {
    const paths = [
      '/',
      '/api',
      '/api/nope',
      `/api/restaurants/${id}/more`,
      '/api/restaurants/1',
      '/api/restaurants/%00',
      '/api/restaurant',
    ];
    for (const path of paths) expect(errorOf(await world.full('get', path)), path).to.deep.equal(notFound);
    expect(errorOf(await world.full('put', '/api/restaurants/nope').send({ data: {} }))).to.deep.equal(
      notFound,
    );
    expect(errorOf(await world.full('get', `/api/restaurants/${id}?filters[Name]=Two`))).to.deep.equal(
      notFound,
    );
  });

  it('a collection type is reached by its plural name only, a single type by its singular name', async () => {
    const paths = ['/api/homepages', '/api/homepage/x', '/api/place', '/api/places/actions/publish'];
    for (const path of paths) expect((await world.full('get', path)).status, path).to.equal(404);
  });

  it('a method that a path does not have is a plain 405', async () => {
    const refused = {
      '/api/restaurants': 'HEAD, GET, POST',
      [`/api/restaurants/${id}`]: 'HEAD, GET, PUT, DELETE',
    };
    for (const [path, allowed] of Object.entries(refused)) {
      const method = path.endsWith('restaurants') ? 'delete' : 'post';
      const { status, text, headers } = await world.full(method, path);
      expect([status, text, headers['allow']]).to.deep.equal([405, 'Method Not Allowed', allowed]);
      expect(headers['content-type']).to.match(/^text\/plain/);
    }
    expect((await world.full('post', `/api/restaurants/${id}`)).status).to.equal(405);
    expect((await world.full('delete', '/api/restaurants')).status).to.equal(405);
  });

  it('a preflight is answered with 204, and answers vary by origin, principal and format', async () => {
    const preflight = await world
      .anybody('options', '/api/restaurants')
      .set('Origin', 'https://site.example')
      .set('Access-Control-Request-Method', 'PUT')
      .set('Access-Control-Request-Headers', 'authorization');
    expect(preflight.status).to.equal(204);
    expect(preflight.headers['access-control-allow-methods']).to.contain('PUT');
    expect(preflight.headers['access-control-allow-headers']).to.equal('authorization');
    const got = await world.anybody('get', '/api/restaurants').set('Origin', 'https://site.example');
    expect(got.headers['access-control-allow-origin']).to.equal('https://site.example');
    expect(got.headers['vary']).to.equal('Origin, Authorization, Strapi-Response-Format');
  });

  it('security headers are set, and no header names the server software', async () => {
    const { headers } = await world.anybody('get', '/api/nope');
    expect(headers).to.include({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
    expect(headers).to.include.keys('content-security-policy', 'strict-transport-security');
    expect(headers).to.not.have.property('x-powered-by');
  });

  it('bad percent encoding in the path is a 400 without details', async () => {
    const expected = [400, 'BadRequestError', 'failed to decode'];
    expect(errorOf(await world.anybody('get', '/api/%E0%A4%A'))).to.deep.equal(expected);
    expect(errorOf(await world.anybody('get', '/api/restaurants/%E0%A4%A'))).to.deep.equal(expected);
  });
});

describe('permission', () => {
  let world: World;
  let id: string;

  before(async () => {
    world = createWorld();
    id = await world.create('restaurant', { Name: 'One' });
  });

  it('without permission every request is a 403, whatever else is wrong', async () => {
    expect(errorOf(await world.anybody('get', '/api/chefs'))).to.deep.equal(forbidden);
    expect(errorOf(await world.anybody('get', '/api/chefs?filters[$foo]=1'))).to.deep.equal(forbidden);
    expect(errorOf(await world.anybody('get', `/api/categories/${id}`))).to.deep.equal(forbidden);
    expect(errorOf(await world.anybody('put', `/api/restaurants/${id}`).send({ data: {} }))).to.deep.equal(
      forbidden,
    );
    expect(errorOf(await world.anybody('post', '/api/restaurants').send('{'))).to.deep.equal(forbidden);
    expect(errorOf(await world.anybody('delete', `/api/restaurants/${id}`))).to.deep.equal(forbidden);
  });

  it('a wrong token is a 401, also on public routes', async () => {
    const response = await world.anybody('get', '/api/restaurants').set('Authorization', 'Bearer wrong');
    expect(errorOf(response)).to.deep.equal([401, 'UnauthorizedError', 'Missing or invalid credentials', {}]);
  });

  it('a token in the query string is ignored', async () => {
    expect((await world.anybody('get', '/api/chefs?access_token=full')).status).to.equal(403);
  });

  it('a read-only token can read and cannot write', async () => {
    const reads = await world.anybody('get', '/api/chefs').set('Authorization', 'bearer read');
    expect(reads.status).to.equal(200);
    const writes = world.anybody('post', '/api/chefs').set('Authorization', 'bearer read');
    expect((await writes.send({ data: { Name: 'x' } })).status).to.equal(403);
  });
});

describe('bodies', () => {
  let world: World;

  beforeEach(() => {
    world = createWorld();
  });

  const post = (type: string, body: string | object) =>
    world.full('post', '/api/categories').set('Content-Type', type).send(body);

  it('a body without an object as data is refused', async () => {
    for (const body of ['{}', '{"data":null}', '{"data":"x"}', '{"data":1}', '{"Name":"x"}', '[]', ''])
      expect(errorOf(await post('application/json', body)), body).to.deep.equal(missingData);
    const { body } = await post('application/json', '{"data":[]}');
    expect(body.error.message).to.match(/^this must be a `object` type/);
  });

  it('a body of another media type, or without one, counts as missing', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense']) {
      const [status, name, message] = errorOf(
        await post(type, '{"data":{"Name":"x"}}'),
      ) as readonly unknown[];
      expect([status, name, message, {}], type).to.deep.equal(missingData);
    }
  });

  it('a body that is not JSON is a syntax error without details', async () => {
    const response = await post('application/json', '{"data":');
    expect(errorOf(response)).to.deep.equal([400, 'SyntaxError', 'Unexpected end of JSON input']);
    for (const body of ['1', '"x"', 'null', 'true'])
      expect(errorOf(await post('application/json', body)), body).to.deep.equal([
        400,
        'SyntaxError',
        'invalid JSON, only supports object and array',
      ]);
  });

  it('a body can be JSON:API or a form', async () => {
    const one = await post('application/vnd.api+json', '{"data":{"Name":"x"}}');
    expect([one.status, one.body.data.Name]).to.deep.equal([201, 'x']);
    const two = await post('application/x-www-form-urlencoded', 'data[Name]=y+z');
    expect([two.status, two.body.data.Name]).to.deep.equal([201, 'y z']);
  });

  it('a malformed form is refused, and the parameter is named', async () => {
    const response = await post('application/x-www-form-urlencoded', 'data[Name]=%E0%A4%A');
    expect(errorOf(response)).to.deep.equal([
      400,
      'ValidationError',
      'The parameter data[Name] is not percent-encoded UTF-8',
      { key: 'data[Name]', source: 'body' },
    ]);
  });

  it('a body that is not UTF-8 is refused', async () => {
    for (const [type, text] of [
      ['application/json', '{"data":{"Name":"\xe9t\xe9"}}'],
      ['application/x-www-form-urlencoded', 'data[Name]=\xe9t\xe9'],
    ] as const)
      expect(
        errorOf(await post(type, {}).serialize(() => Buffer.from(text, 'latin1') as never)),
        type,
      ).to.deep.equal([400, 'BadRequestError', 'The body is not UTF-8']);
  });

  it('a body above the limit is a 413 without details', async () => {
    const body = JSON.stringify({ data: { Name: 'x'.repeat(1024 * 1024) } });
    const expected = [413, 'PayloadTooLargeError', 'request entity too large'];
    expect(errorOf(await post('application/json', body))).to.deep.equal(expected);
  });

  it('a body in an unsupported charset or encoding is a 415', async () => {
    const charset = await post('application/json; charset=latin1', '{"data":{"Name":"x"}}');
    expect(charset.status).to.equal(415);
    const encoding = await post('application/json', '{}').set('Content-Encoding', 'rot13');
    expect([encoding.status, encoding.body.error.name]).to.deep.equal([415, 'UnsupportedMediaTypeError']);
    const gzip = await post('application/json', 'not gzip').set('Content-Encoding', 'gzip');
    expect(gzip.status).to.equal(400);
  });

  it('a body that is nested too deep is refused', async () => {
    const body = `{"data":{"Name":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    expect(errorOf(await post('application/json', body))).to.deep.equal([
      400,
      'ValidationError',
      'The data payload is nested deeper than 200 levels',
      {},
    ]);
    const list = `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect((await post('application/json', list)).status).to.equal(400);
    // The object is a level too.
    const message = async (levels: number): Promise<unknown> => {
      const nested = `{"data":{"Name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}}`;
      return (errorOf(await post('application/json', nested)) as readonly unknown[])[2];
    };
    expect(await message(201)).to.equal('The data payload is nested deeper than 200 levels');
    expect(await message(200)).to.not.equal(await message(201));
  });
});

function failing(code: FailureCode): World {
  const fail = () => Promise.resolve(err(failure(code, 'why', { at: 'x' })));
  return createWorld({}, (documents) => ({ ...documents, find: fail }));
}

const broken = () => Promise.reject(new Error('secret inside'));

describe('failures', () => {
  it('each failure has its status and name', async () => {
    const expected = {
      'QUERY.INVALID': [400, 'ValidationError'],
      'QUERY.PAGINATION': [400, 'PaginationError'],
      'INPUT.MISMATCH': [400, 'ApplicationError'],
      'PLAN.TOO_LARGE': [400, 'ValidationError'],
      'STORE.CONFLICT': [409, 'ConflictError'],
      'STORE.UNAVAILABLE': [503, 'ServiceUnavailableError', '1'],
      'STORE.TIMEOUT': [503, 'ServiceUnavailableError', '1'],
      'STORE.OVERLOADED': [503, 'ServiceUnavailableError', '1'],
      'STORE.LONG_READS': [503, 'ServiceUnavailableError', '5'],
    } as const;
    for (const [code, [status, name, retryAfter]] of Object.entries<readonly [number, string, string?]>(
      expected,
    )) {
      const response = await failing(code as FailureCode).anybody('get', '/api/restaurants');
      expect(errorOf(response)).to.deep.equal([status, name, 'why', { at: 'x' }]);
      expect(response.headers['retry-after'], code).to.equal(retryAfter);
    }
  });

  it('a bug is a 500 without details, and is logged', async () => {
    const world = createWorld({}, (documents) => ({ ...documents, find: broken }));
    const response = await world.anybody('get', '/api/restaurants');
    expect(errorOf(response)).to.deep.equal([500, 'InternalServerError', 'Internal Server Error']);
    expect(response.text).to.not.contain('secret');
    expect(world.errors.join()).to.contain('secret inside');
  });
});
