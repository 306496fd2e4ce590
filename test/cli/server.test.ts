import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { launch, makeApp, run, type Program, type TestApp } from './program.js';

const memory = { DATABASE_URL: 'memory:' };

const code = (bootstrap: string): Record<string, string> => ({
  'package.json': '{"type": "module"}',
  'src/index.js': `export default { async bootstrap({ strapi, quire }) { ${bootstrap} } };`,
});

async function refused(url: string): Promise<void> {
  while (
    await fetch(url).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('quire start', () => {
  const apps: TestApp[] = [];
  const programs: Program[] = [];

  const app = async (files?: Readonly<Record<string, string>>): Promise<string> => {
    const made = await makeApp(files);
    apps.push(made);
    return made.directory;
  };

  const start = async (directory: string, env: Readonly<Record<string, string>> = memory) => {
    const program = launch(['start', '--app', directory], env);
    programs.push(program);
    return { program, url: await program.says(/Serving (http:\S+)/) };
  };

  afterEach(async () => {
    for (const program of programs.splice(0)) {
      program.process.kill('SIGKILL');
      await program.ended;
    }
    for (const made of apps.splice(0)) await made.remove();
  });

  it('runs the code of the app, and keeps everything else private', async () => {
    const directory = await app({
      'package.json': '{"type": "commonjs"}',
      'src/index.js': `
        let registered = false;
        module.exports = {
          register({ strapi }) { registered = strapi.contentType('api::chef.chef') !== undefined; },
          async bootstrap({ strapi, quire }) {
            if (!registered || strapi !== quire) throw new Error('not registered');
            await strapi.documents('api::chef.chef').create({ data: { Name: 'Ada' } });
            await strapi.access.grant('public', 'api::chef.chef', ['find']);
          },
        };`,
    });
    const { url } = await start(directory);
    const list = (await (await fetch(`${url}/chefs`)).json()) as {
      data: { Name: string; documentId: string }[];
    };
    expect(list.data.map(({ Name }) => Name)).to.deep.equal(['Ada']);
    expect((await fetch(`${url}/chefs/${list.data[0]?.documentId}`)).status).to.equal(403);
  });

  it('refuses an unknown or expired token, also on public routes', async () => {
    const directory = await app(
      code(`
        await strapi.access.grant('public', 'api::chef.chef', ['find']);
        for (const expiresIn of ['1s', '1h']) {
          const { token } = await quire.access.createToken({ name: expiresIn, access: 'read-only', expiresIn });
          quire.log.info(expiresIn + ' is ' + token);
        }`),
    );
    const { program, url } = await start(directory);
    const ask = async (token?: string) =>
      (
        await fetch(
          `${url}/chefs`,
          token === undefined ? {} : { headers: { authorization: `bearer ${token}` } },
        )
      ).status;
    const [short, long] = [await program.says(/1s is (\S+)/), await program.says(/1h is (\S+)/)];
    expect([await ask(), await ask(long), await ask('nope'), await ask('')]).to.deep.equal([
      200, 200, 401, 200,
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect([await ask(short), await ask(long)]).to.deep.equal([401, 200]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`finishes the running request after ${signal}, accepts no new one, and exits 0`, async () => {
      const { program, url } = await start(
        await app(code(`await strapi.access.grant('public', 'api::chef.chef', ['create']);`)),
      );
      const body = JSON.stringify({ data: { Name: 'late' } });
      const request = http.request(`${url}/chefs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      });
      request.write(body.slice(0, 5));
      await once(request, 'socket').then(([socket]) => once(socket as NodeJS.EventEmitter, 'connect'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      program.process.kill(signal);
      await refused(url);
      // As Ctrl-C in a terminal, which `npm start` passes on to a server that has heard of it already.
      program.process.kill(signal);
      request.end(body.slice(5));
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      expect(response.statusCode).to.equal(201);
      response.resume();
      expect((await program.ended).code).to.equal(0);
    });
  }

  it('ends at once after a second signal of another kind', async () => {
    const files = {
      'src/index.js': `export default { destroy: () => new Promise(() => setInterval(() => {}, 1_000)) };`,
    };
    const { program, url } = await start(await app({ ...code(''), ...files }));
    program.process.kill('SIGTERM');
    await refused(url);
    // Signals that come together count as one.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    program.process.kill('SIGINT');
    expect((await program.ended).code).to.equal(130);
  });

  it('reports all faults of settings and content-types at once, and exits 1', async () => {
    const directory = await app({
      'src/api/dish/content-types/dish/schema.json': '{ nope',
      'config/server.js': 'export default { port: 99999 };',
      'package.json': '{"type": "module"}',
      'src/index.js': 'export default { bootstrap: 3 };',
    });
    const { code, out, notes } = await run(['start', '--app', directory], { ...memory, PORT: undefined });
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(notes)
      .to.include('src/api/dish/content-types/dish/schema.json')
      .and.to.include('config/server.js port');
    expect(notes).not.to.include('    at ');
  });

  it('exits 1 when the code of the app fails', async () => {
    const directory = await app(code(`throw new Error('no luck');`));
    const { code: exit, notes } = await run(['start', '--app', directory], memory);
    expect(exit).to.equal(1);
    expect(notes).to.include("quire: bootstrap of the app's code failed: no luck");
  });

  it('reports that its port is in use, and exits 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code: exit, notes } = await run(['start', '--app', await app(), '--port', String(port)], memory);
    other.close();
    expect(exit).to.equal(1);
    expect(notes).to.include(`quire: Port ${port} on 127.0.0.1 is taken`);
  });

  it('reports a missing app directory, and exits 1', async () => {
    const { code: exit, notes } = await run(['start', '--app', '/nowhere/at/all'], memory);
    expect(exit).to.equal(1);
    expect(notes).to.match(
      /\/nowhere\/at\/all.*no such directory; name the directory of your app with --app/,
    );
  });

  it('exits if the database is unreachable', async () => {
    const env = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' };
    const { code: exit, notes } = await run(['start', '--app', await app()], env);
    expect(exit).to.equal(1);
    expect(notes)
      .to.match(/^quire: .*database/m)
      .and.not.to.include('secret')
      .and.not.to.include('    at ');
  });

  it('exits if the database does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { code: exit, notes } = await run(['start', '--app', await app()], {
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    });
    silent.close();
    expect(exit).to.equal(1);
    expect(notes).to.match(/^quire: .*database/m);
  });
});
