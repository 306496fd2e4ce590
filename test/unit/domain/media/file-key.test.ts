import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  extensionOf,
  fileHash,
  fileLabel,
  formatKey,
  isFileKey,
} from '../../../../src/domain/media/file-key.js';

const random = '0123456789';

describe('names of files', () => {
  it('become keys of plain letters, digits and underscores', () => {
    const hashes: [string, string][] = [
      ['a b é.png', 'a_b_e_0123456789'],
      ['../../etc/passwd.txt', 'etc_passwd_0123456789'],
      ['.htaccess', 'htaccess_0123456789'],
      ['日本.jpg', 'file_0123456789'],
      ['', 'file_0123456789'],
      ['a.tar.gz', 'a_tar_0123456789'],
      ['x'.repeat(500), `${'x'.repeat(80)}_0123456789`],
    ];
    for (const [name, hash] of hashes) expect(fileHash(name, random)).to.equal(hash);
  });

  it('always give valid keys, including keys of formats', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const key = `${fileHash(fileLabel(name), random)}${extensionOf(name)}`;
        expect(isFileKey(key)).to.equal(true);
        expect(isFileKey(formatKey('thumbnail', key))).to.equal(true);
      }),
    );
  });

  it('in any other form are not keys', () => {
    for (const text of [
      '',
      'a',
      'a.png',
      'a_0123456789.',
      'a_0123456789.PNG',
      'a_012345678g.png',
      'a-b_0123456789.png',
    ])
      expect(isFileKey(text), text).to.equal(false);
    for (const text of [
      'a_0123456789.png\n',
      '.a_0123456789.png',
      'a/b_0123456789.png',
      'a_0123456789.png/..',
    ])
      expect(isFileKey(text), text).to.equal(false);
  });

  it('become labels of one line, without folders, of 255 characters at most', () => {
    expect(fileLabel('C:\\a\\b.png')).to.equal('b.png');
    expect(fileLabel('a/b\u0000\n.png')).to.equal('b.png');
    expect(fileLabel(' \u0007 ')).to.equal('file');
    expect(fileLabel(`${'é'.repeat(300)}.png`)).to.equal(`${'é'.repeat(251)}.png`);
    expect(fileLabel('\ud800a.png')).to.equal('a.png');
    expect(fileLabel(`${'😀'.repeat(300)}.png`)).to.equal(`${'😀'.repeat(125)}.png`);
  });

  it('become labels without characters that reverse the direction of text', () => {
    expect(fileLabel('\u202Egnp.exe')).to.equal('gnp.exe');
    expect(fileLabel('\u2066a\u2069.exe')).to.equal('a.exe');
    expect(fileLabel('תאנה\u200F.png')).to.equal('תאנה\u200F.png');
  });
});
