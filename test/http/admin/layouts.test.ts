import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { appFiles, component, contentType, relation } from '../../schema-builders.js';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const [story, tag] = ['api::story.story', 'api::tag.tag'];

const files = {
  ...appFiles({
    contentTypes: [
      contentType('story', 'stories', {
        Heading: { type: 'string' },
        Name: { type: 'string' },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        Source: { type: 'string', conditions: { visible: { '==': [{ var: 'Kind' }, 'news'] } } },
        tags: relation('manyToMany', 'tag'),
        part: { type: 'component', component: 'page.part' },
      }),
      contentType('tag', 'tags', { Label: { type: 'string' } }),
    ],
    components: [component('page.part', { Text: { type: 'string' }, Size: { type: 'integer' } })],
  }),
  'src/api/story/content-types/story/layout.json': {
    title: 'Name',
    columns: ['Kind', 'tags.Label'],
    tabs: [
      {
        label: 'Main',
        attributes: [
          { name: 'Name', width: 8 },
          { name: 'Kind', width: 4 },
        ],
      },
      { label: 'More', attributes: [{ name: 'Heading', help: 'Above.', visibleIf: { Kind: 'tale' } }] },
    ],
  },
  'src/components/page/part.layout.json': { attributes: [{ name: 'Size', label: 'How large' }] },
};

describe('layouts by the admin API', () => {
  let world: AdminWorld;

  before(async () => {
    world = await openAdmin({}, files);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const schemaOf = async (browser: Browser) => {
    const { schema } = (await browser.api('GET', 'start')).body.data;
    return (await browser.api('GET', `schema/${schema}`)).body.data;
  };
  const named = <T extends { readonly name: string }>(list: readonly T[], name: string): T | undefined =>
    list.find((one) => one.name === name);

  it('come with the content-types and components', async () => {
    const { types, components } = await schemaOf(await world.signedIn('editor'));
    const type = types.find(({ uid }: { uid: string }) => uid === story);
    expect(type.label).to.equal('Name');
    expect(type.layout).to.deep.equal({
      title: 'Name',
      columns: ['Kind', 'tags.Label'],
      tabs: [
        { label: 'Main', attributes: ['Name', 'Kind'] },
        { label: 'More', attributes: ['Heading'] },
      ],
    });
    const comparison = { op: 'eq', value: 'tale', fold: false };
    expect(named(type.attributes, 'Heading')).to.deep.include({
      layout: {
        width: 12,
        help: 'Above.',
        visibleIf: { kind: 'compare', attribute: 'Kind', comparison, negated: false },
      },
    });
    expect(named(type.attributes, 'Source')).to.deep.include({
      visibleIf: {
        kind: 'compare',
        attribute: 'Kind',
        comparison: { ...comparison, value: 'news' },
        negated: false,
      },
    });
    const part = components.find(({ uid }: { uid: string }) => uid === 'page.part');
    expect(part.layout).to.deep.equal({ tabs: [{ attributes: ['Size'] }] });
    expect(named(part.attributes, 'Size')).to.deep.include({ layout: { width: 12, label: 'How large' } });
  });

  it('do not name what an administrator may not see', async () => {
    const grants = [{ uid: story, actions: ['find', 'update'], fields: ['Heading', 'Source', 'tags'] }];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'narrow', grants }));
    const { types } = await schemaOf(await world.signedIn('narrow'));
    expect(JSON.stringify(types)).to.not.match(/Kind|Label|"Name"/);
    const type = types.find(({ uid }: { uid: string }) => uid === story);
    expect(type.layout).to.deep.equal({
      columns: [],
      tabs: [
        { label: 'Main', attributes: [] },
        { label: 'More', attributes: ['Heading'] },
      ],
    });
    expect(named(type.attributes, 'Heading')).to.deep.include({ layout: { width: 12, help: 'Above.' } });
    expect(named(type.attributes, 'Source')).to.not.have.property('visibleIf');
    expect(types.some(({ uid }: { uid: string }) => uid === tag)).to.equal(false);
  });
});
