import { expect } from 'chai';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { serveApp, type ServedApp } from './served-app.js';

const ifNews = { required: true, conditions: { visible: { '==': [{ var: 'kind' }, 'news'] } } };

const attributes = {
  kind: { type: 'enumeration', enum: ['news', 'tale'], default: 'tale' },
  checked: { type: 'boolean' },
  source: { type: 'string', ...ifNews },
  proof: { type: 'string', required: true, conditions: { visible: { '==': [{ var: 'checked' }, true] } } },
  place: { ...relation('manyToOne', 'place'), ...ifNews },
  part: { type: 'component', component: 'page.part' },
};

/** As in Strapi: what is hidden need not have a value. */
describe('required attributes with a condition', () => {
  let served: ServedApp;
  let token: { readonly token: string };
  let place: string;

  before(async () => {
    served = await serveApp(
      appFiles({
        contentTypes: [
          contentType('story', 'stories', attributes),
          contentType('draft', 'drafts', attributes, drafts),
          contentType('place', 'places', { name: { type: 'string' } }),
        ],
        components: [
          component('page.part', {
            kind: { type: 'enumeration', enum: ['news', 'tale'] },
            link: { type: 'string', ...ifNews },
          }),
        ],
      }),
    );
    token = await served.app.access.createToken({ name: 'all', access: 'full-access' });
    place = (await send('POST', '/places', { name: 'Here' })).body.data.documentId as string;
  });
  after(async () => {
    await served.stop();
    expect(served.errors).to.deep.equal([]);
  });

  const send = (method: string, path: string, data?: object) =>
    served.rest(token, method, path, ...(data === undefined ? [] : [{ data }]));
  /** The attributes that a refusal names; empty: there is none. */
  const missing = async (method: string, path: string, data?: object): Promise<readonly string[]> => {
    const { status, body } = await send(method, path, data);
    expect(status, JSON.stringify(body)).to.be.oneOf([200, 201, 400]);
    if (status !== 400) return [];
    return body.error.details.errors.map(({ path: at }: { path: readonly string[] }) => at.join('.'));
  };
  const made = async (path: string, data: object): Promise<string> =>
    (await send('POST', path, data)).body.data.documentId as string;

  it('are asked of a new document only while the condition holds', async () => {
    expect(await missing('POST', '/stories', {})).to.deep.equal([]);
    expect(await missing('POST', '/stories', { kind: 'tale', source: null })).to.deep.equal([]);
    expect(await missing('POST', '/stories', { kind: null })).to.deep.equal([]);
    expect(await missing('POST', '/stories', { kind: 'news' })).to.deep.equal(['source', 'place']);
    expect(await missing('POST', '/stories', { checked: true })).to.deep.equal(['proof']);
    expect(await missing('POST', '/stories', { kind: 'news', source: 'Ana', place })).to.deep.equal([]);
  });

  it('are asked within components by what the item says', async () => {
    expect(await missing('POST', '/stories', { part: { kind: 'tale' } })).to.deep.equal([]);
    expect(await missing('POST', '/stories', { part: { kind: 'news' } })).to.deep.equal(['part.link']);
  });

  it('are not emptied by a change that does not say that they are hidden', async () => {
    const id = await made('/stories', { kind: 'news', source: 'Ana', place });
    expect(await missing('PUT', `/stories/${id}`, { source: null })).to.deep.equal(['source']);
    expect(await missing('PUT', `/stories/${id}`, { kind: 'news', source: null })).to.deep.equal(['source']);
    expect(await missing('PUT', `/stories/${id}`, { kind: 'tale', source: null })).to.deep.equal([]);
  });

  it('are asked when a draft is published, by what the draft has', async () => {
    const publish = (id: string) => missing('PUT', `/drafts/${id}?status=published`, {});
    const news = await made('/drafts?status=draft', { kind: 'news' });
    expect(await publish(news)).to.have.members(['source', 'place']);
    await send('PUT', `/drafts/${news}?status=draft`, { source: 'Ana', place });
    expect(await publish(news)).to.deep.equal([]);
    const tale = await made('/drafts?status=draft', { kind: 'tale', checked: true });
    expect(await publish(tale)).to.deep.equal(['proof']);
    await send('PUT', `/drafts/${tale}?status=draft`, { checked: false });
    expect(await publish(tale)).to.deep.equal([]);
  });

  it('may be empty in answers', async () => {
    await made('/stories', {});
    const { data, errors } = await served.graphql(
      token,
      '{ stories { data { attributes { source } } } }',
      {},
      'v4',
    );
    expect(errors).to.equal(undefined);
    expect(JSON.stringify(data)).to.include('"source":null');
  });
});
