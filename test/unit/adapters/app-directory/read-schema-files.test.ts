import { expect } from 'chai';
import * as fc from 'fast-check';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../../src/adapters/app-directory/read-json.js';
import { readSchemaFiles } from '../../../../src/adapters/app-directory/read-schema-files.js';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { appFolders, faultsOf, valueOf } from './app-folder.js';

const folders = appFolders();

describe('schema files of an app directory', () => {
  after(() => folders.removeAll());

  it('are content-types, components and extensions, named by their folders', async () => {
    const root = folders.make({
      'src/api/dish/content-types/dish/schema.json': { a: 1 },
      'src/api/dish/content-types/dish/lifecycles.js': '',
      'src/api/dish/routes/dish.js': '',
      'src/api/blogThings/content-types/blog_post/schema.json': { b: 1 },
      'src/api/.hidden/content-types/x/schema.json': {},
      'src/api/.gitkeep': '',
      'src/components/shared/open-hours.json': { c: 1 },
      'src/components/shared/readme.md': '',
      'src/components/.hidden/x.json': {},
      'src/extensions/users-permissions/content-types/user/schema.json': { d: 1 },
      'src/extensions/users-permissions/strapi-server.js': '',
    });
    expect(valueOf(await readSchemaFiles(root))).to.deep.equal({
      contentTypes: [
        {
          uid: 'api::blog-things.blog-post',
          file: 'src/api/blogThings/content-types/blog_post/schema.json',
          definition: { b: 1 },
        },
        { uid: 'api::dish.dish', file: 'src/api/dish/content-types/dish/schema.json', definition: { a: 1 } },
        {
          uid: 'plugin::users-permissions.user',
          file: 'src/extensions/users-permissions/content-types/user/schema.json',
          definition: { d: 1 },
        },
      ],
      components: [
        { uid: 'shared.open-hours', file: 'src/components/shared/open-hours.json', definition: { c: 1 } },
      ],
    });
  });

  it('have layouts beside them', async () => {
    const root = folders.make({
      'src/api/dish/content-types/dish/schema.json': { a: 1 },
      'src/api/dish/content-types/dish/layout.json': { b: 1 },
      'src/api/cook/content-types/cook/layout.json': '{',
      'src/components/shared/seo.json': { c: 1 },
      'src/components/shared/seo.layout.json': { d: 1 },
      'src/components/shared/layout.json': { f: 1 },
      'src/extensions/users-permissions/content-types/user/layout.json': { e: 1 },
    });
    const { contentTypes, components, layouts } = valueOf(await readSchemaFiles(root));
    expect(contentTypes.map(({ uid }) => uid)).to.deep.equal(['api::cook.cook', 'api::dish.dish']);
    expect(components.map(({ uid }) => uid)).to.deep.equal(['shared.layout', 'shared.seo']);
    expect(layouts?.map(({ uid, file, definition }) => [uid, file, definition])).to.deep.equal([
      ['api::cook.cook', 'src/api/cook/content-types/cook/layout.json', undefined],
      ['api::dish.dish', 'src/api/dish/content-types/dish/layout.json', { b: 1 }],
      [
        'plugin::users-permissions.user',
        'src/extensions/users-permissions/content-types/user/layout.json',
        { e: 1 },
      ],
      ['shared.seo', 'src/components/shared/seo.layout.json', { d: 1 }],
    ]);
  });

  for (const [file, place] of [
    ['src/api/dish/layout.json', 'src/api/<api>/content-types/<name>/layout.json'],
    ['src/api/dish/content-types/v1/dish/layout.json', 'src/api/<api>/content-types/<name>/layout.json'],
    ['src/api/dish/schema.json', 'src/api/<api>/content-types/<name>/schema.json'],
    ['src/api/schema.json', 'src/api/<api>/content-types/<name>/schema.json'],
    ['src/api/dish/content-types/schema.json', 'src/api/<api>/content-types/<name>/schema.json'],
    ['src/api/dish/content-types/dish.json', 'src/api/<api>/content-types/<name>/schema.json'],
    ['src/api/dish/content-types/v1/dish/schema.json', 'src/api/<api>/content-types/<name>/schema.json'],
    ['src/content-types/dish/schema.json', 'src/api/<api>/content-types/<name>/schema.json'],
    ['src/components/seo.json', 'src/components/<category>/<name>.json'],
    ['src/components/shared/parts/seo.json', 'src/components/<category>/<name>.json'],
    ['src/extensions/upload/schema.json', 'src/extensions/<plugin>/content-types/<name>/schema.json'],
  ] as const)
    it(`are named where none is looked for: ${file}`, async () => {
      const root = folders.make({ 'src/api/.gitkeep': '', [file]: {} });
      const sources = valueOf(await readSchemaFiles(root));
      expect(faultsOf(buildSchema(sources))).to.include(`${file} : is not read here: move it to ${place}`);
    });

  it('are not asked of an extension that holds code alone', async () => {
    const root = folders.make({
      'src/api/.gitkeep': '',
      'src/extensions/users-permissions/content-types/user/lifecycles.js': '',
    });
    expect(valueOf(await readSchemaFiles(root)).contentTypes).to.deep.equal([]);
  });

  it('may be none at all, in an app directory that has src/api', async () => {
    expect(valueOf(await readSchemaFiles(folders.make({ 'src/api/.gitkeep': '' })))).to.deep.equal({
      contentTypes: [],
      components: [],
    });
  });

  it('may be links, and may begin with a byte order mark', async () => {
    const root = folders.make({ 'elsewhere/content-types/dish/schema.json': '\uFEFF{"a":1}' });
    mkdirSync(join(root, 'src/api'), { recursive: true });
    symlinkSync(join(root, 'elsewhere'), join(root, 'src/api/dish'));
    expect(valueOf(await readSchemaFiles(root)).contentTypes).to.deep.equal([
      { uid: 'api::dish.dish', file: 'src/api/dish/content-types/dish/schema.json', definition: { a: 1 } },
    ]);
  });

  it('that cannot be read are faults beside the others', async () => {
    const root = folders.make({
      'src/api/a/content-types/a/schema.json': '{\n  "info": {\n    "x": 1,\n  }\n}',
      'src/api/b/content-types/b/schema.json': '{"info": ',
      'src/api/c/content-types/c/other.json': {},
      'src/api/d/content-types/d/schema.json': {
        info: { singularName: 'd', pluralName: 'ds', displayName: 'D' },
        attributes: {
          a: { type: 'relation', relation: 'manyToOne', target: 'api::a.a' },
          x: { type: 'nope' },
        },
      },
      'src/components/e/f.json': '',
    });
    expect(
      faultsOf(buildSchema(valueOf(await readSchemaFiles(root)))).map((line) => line.slice(0, 100)),
    ).to.deep.equal([
      'src/api/a/content-types/a/schema.json : is no JSON: unexpected "}" at line 4, column 3',
      'src/api/b/content-types/b/schema.json : is no JSON: it ends too early, at line 1, column 10',
      'src/api/c/content-types/c/schema.json : there is no such file: add it',
      'src/api/d/content-types/d/schema.json attributes.x.type: "nope" is not known: use one of string, tex',
      'src/components/e/f.json : is no JSON: it ends too early, at line 1, column 1',
    ]);
  });

  it('that may not be opened are faults too', async function () {
    if (process.getuid?.() === 0) {
      process.emitWarning('root may read every file, whatever its mode', 'SkippedSuite');
      this.skip();
    }
    const root = folders.make({ 'src/api/a/content-types/a/schema.json': {} });
    chmodSync(join(root, 'src/api/a/content-types/a/schema.json'), 0);
    expect(faultsOf(buildSchema(valueOf(await readSchemaFiles(root))))).to.deep.equal([
      'src/api/a/content-types/a/schema.json : cannot be read: give the server the right to read it',
    ]);
  });

  it('need an app directory with src/api', async () => {
    const root = folders.make({ 'package.json': {} });
    expect(faultsOf(await readSchemaFiles(join(root, 'nope')))).to.deep.equal([
      `${root}/nope : there is no such directory: name the directory of your app`,
    ]);
    expect(faultsOf(await readSchemaFiles(join(root, 'package.json')))[0]).to.include(
      'there is no such directory',
    );
    expect(faultsOf(await readSchemaFiles(root))[0]).to.include(
      'is no app directory, as it has no folder src/api',
    );
  });

  it('say that a project of Strapi 3 has to be upgraded', async () => {
    const root = folders.make({ 'api/post/models/post.settings.json': {}, 'api/post/models/post.js': '' });
    expect(faultsOf(await readSchemaFiles(root))).to.deep.equal([
      `${root} : is a project of Strapi 3, as it has api/<api>/models: upgrade it to Strapi 5 with the migration guides of Strapi first`,
    ]);
  });
});

