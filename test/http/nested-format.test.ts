import { expect } from 'chai';
import { nestedText } from '../../src/adapters/delivery/rest/nest-documents.js';
import { createReading, type Reading } from './reading-world.js';

describe('the former format', () => {
  let reading: Reading;

  before(async () => {
    reading = await createReading();
  });

  it('nests attributes and relations', async () => {
    const query =
      'fields=Name&populate[owner][fields]=Name&populate[flagship][populate]=flagshipOf&populate[dishes]=true';
    const path = `/api/restaurants?${query}&populate[seo][populate][author][fields]=Name&filters[Rating][$gte]=3`;
    const { body } = await reading.world.full('get', path).set('Strapi-Response-Format', 'v4');
    const [first, second] = body.data;
    expect(body.meta.pagination.total).to.equal(2);
    expect(first).to.have.all.keys('id', 'documentId', 'attributes');
    expect(first.attributes).to.have.all.keys('Name', 'owner', 'flagship', 'dishes', 'seo');
    expect(first.attributes.owner.data.attributes).to.deep.equal({ Name: 'F Ann' });
    expect(first.attributes.flagship.data.attributes.flagshipOf.data.documentId).to.equal(reading.anchor);
    expect(first.attributes.seo).to.include({ metaTitle: 't' });
    expect(first.attributes.seo.author.data.attributes).to.deep.equal({ Name: 'F Ann' });
    expect(first.attributes.dishes).to.deep.equal({ data: [] });
    expect(second.attributes).to.deep.include({ flagship: { data: null }, seo: null });
  });

  it('keeps components and zones flat, with their relations nested', async () => {
    const query = 'fields=Name&populate[Openings][populate]=note&populate[sections][populate]=*';
    const path = `/api/restaurants/${reading.anchor}?${query}&populate[categories][count]=true`;
    const { body } = await reading.world.full('get', path).set('Strapi-Response-Format', 'V4');
    const { Openings, sections, categories } = body.data.attributes;
    expect(Openings[0]).to.deep.include({ day: 'mon', from: '08:00:00' });
    expect(Openings[0].note).to.include({ text: 'early' });
    expect(sections[0]).to.include({ __component: 'sections.quote', text: 'Nice' });
    expect(sections[0].speaker.data.attributes.Name).to.equal('F Ann');
    expect(sections[1].dishes.data[0].attributes.Name).to.equal('F Soup');
    expect(categories).to.deep.equal({ data: { attributes: { count: 2 } } });
    expect(body.meta).to.deep.equal({});
  });

  it('writes a long answer in turns with other requests', async () => {
    const order: string[] = [];
    const documents = Array.from({ length: 100_000 }, (_, id) => ({ id, documentId: `d${id}` }));
    setImmediate(() => order.push('other request'));
    const text = await nestedText(documents, { members: [] });
    order.push('written');
    expect(text.startsWith('[{"attributes":{}},')).to.equal(true);
    expect(order).to.deep.equal(['other request', 'written']);
  });
});
