import type { ChildProcess } from 'node:child_process';
import { expect } from 'chai';
import sharp from 'sharp';
import supertest from 'supertest';
import { createImageProcessor } from '../../src/adapters/images/create-image-processor.js';
import { forkDecoder } from '../../src/adapters/images/fork-decoder.js';
import { largePicture } from '../large-picture.js';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

describe('uploaded pictures', () => {
  let world: UploadWorld;
  const children: ChildProcess[] = [];
  const images = createImageProcessor({
    start() {
      const child = forkDecoder();
      children.push(child);
      return child;
    },
    queueLength: 1,
  });
  beforeEach(async () => {
    world = await createUploadWorld({ images });
  });
  afterEach(async () => {
    images.close();
    await world.remove();
    expect(world.errors).to.deep.equal([]);
  });

  const upload = (bytes: Buffer) =>
    supertest(world.app)
      .post('/api/upload')
      .set('Authorization', 'Bearer upload')
      .attach('files', bytes, 'a.png');
  const picture = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#123' } })
      .png()
      .toBuffer();

  it('are refused if they have too many pixels, and leave nothing', async () => {
    const { status, body } = await upload(await largePicture(9_990, 9_990));
    expect(status).to.equal(400);
    expect(body).to.have.nested.property('error.name', 'ApplicationError');
    expect(body).to.have.nested.property(
      'error.message',
      'a.png: The picture has 99800100 pixels, and 50000000 are allowed',
    );
    expect(await world.stored()).to.deep.equal([]);
  });

  it('get 503 if their decoder is killed, and the next one succeeds', async () => {
    children.length = 0;
    const killed = upload(await picture(5_000)).then((response) => response);
    while (children.length === 0) await new Promise((resolve) => setImmediate(resolve));
    children[0]?.kill('SIGKILL');
    const { status, headers, body } = await killed;
    expect([status, headers['retry-after']]).to.deep.equal([503, '10']);
    expect(body).to.have.nested.property(
      'error.message',
      'a.png: The decoder of pictures ended while it worked. Try again later',
    );
    expect(await world.stored()).to.deep.equal([]);
    expect(await upload(await picture(300))).to.have.property('status', 201);
  });

  it('get 503 if too many are waiting', async () => {
    const slow = await picture(5_000);
    const answers = await Promise.all([1, 2, 3].map(() => upload(slow)));
    expect(answers.map(({ status }) => status)).to.have.members([201, 201, 503]);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.headers['retry-after']).to.equal('10');
  });
});
