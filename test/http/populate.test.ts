import { expect } from 'chai';
import { createReading, invalidKey, type Reading } from './reading-world.js';
import { namesOf } from './writer.js';

describe('populate over HTTP', () => {
  let reading: Reading;

  before(async () => {
    reading = await createReading();
  });

  const one = (query: string, as = reading.world.full) =>
    as('get', `/api/restaurants/${reading.anchor}?fields=Name&${query}`).then(
      ({ body }) => (body.data ?? body.error) as Record<string, unknown>,
    );

  it('a star populates one level of everything that may be found', async () => {
    const full = await one('populate=*');
    expect(full).to.include.keys(
      'categories',
      'dishes',
      'flagship',
      'owner',
      'neighbours',
      'seo',
      'Openings',
    );
    const sections = full['sections'] as { id: number }[];
    expect(sections.map(({ id: _id, ...rest }) => rest)).to.deep.equal([
      { text: 'Nice', __component: 'sections.quote' },
      { title: 'Pics', __component: 'sections.gallery' },
    ]);
    expect(full['dishes']).to.deep.equal([]);
    expect(await one('populate=*', reading.world.anybody))
      .to.include.keys('categories')
      .and.not.have.any.keys('owner');
  });

  it('a star at a component or zone populates one level below it', async () => {
    const { seo } = await one('populate[seo]=*');
    expect(seo).to.have.nested.property('author.Name', 'F Ann');
    expect((await one('populate[Openings]=*'))['Openings']).to.have.nested.property('[0].note.text', 'early');
    expect((await one('populate[sections]=*'))['sections']).to.have.nested.property(
      '[0].speaker.Name',
      'F Ann',
    );
    const inside = await one('populate[owner][populate][restaurants][populate][seo]=*');
    expect(inside).to.have.nested.property('owner.restaurants[0].seo.author.Name', 'F Ann');
    expect(await one('populate[owner]=*')).to.deep.equal(invalidKey('*', 'owner.*', 'populate'));
    expect(await one('populate[0]=*')).to.deep.equal(invalidKey('*', '*', 'populate'));
    expect(await one('populate[sections][populate][0]=*')).to.deep.equal(
      invalidKey('*', 'sections.*', 'populate'),
    );
  });

  it('documents that the principal may not find are omitted', async () => {
    expect(await one('populate=owner', reading.world.anybody)).to.have.all.keys('id', 'documentId', 'Name');
    expect(await one('populate=seo.author', reading.world.anybody))
      .to.have.property('seo')
      .that.does.not.have.property('author');
  });

  it('all syntaxes give the same answer', async () => {
    const same = [
      'populate=categories,owner',
      'populate[0]=categories&populate[1]=owner',
      'populate[categories]=true&populate[owner]=true',
      'populate[categories][populate]=&populate[owner][fields]=*',
    ];
    const [first, ...rest] = await Promise.all(same.map((query) => one(query)));
    expect(first).to.have.nested.property('owner.Name', 'F Ann');
    for (const other of rest) expect(other).to.deep.equal(first);
  });

  it('paths and objects populate deeper levels', async () => {
    const byPath = await one('populate=flagship.flagshipOf');
    expect(byPath).to.have.nested.property('flagship.flagshipOf.documentId', reading.anchor);
    const byObject = await one('populate[owner][populate][restaurants][populate][0]=owner');
    expect(byObject).to.have.nested.property('owner.restaurants[0].owner.Name', 'F Ann');
  });

  it('populate accepts fields, filters, sort and count', async () => {
    expect(namesOf((await one('populate=categories'))['categories'])).to.deep.equal(['F Beta', 'F Alpha']);
    const sorted = await one('populate[categories][sort]=Name&populate[categories][fields]=Name');
    expect(namesOf(sorted['categories'])).to.deep.equal(['F Alpha', 'F Beta']);
    const filtered = await one('populate[categories][filters][Name][$endsWith]=Beta');
    expect(namesOf(filtered['categories'])).to.deep.equal(['F Beta']);
    expect((await one('populate[categories][count]=true'))['categories']).to.deep.equal({ count: 2 });
  });

  it('a zone keeps only the listed components', async () => {
    const { sections } = await one(
      'populate[sections][on][sections.quote][populate][speaker][fields]=Name&populate[sections][on][sections.quote][fields]=text',
    );
    expect(sections).to.have.lengthOf(1);
    expect(sections).to.have.nested.property('[0].speaker.Name', 'F Ann');
  });

  it('invalid forms of populate are refused', async () => {
    expect(await one('populate=true')).to.deep.equal(invalidKey('true', 'true', 'populate'));
    expect(await one('populate[categories][filters][Name][$foo]=1')).to.deep.equal(
      invalidKey('$foo', 'Name', 'populate'),
    );
    for (const key of ['pagination', 'page', 'pageSize', 'limit', 'start'])
      expect(await one(`populate[categories][${key}]=1`)).to.deep.equal(
        invalidKey(key, `categories.${key}`, 'populate'),
      );
    for (const query of [
      'populate[owner]=*',
      'populate[0]=*&populate[1]=owner',
      'populate=Nope',
      'populate=Name',
    ])
      expect(await one(query), query).to.include({ status: 400, name: 'ValidationError' });
  });
});