describe('the place of a JSON fault', () => {
  it('is the first character that no JSON could have there', () => {
    const places: readonly [string, string][] = [
      ['{"a": x}', 'unexpected "x" at line 1, column 7'],
      ['{"a": 1 "b"}', 'unexpected "\\"" at line 1, column 9'],
      ['{"a":\n\n tru3}', 'unexpected "3" at line 3, column 5'],
      ["{'a': 1}", 'unexpected "\'" at line 1, column 2'],
      ['{} // comment', 'unexpected "/" at line 1, column 4'],
      ['["😀" 😀]', 'unexpected "😀" at line 1, column 7'],
      ['"abc', 'it ends too early, at line 1, column 5'],
    ];
    for (const [text, place] of places)
      expect(parseJson(text)).to.deep.equal({ ok: false, message: `is no JSON: ${place}` });
  });

  it('is the second member of one name, of which only one would count', () => {
    const twice = (text: string) => parseJson(text);
    expect(twice('{\n  "a": { "b": 1, "\\u0062": 2 }\n}')).to.deep.equal({
      ok: false,
      message: 'has "b" twice, at line 2, column 18: remove one',
    });
    expect(twice('[{"a": 1}, {"a": 2, "c": [{"d": 1, "d": 1}]}]')).to.deep.equal({
      ok: false,
      message: 'has "d" twice, at line 1, column 36: remove one',
    });
    expect(twice('{"a": {"a": "a"}, "b": ["a", {"a": "{\\"a\\":1,\\"a\\":2}"}]}')).to.include({ ok: true });
  });

  it('is never after a character that was put into good JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seed) => {
        const text = JSON.stringify(value, null, 1);
        const at = seed % (text.length + 1);
        const read = parseJson(`${text.slice(0, at)}\u0001${text.slice(at)}`);
        if (read.ok) throw new Error('a control character is never JSON');
        const [, line, column] = /at line (\d+), column (\d+)$/.exec(read.message) ?? [];
        const before = text.slice(0, at).split('\n');
        expect([Number(line), Number(column)]).to.deep.equal([
          before.length,
          (before.at(-1)?.length ?? 0) + 1,
        ]);
      }),
    );
  });
});
