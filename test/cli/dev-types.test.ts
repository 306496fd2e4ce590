import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PlanAnswer, TypesAnswer } from '../../src/adapters/delivery/admin/contract/type-builder.js';
import type { SchemaEdit } from '../../src/domain/schema/schema-edit.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { createBrowser, password, type Answered, type Browser } from '../http/admin/admin-world.js';
import { chefFile, launch, makeApp, run, type Program, type TestApp } from './program.js';

// Answers are read without types.
/* oxlint-disable no-explicit-any */

const chef = 'api::chef.chef';

const files = {
  'package.json': '{"type": "commonjs"}',
  'src/index.js': `const has = (strapi, name) => name in strapi.contentTypes['${chef}'].attributes;
    module.exports = {
      register({ strapi }) { if (has(strapi, 'Early')) throw new Error('the code cannot live with Early'); },
      async bootstrap({ strapi }) {
        if (has(strapi, 'Late')) throw new Error('the code cannot live with Late');
        await strapi.access.grant('public', '${chef}', ['find', 'create']);
      },
    };`,
};

const renaming = (name: string, to: string): SchemaEdit => ({ edit: 'renameAttribute', uid: chef, name, to });
const adding = (name: string): SchemaEdit => ({
  edit: 'addAttribute',
  uid: chef,
  name,
  attribute: { type: 'string' },
});

/** A connection for each request: one that stays open may end with the server that is replaced just then, and browsers send again. */
const anew = { connection: 'close' };

