import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PlanAnswer, TypesAnswer } from '../../../src/adapters/delivery/admin/contract/type-builder.js';
import type { SchemaEdit } from '../../../src/domain/schema/schema-edit.js';
import { appFiles, component, contentType, relation } from '../../schema-builders.js';
import { openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

const [story, person] = ['api::story.story', 'api::person.person'];
const layoutFile = 'src/api/story/content-types/story/layout.json';
const personLayout = 'src/api/person/content-types/person/layout.json';
const partLayout = 'src/components/page/part.layout.json';

/** As somebody has written it. */
const written = `{
    "title": "Name",
    "columns": ["Kind", "author.Name"],
    "tabs": [
        {
            "label": "Main",
            "attributes": [
                { "name": "Name", "width": 8 },
                { "name": "Kind", "width": 4 },
                { "name": "Source", "visibleIf": { "$or": [{ "Kind": "news" }, { "Name": { "$notNull": true } }] } }
            ]
        },
        { "label": "More", "attributes": ["author", { "name": "Rank", "visibleIf": { "Kind": "tale" } }] }
    ]
}
`;

const files = {
  ...appFiles({
    contentTypes: [
      contentType('story', 'stories', {
        Name: { type: 'string' },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        Source: { type: 'string' },
        Rank: { type: 'integer' },
        Note: { type: 'string', conditions: { visible: { '==': [{ var: 'Kind' }, 'news'] } } },
        author: relation('manyToOne', 'person', { inversedBy: 'stories' }),
      }),
      contentType('person', 'people', {
        Name: { type: 'string' },
        stories: relation('oneToMany', 'story', { mappedBy: 'author' }),
      }),
    ],
    components: [component('page.part', { Text: { type: 'string' } })],
  }),
  [layoutFile]: written,
  [personLayout]: { columns: ['stories.Kind'], attributes: ['stories', 'Name'] },
};

describe('layouts in the content-types of the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;

  beforeEach(async () => {
    world = await openAdmin({ NODE_ENV: 'development' }, files);
    owner = await world.signedIn('owner');
  });
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const pathOf = (file: string): string => join(world.parts.app.directory, file);
  const textOf = (file: string): Promise<string> => readFile(pathOf(file), 'utf8');
  const exists = (file: string): Promise<boolean> =>
    access(pathOf(file)).then(
      () => true,
      () => false,
    );
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
  const given = JSON.parse(written) as { readonly [name: string]: unknown };

  it('come with their files, and are written in the formatting of the project', async () => {
    const { shapes } = await read();
    const shape = shapes.find(({ uid }) => uid === story);
    expect(shape?.layout).to.deep.equal({ file: layoutFile, definition: given });
    expect(shapes.find(({ uid }) => uid === 'page.part')?.layout).to.equal(null);
    expect(shapes).to.have.length(3 + 1);
    const columns = ['Rank'];
    await applied({ edit: 'setLayout', uid: story, layout: { ...given, columns } });
    expect(await textOf(layoutFile)).to.equal(written.replace('["Kind", "author.Name"]', '["Rank"]'));
  });

  it('are made and removed', async () => {
    const layout = { attributes: [{ name: 'Text', label: 'Words', width: 6 }] };
    await applied({ edit: 'setLayout', uid: 'page.part', layout });
    expect(await textOf(partLayout)).to.equal(
      `{\n  "attributes": [\n    { "name": "Text", "label": "Words", "width": 6 }\n  ]\n}\n`,
    );
    await applied({ edit: 'setLayout', uid: 'page.part', layout: null });
    expect(await exists(partLayout)).to.equal(false);
  });

  it('are checked as they are made, and not written with a fault', async () => {
    const layout = { attributes: [{ name: 'Nam' }] };
    const { faults } = await plan({ edit: 'setLayout', uid: story, layout });
    expect(faults).to.deep.equal([
      {
        file: layoutFile,
        path: 'attributes.0.name',
        message: 'there is no attribute "Nam" (did you mean "Name"?)',
      },
    ]);
    expect((await apply({ edit: 'setLayout', uid: story, layout })).status).to.equal(400);
    expect((await apply({ edit: 'setLayout', uid: 'api::no.no', layout })).status).to.equal(400);
    expect(await textOf(layoutFile)).to.equal(written);
  });

  it('and attributes that are nested without an end are refused', async () => {
    let deep: unknown = [];
    for (let left = 150; left > 0; left -= 1) deep = [deep];
    for (const edit of [
      { edit: 'setLayout', uid: story, layout: { attributes: deep } },
      { edit: 'addAttribute', uid: story, name: 'Deep', attribute: { type: 'json', default: deep } },
    ]) {
      const { status, body } = await owner.api('POST', 'types/plan', { edits: [edit] });
      expect(status).to.equal(400);
      expect(body.error.message).to.include('must not be nested deeper than 100 levels');
    }
  });

  it('follow an attribute that is renamed, in conditions and in columns of other types', async () => {
    const { mentions } = await plan({ edit: 'renameAttribute', uid: story, name: 'Kind', to: 'Sort' });
    expect(mentions).to.deep.equal([]);
    await applied({ edit: 'renameAttribute', uid: story, name: 'Kind', to: 'Sort' });
    expect(await textOf(layoutFile)).to.equal(written.replaceAll('"Kind"', '"Sort"'));
    expect(JSON.parse(await textOf(personLayout)).columns).to.deep.equal(['stories.Sort']);
    const { attributes } = JSON.parse(await textOf(layoutFile.replace('layout', 'schema')));
    expect(attributes.Note.conditions).to.deep.equal({ visible: { '==': [{ var: 'Sort' }, 'news'] } });
    await applied({ edit: 'renameAttribute', uid: story, name: 'author', to: 'writer' });
    expect(JSON.parse(await textOf(layoutFile)).columns).to.deep.equal(['Sort', 'writer.Name']);
  });

  it('lose an attribute that is removed, and the plan says which conditions go', async () => {
    const edit = { edit: 'removeAttribute', uid: story, name: 'Kind' } as const;
    const { mentions, faults } = await plan(edit);
    expect(faults).to.deep.equal([]);
    expect(mentions).to.deep.equal(
      ['Source', 'Rank', 'Note'].map((name) => ({ kind: 'condition', name, type: story, attribute: 'Kind' })),
    );
    await applied(edit);
    const layout = JSON.parse(await textOf(layoutFile));
    expect(layout.columns).to.deep.equal(['author.Name']);
    expect(layout.tabs).to.deep.equal([
      { label: 'Main', attributes: [{ name: 'Name', width: 8 }, { name: 'Source' }] },
      { label: 'More', attributes: ['author', { name: 'Rank' }] },
    ]);
    expect(JSON.parse(await textOf(personLayout)).columns).to.deep.equal([]);
    await applied({ edit: 'removeAttribute', uid: story, name: 'author' });
    expect(JSON.parse(await textOf(personLayout)).attributes).to.deep.equal(['Name']);
    expect(await textOf(layoutFile)).to.not.include('author');
  });

  it('go with their content-type', async () => {
    await applied(
      { edit: 'removeAttribute', uid: person, name: 'stories' },
      { edit: 'removeShape', uid: story },
    );
    expect(await exists(layoutFile)).to.equal(false);
    expect(await exists('src/api/story')).to.equal(false);
  });
});
