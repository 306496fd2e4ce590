import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PlanAnswer, TypesAnswer } from '../../../src/adapters/delivery/admin/contract/type-builder.js';
import type { SchemaEdit } from '../../../src/domain/schema/schema-edit.js';
import { appFiles, component, contentType, drafts, relation } from '../../schema-builders.js';
import { dish, note, openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

const dishFile = 'src/api/dish/content-types/dish/schema.json';
const noteFile = 'src/api/note/content-types/note/schema.json';

/** As somebody has written it, with four spaces, lists on one line and a line end of its own. */
const written = `{
    "kind": "collectionType",
    "collectionName": "dishes",
    "info": { "singularName": "dish", "pluralName": "dishes", "displayName": "Dish" },
    "options": { "draftAndPublish": true, "comment": "kept" },
    "attributes": {
        "Title": { "type": "string", "required": true },
        "Slug": {
            "type": "uid",
            "targetField": "Title"
        },
        "Size": { "type": "enumeration", "enum": ["small", "large"] },
        "notes": { "type": "relation", "relation": "manyToMany", "target": "api::note.note", "inversedBy": "dishes" },
        "parts": { "type": "component", "component": "menu.part", "repeatable": true }
    }
}
`;

const files = {
  ...appFiles({
    contentTypes: [
      contentType('note', 'notes', {
        Text: { type: 'string' },
        dishes: relation('manyToMany', 'dish', { mappedBy: 'notes' }),
      }),
      contentType('home', 'homes', { Heading: { type: 'string' } }, { ...drafts, kind: 'singleType' }),
    ],
    components: [component('menu.part', { Text: { type: 'string' } })],
  }),
  [dishFile]: written,
};

describe('the content-types in the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;

  const opened = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    world = await openAdmin({ NODE_ENV: 'development', ...environment }, files);
    owner = await world.signedIn('owner');
  };
  beforeEach(() => opened({}));
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const pathOf = (file: string): string => join(world.parts.app.directory, file);
  const textOf = (file: string): Promise<string> => readFile(pathOf(file), 'utf8');
  const allTexts = async (): Promise<string> => {
    const names = await readdir(pathOf('src'), { recursive: true, withFileTypes: true });
    const found = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    const texts = await Promise.all(found.sort().map(async (path) => [path, await readFile(path, 'utf8')]));
    return JSON.stringify(texts);
  };
  const read = async (): Promise<TypesAnswer> => (await owner.api('GET', 'types')).body.data as TypesAnswer;
  const plan = async (...edits: readonly SchemaEdit[]): Promise<PlanAnswer> => {
    const { status, body } = await owner.api('POST', 'types/plan', { edits });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data as PlanAnswer;
  };
  const apply = async (...edits: readonly SchemaEdit[]): Promise<Answered> =>
    owner.api('POST', 'types/apply', { revision: (await read()).revision, edits });
  const applied = async (...edits: readonly SchemaEdit[]): Promise<void> => {
    const { status, body } = await apply(...edits);
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  const rename: SchemaEdit = { edit: 'renameAttribute', uid: dish, name: 'Title', to: 'Name' };

  it('are listed as their files declare them, with what relations can lead to', async () => {
    const { shapes, fixed, builtIns } = await read();
    expect(fixed).to.equal(null);
    expect(shapes.map(({ uid, shaped, file }) => [uid, shaped, file])).to.deep.include([
      dish,
      'content-type',
      dishFile,
    ]);
    expect(shapes.find(({ uid }) => uid === dish)?.definition).to.deep.equal(JSON.parse(written));
    expect(shapes.map(({ uid }) => uid)).to.include('menu.part');
    expect(builtIns.map(({ uid }) => uid)).to.include('plugin::users-permissions.user');
    expect(builtIns.map(({ uid }) => uid)).not.to.include('plugin::admin.administrator');
  });

  it('are planned without changing anything', async () => {
    const before = await allTexts();
    const planned = await plan(rename, {
      edit: 'addAttribute',
      uid: note,
      name: 'Stars',
      attribute: { type: 'integer', max: 5 },
    });
    expect(planned.faults).to.deep.equal([]);
    expect(planned.files.map(({ file }) => file)).to.deep.equal([dishFile, noteFile]);
    expect(planned.shapes.find(({ uid }) => uid === note)?.definition).to.nested.include({
      'attributes.Stars.max': 5,
    });
    expect(await allTexts()).to.equal(before);
  });

  it('are renamed with all that names them, and nothing else in the file changes', async () => {
    await applied(rename);
    expect(await textOf(dishFile)).to.equal(
      written
        .replace(
          '"Title": { "type": "string", "required": true }',
          '"Name": { "type": "string", "required": true, "renamedFrom": "Title" }',
        )
        .replace('"targetField": "Title"', '"targetField": "Name"'),
    );
    await applied({ edit: 'renameAttribute', uid: dish, name: 'notes', to: 'remarks' });
    expect(JSON.parse(await textOf(noteFile)).attributes.dishes.mappedBy).to.equal('remarks');
  });

  it('remember the stored name through several renames, and forget it when it comes back', async () => {
    const to = (name: string, next: string): SchemaEdit => ({
      edit: 'renameAttribute',
      uid: dish,
      name,
      to: next,
    });
    const renamedFrom = async (...edits: readonly SchemaEdit[]) => {
      const { shapes } = await plan(...edits);
      const attributes = shapes.find(({ uid }) => uid === dish)?.definition?.['attributes'];
      return Object.entries(attributes as Record<string, { renamedFrom?: string }>).flatMap(
        ([name, { renamedFrom: from }]) => (from === undefined ? [] : [`${from} → ${name}`]),
      );
    };
    expect(await renamedFrom(rename, to('Name', 'Label'))).to.deep.equal(['Title → Label']);
    expect(await renamedFrom(rename, to('Name', 'Title'))).to.deep.equal([]);
    const fresh: SchemaEdit = { edit: 'addAttribute', uid: dish, name: 'New', attribute: { type: 'string' } };
    expect(await renamedFrom(fresh, to('New', 'Newer'))).to.deep.equal([]);
    expect((await plan(rename, to('Name', 'Title'))).files).to.deep.equal([]);
  });

  it('change only the options that differ', async () => {
    const attribute = { type: 'enumeration', enum: ['small', 'large'], required: true };
    await applied({ edit: 'changeAttribute', uid: dish, name: 'Size', attribute });
    expect(await textOf(dishFile)).to.equal(
      written.replace('["small", "large"] }', '["small", "large"], "required": true }'),
    );
    await applied({ edit: 'removeAttribute', uid: dish, name: 'Size' });
    expect(await textOf(dishFile)).to.equal(written.replace(/ {8}"Size".*\n/, ''));
    const types: SchemaEdit = {
      edit: 'changeShape',
      uid: dish,
      options: { displayName: 'Meal', collectionName: 'meals' },
    };
    await applied(types);
    const { collectionName, renamedFrom, info, options } = JSON.parse(await textOf(dishFile));
    expect([collectionName, renamedFrom, info.displayName, options.comment]).to.deep.equal([
      'meals',
      'dishes',
      'Meal',
      'kept',
    ]);
  });

  it('keep both ends of relations together', async () => {
    const attributesOf = async (file: string) => JSON.parse(await textOf(file)).attributes;
    const attribute = relation('manyToOne', 'note', { inversedBy: 'mains' });
    await applied({ edit: 'addAttribute', uid: dish, name: 'main', attribute });
    expect((await attributesOf(noteFile)).mains).to.deep.equal(
      relation('oneToMany', 'dish', { mappedBy: 'main' }),
    );
    await applied({
      edit: 'changeAttribute',
      uid: dish,
      name: 'main',
      attribute: relation('oneToOne', 'note', { inversedBy: 'mains' }),
    });
    expect((await attributesOf(noteFile)).mains.relation).to.equal('oneToOne');
    await applied({ edit: 'removeAttribute', uid: note, name: 'mains' });
    expect((await attributesOf(dishFile)).main).to.deep.equal(relation('oneToOne', 'note'));
    await applied({ edit: 'removeAttribute', uid: dish, name: 'notes' });
    expect(await attributesOf(noteFile)).to.have.keys('Text');
  });

  it('are added and removed as files, in the folders of the app', async () => {
    const info = { displayName: 'Blog post', singularName: 'blog-post', pluralName: 'blog-posts' };
    const uid = 'api::blog-post.blog-post';
    await applied(
      { edit: 'addType', uid, kind: 'collectionType', options: { ...info, draftAndPublish: true } },
      { edit: 'addComponent', uid: 'menu.seo', options: { displayName: 'SEO' } },
      { edit: 'addAttribute', uid: 'menu.seo', name: 'Title', attribute: { type: 'string' } },
      { edit: 'addAttribute', uid, name: 'seo', attribute: { type: 'component', component: 'menu.seo' } },
    );
    const file = 'src/api/blog-post/content-types/blog-post/schema.json';
    expect(JSON.parse(await textOf(file))).to.deep.include({
      collectionName: 'blog_posts',
      info: { singularName: 'blog-post', pluralName: 'blog-posts', displayName: 'Blog post' },
    });
    expect(JSON.parse(await textOf('src/components/menu/seo.json')).attributes).to.have.keys('Title');
    await applied({ edit: 'removeShape', uid }, { edit: 'removeShape', uid: 'menu.seo' });
    expect(await readdir(pathOf('src/api'))).not.to.include('blog-post');
    expect((await read()).shapes.map((shape) => shape.uid)).not.to.include('menu.seo');
  });

  it('stay when there is code beside them', async () => {
    await writeFile(pathOf('src/api/home/content-types/home/lifecycles.js'), '');
    const { faults } = await plan({ edit: 'removeShape', uid: 'api::home.home' });
    expect(faults[0]?.message).to.contain('lifecycles.js');
  });

  it('are refused with every fault, and nothing is written', async () => {
    const before = await allTexts();
    const edits: readonly SchemaEdit[] = [
      { edit: 'addAttribute', uid: dish, name: 'documentId', attribute: { type: 'string' } },
      { edit: 'addAttribute', uid: dish, name: 'Title', attribute: { type: 'string' } },
      { edit: 'addAttribute', uid: dish, name: 'a"b', attribute: { type: 'string' } },
      { edit: 'addAttribute', uid: dish, name: '__proto__', attribute: { type: 'string' } },
      { edit: 'addAttribute', uid: dish, name: 'Wrong', attribute: { type: 'nothing' } },
      { edit: 'renameAttribute', uid: dish, name: 'absent', to: 'other' },
      { edit: 'removeShape', uid: note },
      { edit: 'removeShape', uid: 'plugin::users-permissions.user' },
    ];
    for (const edit of edits) {
      expect((await plan(edit)).faults, JSON.stringify(edit)).not.to.deep.equal([]);
      const answer = await apply(edit);
      expect([answer.status, answer.body.error.details.faults.length > 0]).to.deep.equal([400, true]);
    }
    expect(await allTexts()).to.equal(before);
  });

  it('never leave the folders of content-types and components', async () => {
    const before = await allTexts();
    const options = { displayName: 'X', singularName: 'x', pluralName: 'xs' };
    const uids = [
      'api::../../x.x',
      'api::x.../y',
      'api::X.x',
      'plugin::x.x',
      '../x.y',
      'a/b.c',
      'a..',
      '.a.b',
      'a.b.c',
      '',
    ];
    for (const uid of uids) {
      const isType = uid.includes('::');
      const edit: SchemaEdit = isType
        ? { edit: 'addType', uid, kind: 'singleType', options }
        : { edit: 'addComponent', uid, options };
      expect((await plan(edit)).faults, uid).not.to.deep.equal([]);
      expect((await apply(edit)).status, uid).to.equal(400);
    }
    await mkdir(pathOf('elsewhere'));
    const outside = await mkdtemp(join(tmpdir(), 'quire-outside-'));
    await symlink(outside, pathOf('src/components/outside'));
    const { status, body } = await apply({ edit: 'addComponent', uid: 'outside.quire-test', options });
    expect([status, body.error.message]).to.deep.equal([
      400,
      'The files cannot be written: src/components/outside/quire-test.json is a link out of the app directory',
    ]);
    expect(await readdir(outside)).to.deep.equal([]);
    await rm(outside, { recursive: true });
    expect((await allTexts()).length).to.equal(before.length);
  });

  it('are not written over what somebody has changed on disk', async () => {
    const { revision } = await read();
    const changed = written.replace('"large"', '"huge"');
    await writeFile(pathOf(dishFile), changed);
    const stale = await owner.api('POST', 'types/apply', { revision, edits: [rename] });
    expect([stale.status, stale.body.error.name]).to.deep.equal([409, 'ConflictError']);
    expect(await textOf(dishFile)).to.equal(changed);
    await applied(rename);
    expect(await textOf(dishFile))
      .to.contain('"huge"')
      .and.to.contain('"Name"');
  });

  it('keep all files when one cannot be written', async () => {
    await mkdir(pathOf('src/components/menu/blocked.json'));
    const before = await allTexts();
    const { status, body } = await apply(rename, {
      edit: 'addComponent',
      uid: 'menu.blocked',
      options: { displayName: 'Blocked' },
    });
    expect(`${status},${body.error.message}`).to.match(/400,The files cannot be written/);
    expect(await allTexts()).to.equal(before);
  });

  it('name the roles, API tokens and views that would name what is gone', async () => {
    const grants = [{ type: dish, actions: ['find'], fields: ['Title'] }];
    const view = { uid: dish, name: 'By title', search: { columns: 'Title,status', sort: 'Title:asc' } };
    for (const [path, body] of [
      ['administrator-roles', { name: 'writers', grants }],
      ['roles', { name: 'Readers', grants }],
      ['tokens', { name: 'kiosk', access: 'custom', grants, expiresIn: '90d' }],
      ['views', view],
    ] as const)
      expect((await owner.api('POST', path, body)).status, path).to.be.within(200, 201);
    const { renames, mentions } = await plan(rename);
    expect(renames).to.deep.equal([]);
    const about = { type: dish, attribute: 'Title' };
    expect(mentions).to.have.deep.members([
      { kind: 'administratorRole', name: 'writers', ...about },
      { kind: 'contentRole', name: 'readers', ...about },
      { kind: 'token', name: 'kiosk', ...about },
      { kind: 'view', name: 'By title', ...about },
    ]);
  });

  it('give attributes another order, and say that one may be a renamed one', async () => {
    const last = { edit: 'moveAttribute', uid: dish, name: 'Title', before: null } as const;
    const [moved] = (await plan(last)).files;
    const { attributes } = JSON.parse(moved?.after ?? '') as { attributes: object };
    expect(Object.keys(attributes)).to.deep.equal(['Slug', 'Size', 'notes', 'parts', 'Title']);
    expect(moved?.after).to.contain('"Slug": {\n            "type": "uid"');
    const back = await plan(last, { ...last, before: 'Slug' });
    expect([back.files, back.changes]).to.deep.equal([[], []]);
    expect((await plan({ ...last, before: 'none' })).faults).to.have.length(1);
    const { renames } = await plan(
      { edit: 'removeAttribute', uid: note, name: 'Text' },
      { edit: 'addAttribute', uid: note, name: 'Body', attribute: { type: 'string' } },
    );
    expect(renames).to.deep.equal(['api::note.note: Text is gone and Body is new']);
  });

  it('are for those who may change them, and in the trail', async () => {
    for (const role of ['editor', 'author']) {
      const other = await world.signedIn(role);
      expect((await other.api('GET', 'types')).status).to.equal(403);
      for (const path of ['types/plan', 'types/apply'])
        expect((await other.api('POST', path, { revision: 'x', edits: [rename] })).status).to.equal(403);
    }
    await applied(rename);
    const done = (await world.trail()).find(({ subject }) => subject === 'types');
    expect([done?.outcome, done?.names]).to.deep.equal(['done', [dishFile]]);
  });

  it('leave leftovers, which are dropped in a step of its own, after a proof and with an entry in the trail', async () => {
    const gone = 'api::gone.gone';
    const grant = [{ role: 'public', type: gone, actions: ['find'] }] as const;
    const editor = await world.signedIn('editor');
    await world.parts.store.access.change({ grant });
    const left = async () => (await owner.api('GET', 'types/leftovers')).body.data;
    expect(await left()).to.deep.equal({
      leftovers: [{ name: gone, about: [{ type: gone }], values: 0 }],
      mayDrop: true,
    });
    const drop = async (by: Browser, body: object) => (await by.api('POST', 'types/drop', body)).status;
    expect((await editor.api('GET', 'types/leftovers')).status).to.equal(403);
    expect(await drop(editor, { name: gone, values: 0 })).to.equal(403);
    expect(await drop(owner, { name: gone })).to.equal(400);
    expect(await drop(owner, { name: 'dishes', values: 0 })).to.equal(400);
    expect(await drop(owner, { name: gone, values: 7 })).to.equal(409);
    expect((await left()).leftovers).to.have.length(1);
    expect(await drop(owner, { name: gone, values: 0 })).to.equal(204);
    expect((await left()).leftovers).to.deep.equal([]);
    const entry = (await world.trail()).find(({ subject }) => subject === 'leftover');
    expect(entry).to.deep.include({ action: 'delete', outcome: 'done', names: [gone] });
  });

  it('take only edits that there are', async () => {
    const wrong: readonly unknown[] = [
      undefined,
      {},
      { edits: 'x' },
      { edits: [{ edit: 'write', file: '/etc/passwd' }] },
      { edits: [{ edit: 'addAttribute', uid: dish, name: 1, attribute: {} }] },
      { edits: [{ edit: 'addAttribute', uid: dish, name: 'x', attribute: 'y' }] },
    ];
    for (const body of wrong)
      expect((await owner.api('POST', 'types/plan', body)).status, JSON.stringify(body)).to.equal(400);
  });

  it('are planned with the attributes that code adds to users, which no file gets', async () => {
    await world.stop();
    const user = 'plugin::users-permissions.user';
    const notes = `{ type: 'relation', relation: 'oneToMany', target: '${note}', mappedBy: 'author' }`;
    world = await openAdmin(
      { NODE_ENV: 'development' },
      {
        ...files,
        'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
        plugin.contentTypes.user.schema.attributes.notes = ${notes};
        return plugin;
      };`,
        [noteFile]: contentType('note', 'notes', {
          Text: { type: 'string' },
          dishes: relation('manyToMany', 'dish', { mappedBy: 'notes' }),
          author: { type: 'relation', relation: 'manyToOne', target: user, inversedBy: 'notes' },
        }).definition,
      },
    );
    owner = await world.signedIn('owner');
    const planned = await plan({
      edit: 'addAttribute',
      uid: note,
      name: 'Stars',
      attribute: { type: 'integer' },
    });
    expect(planned.faults).to.deep.equal([]);
    expect(planned.files.map(({ file }) => file)).to.deep.equal([noteFile]);
  });

  it('are read-only elsewhere, and say why', async () => {
    await world.stop();
    await opened({ NODE_ENV: 'production', JWT_SECRET: randomBytes(32).toString('hex') });
    const { fixed } = await read();
    expect(fixed).to.equal('production');
    const { status, body } = await apply(rename);
    expect([status, body.error.details.fixed]).to.deep.equal([400, 'production']);
    expect(await textOf(dishFile)).to.equal(written);
  });
});
