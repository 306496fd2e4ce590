import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import sharp from 'sharp';
import { createImageProcessor } from '../../../../src/adapters/images/create-image-processor.js';
import { forkDecoder } from '../../../../src/adapters/images/fork-decoder.js';
import { largePicture } from '../../../large-picture.js';
import { chunksOf } from '../../../../src/application/media/receive-file.js';
import type { ImageProcessor, Picture } from '../../../../src/application/ports/image-processor.js';
import { withoutReasons } from '../../../without-reasons.js';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123' } });

describe('pictures', () => {
  const images = createImageProcessor();
  after(() => images.close());

  const process = async (bytes: Uint8Array, by: ImageProcessor = images): Promise<Picture | null> => {
    const processed = await by.process(chunksOf(bytes));
    if (!processed.ok) throw new Error(processed.failure.message);
    return processed.value;
  };

  it('of each type that is drawn get formats of that type', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff'] as const) {
      expect(images.reads(`image/${format}`)).to.equal(true);
      const picture = await process(await plain(600, 400).toFormat(format).toBuffer());
      expect(picture?.formats.map(({ name }) => name)).to.deep.equal(['thumbnail', 'small']);
      for (const { bytes, width, height } of picture?.formats ?? []) {
        const found = await sharp(bytes).metadata();
        expect([found.format, found.width, found.height]).to.deep.equal([format, width, height]);
      }
    }
  });

  it('keep transparency, greys, and the way the camera was held', async () => {
    const clear = sharp({ create: { width: 600, height: 400, channels: 4, background: '#12345680' } });
    const [alpha] = (await process(await clear.png().toBuffer()))?.formats ?? [];
    expect((await sharp(alpha?.bytes).metadata()).hasAlpha).to.equal(true);
    const [grey] = (await process(await plain(600, 400).greyscale().jpeg().toBuffer()))?.formats ?? [];
    expect(grey).to.include({ width: 234, height: 156 });
    const held = plain(600, 400).withMetadata({ orientation: 6 }).jpeg();
    expect(await process(await held.toBuffer())).to.deep.include({ width: 400, height: 600 });
  });

  it('of other types have a size at most', async () => {
    expect(images.reads('image/svg+xml')).to.equal(false);
    expect(images.reads('application/pdf')).to.equal(false);
    const avif = await process(await plain(600, 400).avif({ effort: 0 }).toBuffer());
    expect(avif).to.deep.equal({ width: 600, height: 400, formats: [] });
  });

  it('of too many pixels are refused by their header', async () => {
    const refused = await images.process(chunksOf(await largePicture(9_990, 9_990)));
    expect(!refused.ok && withoutReasons(refused.failure)).to.deep.equal({
      code: 'MEDIA.REFUSED',
      message: 'The picture has 99800100 pixels, and 50000000 are allowed',
    });
  });

  it('that move count the pixels of all their pages', async () => {
    const small = createImageProcessor({ maxPixels: 100_000 });
    const pages = (count: number) => {
      const bytes = Buffer.from(Array.from({ length: 60_000 * count }, (_, index) => (index * 7) % 251));
      const raw = { width: 200, height: 100 * count, pageHeight: 100, channels: 3 } as const;
      return sharp(bytes, { raw });
    };
    for (const format of ['gif', 'webp'] as const) {
      const five = await process(await pages(5).toFormat(format).toBuffer(), small);
      expect(five).to.include({ width: 200, height: 100 });
      const six = await small.process(chunksOf(await pages(6).toFormat(format).toBuffer()));
      expect(six).to.have.nested.property('failure.message').that.contains('120000 pixels');
    }
    small.close();
  });

  it('that are broken are told apart from those that are not', async () => {
    const whole = await plain(900, 900).png().toBuffer();
    expect(await process(Buffer.from('no picture'))).to.equal(null);
    expect(await process(whole.subarray(0, 20))).to.equal(null);
    const cut = await process(whole.subarray(0, whole.length - 30));
    expect(cut).to.include({ width: 900, height: 900 });
    expect(cut?.formats).to.have.length(0);
  });

  it('have the formats that the app wants, smallest first', async () => {
    const own = createImageProcessor({ breakpoints: { wide: 400, tiny: 20 } });
    expect(own.formats).to.deep.equal(['thumbnail', 'tiny', 'wide']);
    const picture = await process(await plain(100, 50).png().toBuffer(), own);
    expect(picture?.formats.map(({ name, width }) => [name, width])).to.deep.equal([['tiny', 20]]);
    own.close();
  });
});

