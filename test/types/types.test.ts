import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { check } from 'prettier';
import { typeFiles } from '../../src/adapters/types/type-files.js';
import { appTypes } from '../../src/bootstrap/app-types.js';
import { initProject } from '../../src/bootstrap/init-project.js';
import { run } from '../cli/program.js';
import { component, contentType, schemaFrom, type Definition } from '../schema-builders.js';
import { compile, root, runBuilt } from './compile.js';

const typed = join(root, 'test/projects/typed');
const generated = join(typed, 'types/generated');
const names = ['components.d.ts', 'content.d.ts', 'contentTypes.d.ts'];

/** A program of another project, as strict as that project is. */
const strict = { strict: true, exactOptionalPropertyTypes: true };
const tsconfig = (options: object) =>
  JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'es2024.string'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      skipLibCheck: true,
      esModuleInterop: true,
      ...options,
    },
    include: ['src/**/*.ts', 'config/**/*.ts', 'types/**/*.ts'],
  });

describe('types of content-types', () => {
  let folder: string;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-types-')));
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
    await symlink(root, join(folder, 'node_modules/quire-cms'));
    await symlink(join(root, 'node_modules/@types/koa'), join(folder, 'node_modules/@types/koa'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('infer results from queries, and refuse what does not exist', async () => {
    expect(await compile(join(typed, 'tsconfig.json'))).to.equal('');
  });

  it('are written as the repository has them, and as prettier formats them', async () => {
    const app = { app: typed, isCheck: true };
    if (process.env['UPDATE_GOLDEN'] === '1') await appTypes({ ...app, isCheck: false }, {});
    expect(await appTypes(app, {})).to.deep.equal({ ok: true, value: [] });
    expect((await readdir(generated)).sort()).to.deep.equal(names);
    for (const name of names) {
      const text = await readFile(join(generated, name), 'utf8');
      expect(await check(text, { filepath: name, singleQuote: true }), name).to.equal(true);
    }
  });

  it('are formatted as prettier does at every width, and texts of the schema stay texts', async () => {
    const hostile = `'"\\ \n*/ } \u2028 \${x} // \t`;
    const lengths = Array.from({ length: 56 }, (_, at) => at + 1);
    const attributes = lengths.flatMap((length) =>
      kinds.map((kind, at) => [`${'abcdefgh'[at]}${'n'.repeat(length)}`, kind] as const),
    );
    const long = contentType(`long-${'name-'.repeat(5)}type`, 'longs', Object.fromEntries(attributes));
    const definition = { ...(long.definition as object), info: { ...infoOf(long), description: hostile } };
    const schema = schemaFrom({
      contentTypes: [{ ...long, definition }],
      components: [component('1st.quote', { text: { type: 'string', default: hostile } })],
    });
    for (const [name, text] of typeFiles(schema, 'quire-cms/types'))
      expect(await check(text, { filepath: name, singleQuote: true }), name).to.equal(true);
  });

  it('are written by a command, which touches only what is out of date and can also compare', async () => {
    const app = join(folder, 'compared');
    await cp(typed, app, { recursive: true });
    const target = join(app, 'types/generated');
    const schema = join(app, 'src/api/category/content-types/category/schema.json');
    await writeFile(schema, (await readFile(schema, 'utf8')).replace('"name":', '"label":'));
    const before = await readFile(join(target, 'contentTypes.d.ts'), 'utf8');
    const untouched = await stat(join(target, 'components.d.ts'));

    const compared = await run(['types', '--check', '--app', app]);
    expect(compared.code).to.equal(1);
    expect(compared.out).to.match(/^\S*contentTypes\.d\.ts\n$/);
    expect(compared.notes).to.contain('run quire types');
    expect(await readFile(join(target, 'contentTypes.d.ts'), 'utf8')).to.equal(before);

    const wrote = await run(['types', '--app', app]);
    expect([wrote.code, wrote.out]).to.deep.equal([0, compared.out]);
    expect(await readFile(join(target, 'contentTypes.d.ts'), 'utf8')).to.contain('label: Schema.');
    expect((await stat(join(target, 'components.d.ts'))).mtimeMs).to.equal(untouched.mtimeMs);
    expect((await readdir(target)).sort()).to.deep.equal(names);
    expect((await run(['types', '--check', '--app', app])).code).to.equal(0);
  });

  it('of a front end in another folder do not need the project', async () => {
    // Its name begins as that of the project does.
    const target = join(folder, 'shop-web/src/content');
    const app = join(folder, 'shop');
    await cp(join(root, 'test/projects/magazine'), app, { recursive: true });
    const done = await appTypes({ app, isCheck: false, folder: target }, {});
    expect(done.ok).to.equal(true);
    expect(await readFile(join(target, 'contentTypes.d.ts'), 'utf8')).to.contain("from 'quire-cms/types'");
  });

  it('fit the code of a Strapi project', async () => {
    const app = join(folder, 'magazine');
    await cp(join(root, 'test/projects/magazine'), app, { recursive: true });
    await appTypes({ app, isCheck: false }, {});
    await runBuilt('link', '--app', app);
    await writeFile(join(app, 'tsconfig.json'), tsconfig({ strict: false, noImplicitThis: true }));
    expect(await readFile(join(app, 'types/generated/contentTypes.d.ts'), 'utf8')).to.contain(
      "from '@strapi/strapi'",
    );
    expect(await compile(join(app, 'tsconfig.json'))).to.equal('');
  });

  it('fit the code of a new project, before and after they are written', async () => {
    const app = join(folder, 'blog');
    const project = { directory: app, template: 'blog', language: 'ts', database: 'embedded' } as const;
    await initProject({ ...project, yes: false }, undefined);
    expect(await compile(join(app, 'tsconfig.json'))).to.equal('');
    await appTypes({ app, isCheck: false }, {});
    expect(await compile(join(app, 'tsconfig.json'))).to.equal('');
  });

  it('fit the settings and the code of a TypeScript project of Strapi', async () => {
    const app = join(folder, 'typed-config');
    await cp(join(root, 'test/projects/typed-config'), app, { recursive: true });
    await runBuilt('link', '--app', app);
    await writeFile(join(app, 'tsconfig.json'), tsconfig(strict));
    expect(await compile(join(app, 'tsconfig.json'))).to.equal('');
  });

  it('that Strapi has written are used as they are', async () => {
    const app = join(folder, 'strapi');
    await mkdir(join(app, 'types/generated'), { recursive: true });
    await mkdir(join(app, 'src'));
    await writeFile(join(app, 'package.json'), '{ "private": true }');
    await writeFile(join(app, 'types/generated/contentTypes.d.ts'), ofStrapi);
    await writeFile(join(app, 'src/index.ts'), usesOfStrapi);
    await writeFile(join(app, 'tsconfig.json'), tsconfig(strict));
    await runBuilt('link', '--app', app);
    expect(await compile(join(app, 'tsconfig.json'))).to.equal('');
  });
});

const target = 'api::long-name-name-name-name-name-type.long-name-name-name-name-name-type';
const kinds: readonly Definition[] = [
  { type: 'relation', relation: 'manyToMany', target },
  { type: 'relation', relation: 'oneToOne', target: 'plugin::upload.file', private: true },
  { type: 'enumeration', enum: ['one', 'two', 'three'], required: true, default: 'two' },
  { type: 'enumeration', enum: Array.from({ length: 20 }, (_, at) => `value${at}`), private: true },
  { type: 'media', multiple: true, allowedTypes: ['images', 'files'], required: true },
  { type: 'dynamiczone', components: ['1st.quote'], required: true },
  { type: 'string', default: 'It\'s a "text"', required: true, private: true },
  { type: 'component', component: '1st.quote', repeatable: true },
];
const infoOf = ({ definition }: { readonly definition: unknown }): object =>
  (definition as { readonly info: object }).info;

const ofStrapi = `import type { Schema, Struct } from '@strapi/strapi';

export interface ApiNoteNote extends Struct.CollectionTypeSchema {
  collectionName: 'notes';
  info: { displayName: 'Note'; pluralName: 'notes'; singularName: 'note' };
  options: { draftAndPublish: false };
  attributes: {
    createdBy: Schema.Attribute.Relation<'oneToOne', 'admin::user'> & Schema.Attribute.Private;
    locale: Schema.Attribute.String & Schema.Attribute.Private;
    localizations: Schema.Attribute.Relation<'oneToMany', 'api::note.note'> & Schema.Attribute.Private;
    parent: Schema.Attribute.Relation<'manyToOne', 'api::note.note'>;
    rank: Schema.Attribute.Integer &
      Schema.Attribute.SetMinMax<{ max: 5; min: 1 }, number> &
      Schema.Attribute.DefaultTo<1>;
    related: Schema.Attribute.Relation<'morphToMany'>;
    text: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.Unique &
      Schema.Attribute.Configurable &
      Schema.Attribute.SetMinMaxLength<{ maxLength: 60 }> &
      Schema.Attribute.SetPluginOptions<{ i18n: { localized: true } }>;
    tint: Schema.Attribute.String & Schema.Attribute.CustomField<'plugin::color-picker.color'>;
  };
}

declare module '@strapi/strapi' {
  export module Public {
    export interface ContentTypeSchemas {
      'api::note.note': ApiNoteNote;
    }
  }
}
`;

const usesOfStrapi = `import type { Core, Data, UID } from '@strapi/strapi';

export const uid: UID.ContentType = 'api::note.note';
// @ts-expect-error There is no such content-type.
export const other: UID.ContentType = 'api::other.other';
export const first = async ({ documents }: Core.Strapi): Promise<string> => {
  const [note] = await documents('api::note.note').findMany({ populate: { parent: { fields: ['rank'] } } });
  // @ts-expect-error The fields leave it out.
  void note?.parent?.text;
  const rank: number | null | undefined = note?.parent?.rank;
  return \`\${note?.text} \${rank}\`;
};
export const text = (note: Data.ContentType<'api::note.note'>): string => note.text + (note.tint ?? '');
export const inCode = () => strapi.documents('api::note.note').create({ data: { text: 'A' } });
// @ts-expect-error A note has a text.
export const without = () => strapi.documents('api::note.note').create({ data: { rank: 4 } });
`;
