import { expect } from 'chai';
import { createWorld, type World } from './fixture.js';

describe('hints in refusals', () => {
  let world: World;

  before(() => (world = createWorld()));

  it('PATCH is answered as JSON, other methods as plain text', async () => {
    for (const [path, allow] of [
      ['/api/restaurants', 'HEAD, GET, POST'],
      ['/api/restaurants/x', 'HEAD, GET, PUT, DELETE'],
    ] as const) {
      const { status, headers, body } = await world.full('patch', path).send({ data: {} });
      expect([status, headers['allow'], body.data, body.error.name]).to.deep.equal([
        405,
        allow,
        null,
        'MethodNotAllowedError',
      ]);
      expect(body.error.message).to.match(allow.includes('PUT') ? /send PUT/ : /there are HEAD, GET, POST/);
    }
    const { status, text } = await world.full('put', '/api/restaurants');
    expect([status, text]).to.deep.equal([405, 'Method Not Allowed']);
  });

  it('a body of an unsupported type is missing data, with a hint', async () => {
    for (const request of [world.full('post', '/api/restaurants'), world.full('put', '/api/restaurants/x')]) {
      const { status, body } = await request.type('text/plain').send('{"data":{"Name":"x"}}');
      expect([status, body.error.message, body.error.details]).to.deep.equal([
        400,
        'Missing "data" payload in the request body',
        { hint: 'the request has the Content-Type text/plain: send application/json' },
      ]);
    }
  });

  it('JSON that is sent as a form is missing data, with a hint', async () => {
    const { status, body } = await world
      .full('post', '/api/restaurants')
      .type('application/x-www-form-urlencoded')
      .send('{"data":{"Name":"Tacos & more"}}');
    expect([status, body.error.details]).to.deep.equal([
      400,
      {
        hint: 'the request has the Content-Type application/x-www-form-urlencoded: send application/json',
      },
    ]);
  });

  it('a request without a body is missing data', async () => {
    const { status, body } = await world.full('post', '/api/restaurants');
    expect([status, body.error.message, body.error.details]).to.deep.equal([
      400,
      'Missing "data" payload in the request body',
      {},
    ]);
  });
});
