import { expect } from 'chai';
import sharp from 'sharp';
import { createGate } from '../../../../src/adapters/images/create-gate.js';
import {
  createImageProcessor,
  defaultBreakpoints,
} from '../../../../src/adapters/images/create-image-processor.js';
import { chunksOf } from '../../../../src/application/media/chunks-of.js';

describe('pictures', () => {
  const images = createImageProcessor({ breakpoints: defaultBreakpoints });
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123' } });

  it('of each type that is drawn get formats of that type', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff'] as const) {
      expect(images.reads(`image/${format}`)).to.equal(true);
      const picture = await images.process(chunksOf(await plain(600, 400).toFormat(format).toBuffer()));
      expect(picture?.formats.map(({ name }) => name)).to.deep.equal(['thumbnail', 'small']);
      for (const { bytes, width, height } of picture?.formats ?? []) {
        const found = await sharp(bytes).metadata();
        expect([found.format, found.width, found.height]).to.deep.equal([format, width, height]);
      }
    }
  });

  it('of other types have a size at most', async () => {
    expect(images.reads('image/svg+xml')).to.equal(false);
    expect(images.reads('application/pdf')).to.equal(false);
    const avif = await images.process(chunksOf(await plain(600, 400).avif({ effort: 0 }).toBuffer()));
    expect(avif).to.deep.equal({ width: 600, height: 400, formats: [] });
  });

  it('are not drawn when they are larger than memory should be', async () => {
    const bomb = await sharp({
      create: { width: 20_000, height: 6_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect(await images.process(chunksOf(bomb))).to.deep.equal({ width: 20_000, height: 6_000, formats: [] });
  });

  it('of 16 bits take the memory of two', async () => {
    const wide = plain(7_200, 7_200).ensureAlpha().toColourspace('rgb16').png({ compressionLevel: 1 });
    const picture = await images.process(chunksOf(await wide.toBuffer()));
    expect(picture).to.deep.equal({ width: 7_200, height: 7_200, formats: [] });
  });

  it('that are broken are told apart from those that are not', async () => {
    const whole = await plain(900, 900).png().toBuffer();
    expect(await images.process(chunksOf(Buffer.from('no picture')))).to.equal(null);
    expect(await images.process(chunksOf(whole.subarray(0, 20)))).to.equal(null);
    const cut = await images.process(chunksOf(whole.subarray(0, whole.length - 30)));
    expect(cut).to.include({ width: 900, height: 900 });
    expect(cut?.formats).to.have.length(0);
  });

  it('have the formats that the app wants, smallest first', async () => {
    const own = createImageProcessor({ breakpoints: { wide: 400, tiny: 20 } });
    expect(own.formats).to.deep.equal(['thumbnail', 'tiny', 'wide']);
    const picture = await own.process(chunksOf(await plain(100, 50).png().toBuffer()));
    expect(picture?.formats.map(({ name, width }) => [name, width])).to.deep.equal([['tiny', 20]]);
  });
});

describe('a gate', () => {
  it('lets so many through at once, and goes on after a failure', async () => {
    const gate = createGate(2);
    let [inside, most] = [0, 0];
    const work = (fails: boolean) => async (): Promise<void> => {
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      if (fails) throw new Error('no');
    };
    const all = Array.from({ length: 9 }, (_, index) => gate(work(index % 3 === 0)));
    const ended = await Promise.allSettled(all);
    expect(ended.filter(({ status }) => status === 'rejected')).to.have.length(3);
    expect([inside, most]).to.deep.equal([0, 2]);
  });
});