describe('content-types changed in the admin page of quire dev', function () {
  this.timeout(180_000);
  let made: TestApp;
  let program: Program;
  let database: TestDatabase;
  let url: string;
  let owner: Browser;

  before(async () => {
    database = await openTestDatabase();
    made = await makeApp(files);
    const env = { DATABASE_URL: database.url };
    program = launch(['dev', '--app', made.directory], env);
    url = await program.says(/Serving (http:\S+:\d+)/);
    const email = 'dev@example.com';
    const create = ['admin', 'create', email, 'Dev', '--password', password, '--app', made.directory];
    expect((await run(create, env)).code).to.equal(0);
    owner = createBrowser(url);
    expect((await call('POST', 'sign-in', { email, password })).status).to.equal(200);
    await begin();
  });
  after(async () => {
    program.process.kill('SIGKILL');
    await program.ended;
    await made.remove();
    await database.close();
  });

  const call = (method: string, path: string, body?: unknown): Promise<Answered> =>
    owner.api(method, path, body, anew);
  const begin = async (): Promise<void> => {
    owner.csrf = (await call('GET', 'start')).body.data.csrf as string;
  };
  const fileText = (): Promise<string> => readFile(join(made.directory, chefFile), 'utf8');
  const chefs = async (field: string): Promise<readonly unknown[]> => {
    const { data } = (await (await fetch(`${url}/api/chefs?fields=${field}`, { headers: anew })).json()) as {
      data: readonly any[];
    };
    return data.map((one) => one[field] as unknown);
  };
  const plan = async (...edits: readonly SchemaEdit[]): Promise<PlanAnswer> =>
    (await call('POST', 'types/plan', { edits })).body.data as PlanAnswer;
  const apply = async (...edits: readonly SchemaEdit[]): Promise<Answered> => {
    const { revision } = (await call('GET', 'types')).body.data as TypesAnswer;
    return call('POST', 'types/apply', { revision, edits });
  };

  it('keep their content when an attribute is renamed', async () => {
    const headers = { 'Content-Type': 'application/json', ...anew };
    for (const Name of ['Ada', 'Grace']) {
      const body = JSON.stringify({ data: { Name } });
      expect((await fetch(`${url}/api/chefs`, { method: 'POST', body, headers })).status).to.equal(201);
    }
    const planned = await plan(renaming('Name', 'Title'), adding('Born'));
    expect(planned.changes.map(({ kind, message }) => `${kind} ${message}`)).to.deep.equal([
      'safe Column "name" of "chefs" is renamed to "title".',
      'safe Column "born" is added to "chefs".',
    ]);
    expect(planned.renames).to.deep.equal([]);
    const answer = await apply(renaming('Name', 'Title'), adding('Born'));
    expect([answer.status, answer.body.data]).to.deep.equal([200, { files: [chefFile], reloaded: 'served' }]);
    expect(await chefs('Title')).to.deep.equal(['Ada', 'Grace']);
    expect(await chefs('Born')).to.deep.equal([null, null]);
  });

  it('have their layout served at once, under another hash', async () => {
    const former = (await call('GET', 'start')).body.data.schema as string;
    const layout = { attributes: [{ name: 'Title', label: 'Full name' }] };
    const answer = await apply({ edit: 'setLayout', uid: chef, layout });
    expect([answer.status, answer.body.data.reloaded]).to.deep.equal([200, 'served']);
    const { schema } = (await call('GET', 'start')).body.data;
    expect(schema).to.not.equal(former);
    const { types } = (await call('GET', `schema/${schema}`)).body.data;
    const { attributes } = types.find(({ uid }: { uid: string }) => uid === chef);
    const title = attributes.find(({ name }: { name: string }) => name === 'Title');
    expect(title.layout).to.deep.equal({ width: 12, label: 'Full name' });
    expect((await apply({ edit: 'setLayout', uid: chef, layout: null })).status).to.equal(200);
  });

  it('are refused where stored values do not fit, with their number', async () => {
    const attribute = { type: 'integer', renamedFrom: 'Name' };
    const change: SchemaEdit = { edit: 'changeAttribute', uid: chef, name: 'Title', attribute };
    const before = await fileText();
    const { changes } = await plan(change);
    expect(changes.filter(({ kind }) => kind === 'unsafe').map(({ message }) => message)).to.match(
      /2 values do not fit when "chefs.title" changes from text to integer/,
    );
    const { status, body } = await apply(change);
    expect([status, body.error.details.changes.length]).to.deep.equal([400, 1]);
    expect(await fileText()).to.equal(before);
  });

  it('come back when the app cannot be served with them', async () => {
    const before = await fileText();
    const { status, body } = await apply(adding('Early'));
    expect([status, body.error.details.areKept]).to.deep.equal([400, false]);
    expect(body.error.details.problem).to.contain('the code cannot live with Early');
    expect(await fileText()).to.equal(before);
    expect(await chefs('Title')).to.deep.equal(['Ada', 'Grace']);
    const again = await apply(adding('Fine'));
    expect([again.status, again.body.data?.reloaded], JSON.stringify(again.body)).to.deep.equal([
      200,
      'served',
    ]);
  });

  it('begin empty where an attribute takes the place of another, which is kept', async () => {
    const edits: readonly SchemaEdit[] = [
      { edit: 'removeAttribute', uid: chef, name: 'Title' },
      adding('Label'),
    ];
    const { renames, changes } = await plan(...edits);
    expect(renames).to.deep.equal([`${chef}: Title is gone and Label is new`]);
    expect(changes.filter(({ kind }) => kind === 'leftover').map(({ name }) => name)).to.deep.equal([
      'chefs.title',
    ]);
    expect((await apply(...edits)).status).to.equal(200);
    expect(await chefs('Label')).to.deep.equal([null, null]);
    const back = await apply({ edit: 'removeAttribute', uid: chef, name: 'Label' }, adding('Title'));
    expect(back.status, JSON.stringify(back.body)).to.equal(200);
    expect(await chefs('Title')).to.deep.equal(['Ada', 'Grace']);
  });

  it('stay when the database has followed them already, so that nothing seems to be gone', async () => {
    const { status, body } = await apply(renaming('Title', 'Late'));
    expect([status, body.error.details.areKept]).to.deep.equal([400, true]);
    expect(body.error.details.problem).to.contain('the code cannot live with Late');
    expect(JSON.parse(await fileText()).attributes.Late.renamedFrom).to.equal('Title');
  });
});
