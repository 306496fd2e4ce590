import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createHttpServer } from '../../../src/adapters/delivery/rest/create-http-server.js';
import { createRulesWorld, type Context, type Parts, type RulesWorld } from './rules-world.js';

/** Gets any handler that a test gives. */
type Handle = (ctx: Context) => unknown;

describe('the context of a handler', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  /** An app with one open route for every method. */
  const handling = (handler: Handle, parts?: Parts) =>
    world.serving([{ routes: [{ method: 'ALL', path: '/it', handler, config: { auth: false } }] }], parts)
      .send;
  const answer = (handler: Handle, path = 'it') => handling(handler)('get', path, 'wrong');

  it('answers what is returned or set: values, texts, buffers, streams and redirects', async () => {
    expect((await answer(() => [1, 2]).expect(200)).body).to.deep.equal([1, 2]);
    expect((await answer(() => 'text').expect(200)).headers['content-type']).to.equal(
      'text/plain; charset=utf-8',
    );
    expect((await answer((ctx) => void (ctx.body = '<p>')).expect(200)).headers['content-type']).to.equal(
      'text/html; charset=utf-8',
    );
    const bytes = await answer(() => Buffer.from([1, 2])).expect(200);
    expect([bytes.headers['content-type'], [...(bytes.body as Buffer)]]).to.deep.equal([
      'application/octet-stream',
      [1, 2],
    ]);
    const csv = await answer((ctx) => {
      ctx.type = 'csv';
      ctx.body = Readable.from(['a,b\n', '1,2\n']);
    }).expect(200);
    expect([csv.text, csv.headers['content-type']]).to.deep.equal(['a,b\n1,2\n', 'text/csv; charset=utf-8']);
    expect((await answer((ctx) => ctx.redirect('/there')).expect(302)).headers['location']).to.equal(
      '/there',
    );
    expect((await answer((ctx) => void (ctx.body = null)).expect(204)).text).to.equal('');
    expect((await answer(() => undefined).expect(404)).body.error).to.deep.equal({
      status: 404,
      name: 'NotFoundError',
      message: 'Not Found',
      details: {},
    });
    expect((await answer((ctx) => ctx.created({ id: 1 })).expect(201)).body).to.deep.equal({ id: 1 });
    await answer((ctx) => ctx.deleted()).expect(204);
    expect((await answer((ctx) => ctx.send({ a: 1 }, 202)).expect(202)).body).to.deep.equal({ a: 1 });
    expect((await answer((ctx) => ((ctx.body = 1), 2)).expect(200)).text, 'what is set wins').to.equal('1');
    await handling(() => ({ a: 1 }))('head', 'it').expect(200);
  });

  it('has a function for each error status, which sets and does not throw', async () => {
    let went = false;
    const { body } = await answer((ctx) => {
      expect(ctx.badRequest('Bad', { field: 'a' })).to.equal(undefined);
      went = true;
    }).expect(400);
    expect([went, body]).to.deep.equal([
      true,
      {
        data: null,
        error: { status: 400, name: 'BadRequestError', message: 'Bad', details: { field: 'a' } },
      },
    ]);
    expect((await answer((ctx) => ctx.internalServerError('told')).expect(500)).body.error.message).to.equal(
      'told',
    );
    expect((await answer((ctx) => ctx.imATeapot()).expect(418)).body.error).to.include({
      name: 'ImATeapotError',
      message: "I'm a Teapot",
    });
    expect((await answer((ctx) => ctx.conflict({ not: 'a text' })).expect(409)).body.error.message).to.equal(
      'Conflict',
    );
    const last = await answer((ctx) => {
      ctx.notFound();
      ctx.send({ fine: true });
    }).expect(200);
    expect(last.body).to.deep.equal({ fine: true });
    expect(
      (await answer((ctx) => ctx.throw(422, 'No', { details: { a: 1 } })).expect(422)).body.error,
    ).to.deep.equal({
      status: 422,
      name: 'UnprocessableEntityError',
      message: 'No',
      details: { a: 1 },
    });
  });

  it('has the request as koa and Strapi have it', async () => {
    const seen: Context[] = [];
    await handling((ctx) => {
      const { method, path, url, query, querystring, host, protocol, request, headers, state } = ctx;
      seen.push({ method, path, url, query, querystring, protocol, user: state.user, auth: state.auth });
      expect(request.header['x-mark']).to.equal('m');
      expect([ctx.get('X-Mark'), headers['x-mark'], request.get('x-mark')]).to.deep.equal(['m', 'm', 'm']);
      expect([request.query, request.params, request.ip]).to.deep.equal([query, ctx.params, ctx.ip]);
      expect(host).to.match(/^127\.0\.0\.1/);
      expect([ctx.origin, request.origin]).to.deep.equal([`http://${host}`, `http://${host}`]);
      expect([ctx.is('json'), ctx.request.is('json'), ctx.secure]).to.deep.equal(['json', 'json', false]);
      ctx.query = { page: 2, gone: undefined, on: true };
      expect(ctx.query).to.deep.equal({ page: '2', on: 'true' });
      ctx.query.page = 3;
      expect(ctx.request.query.page).to.equal(3);
      ctx.cookies.set('a', 'b');
      return {};
    })('post', 'it?a[b]=1', 'wrong')
      .set('X-Mark', 'm')
      .send({})
      .expect(200)
      .expect('set-cookie', /^a=b/);
    expect(seen).to.deep.equal([
      {
        method: 'POST',
        path: '/api/it',
        url: '/api/it?a[b]=1',
        query: { a: { b: '1' } },
        querystring: 'a[b]=1',
        protocol: 'http',
        user: undefined,
        auth: undefined,
      },
    ]);
  });

  it('has bodies of JSON, forms and texts, and an empty one', async () => {
    const send = handling(({ request }) => ({ body: request.body as unknown }));
    const bodyOf = async (type: string, sent?: string | object) => {
      const { body } = await send('post', 'it').type(type).send(sent).expect(200);
      return body.body as unknown;
    };
    expect(await bodyOf('json', { a: [1] })).to.deep.equal({ a: [1] });
    expect(await bodyOf('form', 'a[b]=1&c=2')).to.deep.equal({ a: { b: '1' }, c: '2' });
    expect(await bodyOf('text/plain', 'hello')).to.equal('hello');
    expect((await send('get', 'it').expect(200)).body).to.deep.equal({ body: {} });
    expect((await send('post', 'it').expect(200)).body).to.deep.equal({ body: {} });
    await send('post', 'it').type('json').send('{').expect(400);
    await send('post', 'it')
      .type('json')
      .send({ long: 'x'.repeat(1100 * 1024) })
      .expect(413);
  });

  it('has files of a form on disk until the answer is out', async () => {
    const paths: string[] = [];
    const send = handling(async ({ request }) => {
      const { photo, many } = request.files;
      paths.push(photo.filepath, many[0].filepath);
      const { originalFilename, mimetype, size } = photo;
      return {
        body: request.body,
        text: await readFile(photo.filepath, 'utf8'),
        originalFilename,
        mimetype,
        size,
      };
    });
    const { body } = await send('post', 'it')
      .field('name', 'Ada')
      .attach('photo', Buffer.from('pixels'), { filename: '../a.png', contentType: 'image/png' })
      .attach('many', Buffer.from('1'), 'one.txt')
      .attach('many', Buffer.from('2'), 'two.txt')
      .expect(200);
    expect(body).to.deep.equal({
      body: { name: 'Ada' },
      text: 'pixels',
      originalFilename: 'a.png',
      mimetype: 'image/png',
      size: 6,
    });
    while (paths.some((path) => existsSync(path))) await new Promise((resolve) => setImmediate(resolve));
    await send('post', 'it').set('Content-Type', 'multipart/form-data').send('x').expect(400);
  });

  it('has no form whose fields are too long together, and the answer comes before the form ends', async () => {
    const handler: Handle = () => 'read';
    const { app } = world.serving([
      { routes: [{ method: 'POST', path: '/it', handler, config: { auth: false } }] },
    ]);
    const server = createHttpServer(app);
    const { port } = await server.listen(0, '127.0.0.1');
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const endless = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/it', headers });
    const field = `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n${'y'.repeat(500_000)}\r\n`;
    endless.write(field.repeat(4));
    const [{ statusCode }] = (await once(endless, 'response')) as [IncomingMessage];
    expect(statusCode).to.equal(413);
    endless.on('error', () => {}).destroy();
    await server.close();
  });
});

