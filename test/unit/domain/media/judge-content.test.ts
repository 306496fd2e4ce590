import { expect } from 'chai';
import * as fc from 'fast-check';
import { headSize, judgeContent } from '../../../../src/domain/media/judge-content.js';
import { servedType } from '../../../../src/domain/media/served-types.js';
import { svgSize } from '../../../../src/domain/media/svg-size.js';

const judge = (text: string, name = 'a.txt') => judgeContent(Buffer.from(text), name, null);

describe('the type of a file', () => {
  it('is that of its signature, with the extension of its name if both agree', () => {
    const jpeg = { mime: 'image/jpeg', ext: '.jpg' };
    expect(judgeContent(Buffer.from('x'), 'a.html', jpeg)).to.deep.equal(jpeg);
    expect(judgeContent(Buffer.from('x'), 'a.JPEG', jpeg)).to.deep.equal({
      mime: 'image/jpeg',
      ext: '.jpeg',
    });
  });

  it('follows its name if the signature is only that of a container', () => {
    const zip = { mime: 'application/zip', ext: '.zip' };
    expect(judgeContent(Buffer.from('x'), 'a.sketch', zip)).to.deep.equal({ ...zip, ext: '.sketch' });
    for (const name of ['a', 'a.html', 'a.svg', 'a.png', 'a.js'])
      expect(judgeContent(Buffer.from('x'), name, zip), name).to.deep.equal(zip);
    const old = { mime: 'application/x-cfb', ext: '.cfb' };
    expect(judgeContent(Buffer.from('x'), 'A.DOC', old).ext).to.equal('.doc');
    expect(servedType('.doc').inline).to.equal(false);
  });

  it('is markup if it begins as such, whatever comes before the root element', () => {
    const svg = { mime: 'image/svg+xml', ext: '.svg' };
    const html = { mime: 'text/html', ext: '.html' };
    expect(judge('<svg/>')).to.deep.equal(svg);
    expect(
      judge('\uFEFF <?xml version="1.0"?>\n<!-- <html> --><!DOCTYPE svg [<!ENTITY a "b">]><svg:svg>'),
    ).to.deep.equal(svg);
    expect(judge('<!DOCTYPE HTML>')).to.deep.equal(html);
    expect(judge('\n<ScRiPt>')).to.deep.equal(html);
    expect(judge('<?xml version="1.0"?><html>')).to.deep.equal(html);
    expect(judge('<?xml version="1.0"?><a>')).to.deep.equal({ mime: 'application/xml', ext: '.xml' });
    expect(judge('<3 svg')).to.deep.equal({ mime: 'text/plain', ext: '.txt' });
  });

  it('is text if it is UTF-8 without zeros, even if the last character is cut off', () => {
    const euro = Buffer.from('a€');
    expect(judgeContent(euro.subarray(0, 3), 'a', null).mime).to.equal('text/plain');
    expect(judgeContent(Buffer.from([0xff, 0x41]), 'a', null).mime).to.equal('application/octet-stream');
    expect(judge('a\u0000b').mime).to.equal('application/octet-stream');
  });

  it('is text in UTF-16 with a byte order mark, which resembles that of an audio file', () => {
    const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const sound = { mime: 'audio/mpeg', ext: '.mp1' };
    expect(judgeContent(wide('a;ü;€'), 'list.csv', sound)).to.deep.equal({ mime: 'text/csv', ext: '.csv' });
    expect(judgeContent(wide('€').subarray(0, 3), 'a.txt', sound).mime).to.equal('text/plain');
    expect(judgeContent(wide('<html><script>'), 'a.csv', sound).mime).to.equal('text/html');
    expect(judgeContent(wide('<svg/>').swap16(), 'a.txt', null).mime).to.equal('image/svg+xml');
    for (const noise of ['a\u0000', 'a\u0007', 'a\uD800b'])
      expect(judgeContent(wide(noise), 'a.csv', sound), noise).to.deep.equal(sound);
  });

  it('is never served as a type that runs code', () => {
    const active = /html|xml|svg|javascript|css|pdf/;
    const beginning = fc.constantFrom('', '<svg>', '<html>', '%PDF', '<?xml?>', 'alert(1)', '\u0000');
    const name = fc.constantFrom(
      'a.svg',
      'a.html',
      'a.js',
      'a.css',
      'a.xhtml',
      'a.pdf',
      'a.xml',
      'a.htm',
      'a.png',
      'a.jpg',
    );
    fc.assert(
      fc.property(beginning, fc.string(), name, (start, rest, called) => {
        const { mime, inline } = servedType(judge(start + rest, called).ext);
        expect(inline && active.test(mime)).to.equal(false);
        expect(start === '\u0000' && mime !== 'application/octet-stream').to.equal(false);
      }),
    );
  });

  it('is found quickly, whatever the content', () => {
    const pieces = ['<svg ', '<!--', '<!-- -->', '<?', '<!doctype [', '<a:', ' ', '<svg a="'];
    for (const piece of pieces) {
      const text = piece.repeat(Math.floor(headSize / piece.length));
      const began = process.cpuUsage();
      judge(`<?xml version="1.0"?>${text}`);
      svgSize(text);
      expect(process.cpuUsage(began).user, piece).to.be.lessThan(1_000_000);
    }
  });
});

describe('the size of an SVG', () => {
  it('is its width and height, or those of its view box', () => {
    expect(svgSize('<?xml?><svg width="10" height=\'20.6px\'>')).to.deep.equal({ width: 10, height: 21 });
    expect(svgSize('<svg:svg\nviewBox="0,0 30 40" width="100%">')).to.deep.equal({ width: 30, height: 40 });
    for (const text of [
      '<svg>',
      '<svg width="1" >',
      '<svg width="-1" height="2">',
      '<svg width="1e9" height="1">',
      'x',
    ])
      expect(svgSize(text), text).to.equal(null);
    expect(svgSize('<svg stroke-width="3" viewBox="0 0 1 1">')).to.deep.equal({ width: 1, height: 1 });
  });
});
