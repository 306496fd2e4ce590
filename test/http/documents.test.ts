import { expect } from 'chai';
import { createWriter, namesOf, type Writer } from './writer.js';

describe('writing documents', () => {
  let writer: Writer;

  beforeEach(() => {
    writer = createWriter();
  });

  it('POST answers 201 with the document, as fields and populate select it', async () => {
    const category = await writer.world.create('category', { Name: 'Sea' });
    const { status, body } = await writer.world
      .full('post', '/api/restaurants?fields[0]=Name&fields[1]=Rating&populate=categories')
      .send({ data: { Name: 'One', Rating: 1, categories: [category] } });
    expect(status).to.equal(201);
    expect(body.meta).to.deep.equal({});
    expect(body.data).to.have.all.keys('id', 'documentId', 'Name', 'Rating', 'categories');
    expect(body.data.documentId).to.match(/^[a-z][a-z0-9]{23}$/);
    expect(namesOf(body.data.categories)).to.deep.equal(['Sea']);
  });

  it('PUT changes what is sent, null clears, and defaults apply only to POST', async () => {
    const { data: created } = await writer.post('restaurants', { Name: 'One', Rating: 3, Description: 'x' });
    expect(created).to.include({ Active: true });
    const { data } = await writer.put(`restaurants/${created.documentId}`, {
      Rating: null,
      Active: null,
      Description: '',
    });
    expect(data).to.include({ Name: 'One', Rating: null, Active: null, Description: '' });
    expect(data.createdAt).to.equal(created.createdAt);
  });

  it('DELETE answers 204 with an empty body, also for a missing document', async () => {
    const id = await writer.world.create('restaurant', { Name: 'One' });
    for (let times = 0; times < 2; times += 1) {
      const { status, text, body } = await writer.world.full('delete', `/api/restaurants/${id}`);
      expect([status, text, body]).to.deep.equal([204, '', {}]);
    }
    expect((await writer.world.full('get', `/api/restaurants/${id}`)).status).to.equal(404);
  });

  it('a write with an invalid selection changes nothing', async () => {
    const { error } = await writer.post('restaurants', { Name: 'One' }, '?fields=Nope');
    expect(error.message).to.equal('Invalid key Nope');
    expect((await writer.world.full('get', '/api/restaurants')).body.data).to.deep.equal([]);
  });

  it('passwords and private attributes are stored and never answered', async () => {
    const { data } = await writer.post('chefs', { Name: 'Ann', Pass: 'secret-pass', Diary: 'secret-diary' });
    expect(JSON.stringify(data)).to.not.contain('secret');
    expect(data).to.not.have.any.keys('Pass', 'Diary');
  });
});