describe('the processes that decode pictures', () => {
  const children: ChildProcess[] = [];
  const start = (): ChildProcess => {
    const child = forkDecoder();
    children.push(child);
    return child;
  };
  let images: ImageProcessor;
  let slow: Buffer;
  before(async () => {
    slow = await plain(7_000, 7_000).png({ compressionLevel: 1 }).toBuffer();
  });
  beforeEach(() => {
    children.length = 0;
  });
  afterEach(() => images.close());

  const tiny = () => plain(300, 20).png().toBuffer();

  it('start with the first picture, serve the next ones, and end when closed', async () => {
    images = createImageProcessor({ start });
    expect(children).to.have.length(0);
    for (const _ of [1, 2]) expect(await images.process(chunksOf(await tiny()))).to.have.property('ok', true);
    const [child] = children;
    expect(children).to.have.length(1);
    images.close();
    if (child !== undefined) await once(child, 'exit');
    expect(await images.process(chunksOf(await tiny()))).to.have.property('ok', true);
  });

  it('that are killed at work make an upload that may be tried again', async () => {
    images = createImageProcessor({ start });
    const killed = images.process(chunksOf(slow));
    while (children.length === 0) await new Promise((resolve) => setImmediate(resolve));
    children[0]?.kill('SIGKILL');
    expect(await killed).to.have.nested.property('failure.code', 'MEDIA.BUSY');
    expect(await images.process(chunksOf(await tiny()))).to.have.property('ok', true);
    expect(children).to.have.length(2);
  });

  it('that cannot start say why', async () => {
    const reports: string[] = [];
    const missing = (): ChildProcess =>
      spawn(process.execPath, ['-e', 'throw new Error("libvips.so is missing")'], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
    images = createImageProcessor({ start: missing, died: (why) => void reports.push(why) });
    const refused = await images.process(chunksOf(await tiny()));
    expect(refused).to.have.nested.property('failure.code', 'MEDIA.BUSY');
    expect(reports).to.have.length(1);
    expect(reports[0]).to.match(/^exit code 1 .*libvips\.so is missing/s);
  });

  it('are ended where a picture takes too long, and when they have nothing to do', async () => {
    images = createImageProcessor({ start, decodeTimeoutMs: 1, idleTimeoutMs: 1 });
    expect(await images.process(chunksOf(slow))).to.have.nested.property('failure.code', 'MEDIA.REFUSED');
    images = createImageProcessor({ start, idleTimeoutMs: 1 });
    await images.process(chunksOf(await tiny()));
    const idle = children.at(-1);
    if (idle?.exitCode === null && idle.signalCode === null) await once(idle, 'exit');
  });

  it('work on so many pictures at once, let so many wait, and refuse the others', async () => {
    images = createImageProcessor({ start, decoders: 2, queueLength: 2 });
    const all = await Promise.all(Array.from({ length: 6 }, () => images.process(chunksOf(slow))));
    expect(children).to.have.length(2);
    expect(all.filter(({ ok }) => ok)).to.have.length(4);
    for (const refused of all.filter(({ ok }) => !ok))
      expect(refused).to.have.nested.property('failure.code', 'MEDIA.BUSY');
  });

  it('serve callers in turn, and one cannot take the room to wait from another', async () => {
    images = createImageProcessor({ start, queueLength: 4 });
    const ended: string[] = [];
    const send = async (caller: string, bytes: Buffer): Promise<void> => {
      const { ok } = await images.process(chunksOf(bytes), caller);
      ended.push(`${caller} ${ok ? 'done' : 'refused'}`);
    };
    const bytes = await tiny();
    const many = Array.from({ length: 5 }, () => send('one', bytes));
    await Promise.all([...many, send('other', bytes), send('other', bytes)]);
    expect(ended).to.deep.equal([
      'one refused',
      'one refused',
      'one done',
      'one done',
      'other done',
      'one done',
      'other done',
    ]);
  });

  it('let nobody wait for ever', async () => {
    images = createImageProcessor({ start, waitTimeoutMs: 1 });
    const [first, second] = await Promise.all([1, 2].map(() => images.process(chunksOf(slow))));
    expect(first).to.have.property('ok', true);
    expect(second).to.have.nested.property('failure.code', 'MEDIA.BUSY');
  });
});