describe('handlers that go wrong', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  const answer = (handler: Handle, parts?: Parts) =>
    world
      .serving([{ routes: [{ method: 'GET', path: '/it', handler, config: { auth: false } }] }], parts)
      .send('get', 'it');

  it('are answered with 500, and the log names them', async () => {
    const bugs: readonly Handle[] = [
      () => Promise.reject(new Error('secret')),
      () => {
        // Whatever code throws.
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw 'secret';
      },
      () => Promise.reject(null),
      () => ({ secret: 1n }),
      (ctx) => void (ctx.body = () => 'secret'),
      (ctx) => void (ctx.status = 99),
      (ctx) => ctx.throw(500, 'secret'),
    ];
    for (const bug of bugs) {
      const { text } = await answer(bug).expect(500);
      expect(text).to.not.include('secret');
    }
    expect(world.logged).to.have.length(bugs.length);
    expect(JSON.stringify(world.logged[0])).to.include('a function');
  });

  it('end with 503 if they never answer, and the log names the handler', async () => {
    const { body } = await answer(() => new Promise(() => {}), { codeTimeoutMs: 20 }).expect(503);
    expect(body.error.name).to.equal('ServiceUnavailableError');
    expect(JSON.stringify(world.logged)).to.match(/has not answered within 0\.02 s/);
  });

  it('change nothing if they answer late or twice', async () => {
    let late: Context;
    await answer(
      (ctx) => {
        late = ctx;
        return new Promise(() => {});
      },
      { codeTimeoutMs: 20 },
    ).expect(503);
    late.body = { late: true };
    late.status = 200;
    const twice = await answer((ctx) => {
      ctx.send({ one: 1 });
      ctx.send({ two: 2 });
    }).expect(200);
    expect(twice.body).to.deep.equal({ two: 2 });
    await answer((ctx) => {
      ctx.res.writeHead(200).end('raw');
      ctx.body = 'again';
    }).expect(200, 'raw');
    expect(
      (
        await answer((ctx) => {
          ctx.respond = false;
          setImmediate(() => ctx.res.writeHead(201).end('own'));
        }).expect(201)
      ).text,
    ).to.equal('own');
  });

  it('answer 500 if their stream fails, or close the connection once the answer has begun', async () => {
    const failing = (first: readonly string[]) =>
      Readable.from(
        (async function* () {
          yield* first;
          await new Promise((resolve) => setImmediate(resolve));
          throw new Error('the disk is gone');
        })(),
      );
    const { body } = await answer((ctx) => void (ctx.body = failing([]))).expect(500);
    expect(body.error.name).to.equal('InternalServerError');
    const cut = await answer((ctx) => void (ctx.body = failing(['x'.repeat(1000)]))).then(
      () => 'whole',
      (error: Error) => error.message,
    );
    expect(cut).to.match(/aborted|socket hang up/);
    expect(world.logged).to.have.length(2);
  });
});
