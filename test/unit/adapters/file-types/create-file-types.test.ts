import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import sharp from 'sharp';
import { createFileTypes } from '../../../../src/adapters/files/create-file-types.js';
import { headSize } from '../../../../src/domain/media/judge-content.js';

describe('signatures', () => {
  const recognise = (content: Buffer) => createFileTypes().recognise(content.subarray(0, headSize));
  const side = 300;
  const noise = () =>
    sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });

  it('tell a TIFF whose directory comes after all that is looked at', async () => {
    for (const options of [{ compression: 'deflate' }, { compression: 'none', bigtiff: true }] as const) {
      const tiff = await noise().tiff(options).toBuffer();
      expect(tiff.length).to.be.greaterThan(headSize);
      expect(await recognise(tiff)).to.deep.equal({ mime: 'image/tiff', ext: '.tif' });
    }
    const other = Buffer.concat([Buffer.from('MM\u0000*\u0000\u0002\u0000\u0000'), randomBytes(headSize)]);
    expect(await recognise(other)).to.have.property('mime', 'image/tiff');
  });

  it('end in one extension', async () => {
    const tar = Buffer.alloc(1024);
    tar.write('ustar\u000000', 257);
    expect(await recognise(gzipSync(tar))).to.deep.equal({ mime: 'application/gzip', ext: '.gz' });
  });

  it('are none of noise and of nothing', async () => {
    expect(await recognise(Buffer.from('noise'))).to.equal(null);
    expect(await recognise(Buffer.alloc(0))).to.equal(null);
  });
});
