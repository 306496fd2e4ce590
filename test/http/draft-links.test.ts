import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

describe('links and components of drafts over HTTP', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  const read = async (path: string) => (await writer.world.full('get', `/api/${path}`)).body.data;
  const place = async (data: object, query = '') =>
    (await writer.post('places', { Name: 'P', ...data }, query)).data.documentId as string;
  const labels = async (...names: readonly string[]) => {
    const ids: string[] = [];
    for (const Name of names) ids.push((await writer.post('labels', { Name })).data.documentId);
    return ids;
  };
  const labelsOf = async (id: string, status: string) =>
    namesOf((await read(`places/${id}?status=${status}&populate=labels`)).labels);

  it('a link of the draft is published with it, in the order of the draft', async () => {
    const [a, b, c] = await labels('a', 'b', 'c');
    const id = await place({ labels: [a, b] });
    await writer.put(`places/${id}?status=draft`, { labels: [c, a] });
    expect(await labelsOf(id, 'draft')).to.deep.equal(['c', 'a']);
    expect(await labelsOf(id, 'published')).to.deep.equal(['a', 'b']);
    await writer.act(`places/${id}/actions/publish`);
    expect(await labelsOf(id, 'published')).to.deep.equal(['c', 'a']);
  });

  it('discarding restores links and their order', async () => {
    const [a, b, c] = await labels('a', 'b', 'c');
    const id = await place({ labels: [a, b] });
    await writer.put(`places/${id}?status=draft`, { labels: { set: [c, b, a] } });
    await writer.act(`places/${id}/actions/discard-draft`);
    expect(await labelsOf(id, 'draft')).to.deep.equal(['a', 'b']);
    expect(await labelsOf(id, 'published')).to.deep.equal(['a', 'b']);
  });

  it('an unpublished target is hidden and keeps its place in the list', async () => {
    const ids = [
      await place({ Name: 'x' }),
      await place({ Name: 'y' }, '?status=draft'),
      await place({ Name: 'z' }),
    ];
    const label = (await writer.post('labels', { Name: 'l', places: ids })).data.documentId;
    const names = async () => namesOf((await read(`labels/${label}?populate=places`)).places);
    expect(await names()).to.deep.equal(['x', 'z']);
    await writer.act(`places/${ids[1]}/actions/publish`);
    expect(await names()).to.deep.equal(['x', 'y', 'z']);
    await writer.act(`places/${ids[0]}/actions/unpublish`);
    expect(await names()).to.deep.equal(['y', 'z']);
    await writer.act(`places/${ids[0]}/actions/publish`);
    expect(await names()).to.deep.equal(['x', 'y', 'z']);
  });

  it('an edit from an end without drafts is effective at once', async () => {
    const id = await place({});
    const { data } = await writer.post('events', { Name: 'e', place: id }, '?populate[place][fields]=Name');
    expect(data.place).to.include({ documentId: id, Name: 'P' });
    for (const status of ['draft', 'published'])
      expect(namesOf((await read(`places/${id}?status=${status}&populate=events`)).events)).to.deep.equal([
        'e',
      ]);
  });

  it('items without drafts may name a status', async () => {
    const id = await place({});
    const { data } = await writer.post('labels', {
      Name: 'l',
      places: [{ documentId: id, status: 'draft' }],
    });
    expect(await labelsOf(id, 'draft')).to.deep.equal(['l']);
    expect(await labelsOf(id, 'published')).to.deep.equal([]);
    await writer.put(`labels/${data.documentId}`, {
      places: { connect: [{ documentId: id, status: 'published' }] },
    });
    expect(await labelsOf(id, 'published')).to.deep.equal(['l']);
    const { error } = await writer.put(`labels/${data.documentId}`, {
      places: { connect: [{ documentId: id, status: 'x' }] },
    });
    expect(error).to.include({ status: 400, name: 'ValidationError' });
  });

  it('a to-one target moves in the draft first, and in the published version by publishing', async () => {
    const event = (await writer.post('events', { Name: 'e' })).data.documentId;
    const [first, second] = [await place({ highlight: event }), await place({})];
    await writer.put(`places/${second}?status=draft`, { highlight: event });
    const holds = async (id: string, status: string) =>
      (await read(`places/${id}?status=${status}&populate=highlight`)).highlight?.Name ?? null;
    expect([await holds(first, 'draft'), await holds(second, 'draft')]).to.deep.equal([null, 'e']);
    expect([await holds(first, 'published'), await holds(second, 'published')]).to.deep.equal(['e', null]);
    await writer.act(`places/${second}/actions/publish`);
    expect([await holds(first, 'published'), await holds(second, 'published')]).to.deep.equal([null, 'e']);
  });

  it('filters and sorts use the links of their layer', async () => {
    const [a] = await labels('a');
    const id = await place({});
    await writer.put(`places/${id}?status=draft`, { labels: [a] });
    const found = async (status: string) =>
      (await read(`places?status=${status}&filters[labels][Name]=a`)).length;
    expect([await found('draft'), await found('published')]).to.deep.equal([1, 0]);
  });

  it('items of components are changed by the ids that the draft or the published version shows', async () => {
    const Openings = [{ day: 'mon', from: '08:00:00', note: { text: 'a' } }, { day: 'tue' }];
    const id = await place({ Openings, seo: { metaTitle: 't', metaDescription: 'd' } });
    const populate = 'populate[Openings][populate]=note&populate[seo]=true';
    const draft = await read(`places/${id}?status=draft&${populate}`);
    const [mon, tue] = draft.Openings;
    await writer.put(`places/${id}?status=draft`, {
      Openings: [{ id: tue.id }, { id: mon.id, to: '10:00:00' }],
    });
    const edited = await read(`places/${id}?status=draft&${populate}`);
    expect(
      edited.Openings.map(({ day, from, to }: Record<string, unknown>) => [day, from, to]),
    ).to.deep.equal([
      ['tue', null, null],
      ['mon', '08:00:00', '10:00:00'],
    ]);
    expect((await read(`places/${id}?${populate}`)).Openings[0].day).to.equal('mon');
    const { seo } = await read(`places/${id}?${populate}`);
    const { data } = await writer.put(`places/${id}?${populate}`, { seo: { id: seo.id, metaTitle: 't3' } });
    expect(data.seo).to.deep.include({ metaTitle: 't3', metaDescription: 'd' });
    expect(data.Openings[0].day).to.equal('tue');
  });

  it('links inside components survive publishing and are filtered', async () => {
    const chef = await writer.world.create('chef', { Name: 'Ann' });
    const sections = [{ __component: 'sections.quote', text: 'q', speaker: chef }];
    const id = await place({ sections, seo: { metaTitle: 't', author: chef } }, '?status=draft');
    await writer.act(`places/${id}/actions/publish`);
    const query = 'populate[seo][populate]=author&populate[sections][on][sections.quote][populate]=speaker';
    const found = await read(`places?filters[seo][author][Name]=Ann&${query}`);
    expect(found[0].seo.author).to.include({ Name: 'Ann' });
    expect(found[0].sections[0].speaker).to.include({ Name: 'Ann' });
  });
});
