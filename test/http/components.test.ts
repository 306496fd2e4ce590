import { expect } from 'chai';
import { createWriter, type Data, type Writer } from './writer.js';

describe('components over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  const populate =
    '?fields=Name&populate[seo]=true&populate[Openings][populate]=note&populate[sections][populate]=*';

  it('an item with an id is changed, one without is new', async () => {
    const Openings = [{ day: 'mon', from: '08:00:00' }, { day: 'tue' }];
    const { data } = await writer.post('restaurants', { Name: 'x', Openings }, populate);
    const [mon, tue] = data.Openings;
    const changed = [{ id: tue.id, note: { text: 'late' } }, { day: 'wed' }, { id: mon.id, to: '10:00:00' }];
    const { data: after } = await writer.put(`restaurants/${data.documentId}${populate}`, {
      Openings: changed,
    });
    expect(after.Openings[0]).to.deep.include({ id: tue.id, day: 'tue' });
    expect(after.Openings[0].note).to.include({ text: 'late' });
    expect(after.Openings[1].id).to.not.be.oneOf([mon.id, tue.id]);
    expect(after.Openings[2]).to.include({ id: mon.id, day: 'mon', from: '08:00:00', to: '10:00:00' });
  });

  it("an id of an item of another document is refused's item is an ApplicationError", async () => {
    const { data } = await writer.post('restaurants', { Name: 'x' });
    const { error } = await writer.put(`restaurants/${data.documentId}`, {
      Openings: [{ id: 99, day: 'mon' }],
    });
    expect(error).to.deep.include({
      status: 400,
      name: 'ApplicationError',
      message: 'Some of the provided components in Openings are not related to the entity',
    });
  });

  it('ids of items are ignored in what is new, so that a copy of another document can be sent', async () => {
    const copied = { Openings: [{ id: 71, day: 'mon', note: { id: 72, text: 'late' } }] };
    const seo = { id: 73, metaTitle: 't' };
    const { data } = await writer.post('restaurants', { Name: 'x', seo, ...copied }, populate);
    expect(data.Openings[0]).to.include({ day: 'mon' });
    expect(data.Openings[0].note).to.include({ text: 'late' });
    for (const { id } of [data.seo, data.Openings[0], data.Openings[0].note]) expect(id).to.be.below(71);
    const added = { Openings: [{ day: 'tue', note: { id: 72, text: 'new' } }] };
    const { data: after } = await writer.put(`restaurants/${data.documentId}${populate}`, added);
    expect(after.Openings[0].note).to.include({ text: 'new' });
  });

  it('a single component is set and cleared, and zones keep their order', async () => {
    const sections = [
      { __component: 'sections.gallery', title: 'Pics' },
      { __component: 'sections.quote', text: 'q' },
    ];
    const { data } = await writer.post(
      'restaurants',
      { Name: 'x', seo: { metaTitle: 't' }, sections },
      populate,
    );
    expect(data.seo).to.include({ metaTitle: 't', metaDescription: null });
    expect(data.sections.map((item: Data) => item['__component'])).to.deep.equal([
      'sections.gallery',
      'sections.quote',
    ]);
    const { data: after } = await writer.put(`restaurants/${data.documentId}${populate}`, {
      seo: null,
      sections: [],
    });
    expect(after).to.deep.include({ seo: null, sections: [] });
  });

  it('a component that the zone does not allow is refused', async () => {
    const { error } = await writer.post('restaurants', {
      Name: 'x',
      sections: [{ __component: 'shared.seo' }],
    });
    expect(error).to.include({ status: 400, name: 'ValidationError' });
  });
});
