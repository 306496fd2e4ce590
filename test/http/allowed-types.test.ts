import { expect } from 'chai';
import supertest from 'supertest';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface FileRecord {
  readonly id: number;
  readonly documentId: string;
}

interface Refusal {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details: {
    readonly errors: readonly { readonly path: readonly string[]; readonly message: string }[];
  };
}

describe('the allowed types of a media attribute', () => {
  let world: UploadWorld;
  let picture: FileRecord;
  let text: FileRecord;

  const call = (method: 'get' | 'post' | 'put', path: string): supertest.Test =>
    supertest(world.app)[method](path).set('Authorization', 'Bearer full');

  beforeEach(async () => {
    world = await createUploadWorld();
    const upload = call('post', '/api/upload').attach('files', png, 'hills.png');
    const { body } = await upload.attach('files', Buffer.from('words'), 'notes.txt');
    [picture, text] = body as [FileRecord, FileRecord];
  });
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.remove();
  });

  const refusal = async (request: supertest.Test): Promise<Refusal> =>
    ((await request) as { body: { error: Refusal } }).body.error;

  it('apply to linked files by either id, and the refusal names the attribute', async () => {
    const { body } = await call('post', '/api/places').send({ data: { Cover: picture.documentId } });
    const path = `/api/places/${(body as { data: FileRecord }).data.documentId}`;
    const forms = [text.documentId, text.id, [text.documentId], { set: [{ id: text.id }] }];
    for (const Cover of forms) {
      for (const request of [call('post', '/api/places'), call('put', path)]) {
        const { status, name, message, details } = await refusal(request.send({ data: { Cover } }));
        expect({ status, name }).to.deep.equal({ status: 400, name: 'ValidationError' });
        expect(message).to.equal('Cover takes images only: notes.txt is text/plain');
        expect(details.errors[0]?.path).to.deep.equal(['Cover']);
      }
    }
    const { body: kept } = await call('get', `${path}?populate=Cover`);
    expect((kept as { data: { Cover: FileRecord } }).data.Cover.id).to.equal(picture.id);
  });

  it('apply inside components and dynamic zones', async () => {
    const pictures = [picture.id, text.id];
    const seo = await refusal(call('post', '/api/places').send({ data: { seo: { pictures } } }));
    expect(seo.details.errors[0]?.path).to.deep.equal(['seo', 'pictures']);
    const sections = [{ __component: 'shared.seo' }, { __component: 'shared.seo', pictures }];
    const zone = await refusal(call('post', '/api/places').send({ data: { sections } }));
    expect(zone.details.errors[0]?.path).to.deep.equal(['sections', '1', 'pictures']);
    expect(zone.message).to.equal('sections[1].pictures takes images only: notes.txt is text/plain');
  });

  it('are all reported in one answer', async () => {
    const data = { Cover: text.id, Sounds: [text.id, picture.id], seo: { pictures: [text.id] } };
    const { message, details } = await refusal(call('post', '/api/places').send({ data }));
    expect(message).to.equal('3 errors occurred');
    expect(details.errors.map((each) => each.message)).to.include(
      'Sounds takes audios, files only: hills.png is image/png',
    );
  });

  it('allow fitting files, cleared attributes and attributes without allowed types', async () => {
    const data = {
      Cover: picture.id,
      Gallery: [picture.id, text.id],
      Sounds: [text.id],
      seo: { pictures: [picture.id] },
    };
    expect(await call('post', '/api/places').send({ data })).to.have.property('status', 201);
    const none = { Cover: null, Sounds: [], seo: null };
    expect(await call('post', '/api/places').send({ data: none })).to.have.property('status', 201);
  });

  it('apply to app code', async () => {
    const mutation = { kind: 'create', type: 'api::place.place', layer: 'published', answer: {} } as const;
    const data = { Cover: text.documentId };
    const created = await world.documents.create(systemPrincipal, { ...mutation, data });
    expect(created.ok ? '' : created.failure.message).to.include('Cover takes images only');
  });

  it('apply when the content of a file is replaced', async () => {
    const replace = (content: Buffer, name: string): supertest.Test =>
      call('post', `/api/upload?id=${picture.id}`).attach('files', content, name);
    const { status, message } = await refusal(replace(Buffer.from('words'), 'hills.png'));
    expect({ status, message }).to.deep.equal({
      status: 400,
      message: 'hills.png is text/plain, and takes the place of images only',
    });
    expect(await replace(png, 'other.png')).to.have.property('status', 200);
  });
});
