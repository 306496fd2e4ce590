import { symlink, writeFile, mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as fc from 'fast-check';
import supertest from 'supertest';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

const text = Buffer.from('0123456789'.repeat(1000));

describe('uploaded files', () => {
  let world: UploadWorld;

  before(async () => (world = await createUploadWorld()));
  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.remove();
  });

  const upload = async (bytes: Buffer | string, name: string): Promise<string> => {
    const request = supertest(world.app).post('/api/upload').set('Authorization', 'Bearer full');
    const { body } = await request.attach('files', Buffer.from(bytes), name);
    return (body as { url: string }[])[0]!.url;
  };
  const get = (url: string, headers: Readonly<Record<string, string>> = {}): supertest.Test =>
    supertest(world.app).get(url).set(headers).buffer(true).parse(collect);

  it('are served unchanged, and may be cached forever', async () => {
    const { status, headers, body } = await get(await upload(text, 'digits.txt'), {
      Origin: 'https://a.example',
    });
    expect(status).to.equal(200);
    expect((body as Buffer).equals(text)).to.equal(true);
    expect(headers).to.include({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10000',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': 'https://a.example',
    });
    expect(headers['content-security-policy']).to.match(/^default-src 'none';.*sandbox$/);
    expect(headers['etag']).to.match(/^"digits_[0-9a-f]{10}\.txt"$/);
  });

  it('are served in the range that is requested', async () => {
    const url = await upload(text, 'digits.txt');
    const ranges = fc.tuple(fc.nat(10_500), fc.option(fc.nat(10_500)));
    const check = async ([start, end]: [number, number | null]): Promise<void> => {
      const { status, headers, body } = await get(url, { Range: `bytes=${start}-${end ?? ''}` });
      const last = Math.min(end ?? text.length - 1, text.length - 1);
      const wrong = end !== null && end < start;
      expect(status).to.equal(wrong ? 200 : start >= text.length ? 416 : 206);
      if (status === 416) expect(headers['content-range']).to.equal('bytes */10000');
      if (status !== 206) return;
      expect(headers['content-range']).to.equal(`bytes ${start}-${last}/10000`);
      expect((body as Buffer).equals(text.subarray(start, last + 1))).to.equal(true);
    };
    await fc.assert(fc.asyncProperty(ranges, check), { numRuns: 60 });
    expect((await get(url, { Range: 'bytes=-3' })).body).to.deep.equal(Buffer.from('789'));
    expect((await get(url, { Range: 'bytes=-20000' })).body).to.have.length(10_000);
    expect(await get(url, { Range: 'bytes=-0' })).to.have.property('status', 416);
    for (const Range of [
      'bytes=1-2,4-5',
      'items=1-2',
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=99999999999999999-',
    ])
      expect(await get(url, { Range }), Range).to.have.property('status', 200);
  });

  it('are not sent again to a client that has them', async () => {
    const url = await upload(text, 'digits.txt');
    const { headers } = await get(url);
    const [etag, modified] = [String(headers['etag']), String(headers['last-modified'])];
    for (const condition of [
      { 'If-None-Match': etag },
      { 'If-None-Match': `"x", W/${etag}` },
      { 'If-Modified-Since': modified },
    ]) {
      const { status, body } = await get(url, condition);
      expect(status).to.equal(304);
      expect(body).to.have.length(0);
    }
    const other = { 'If-None-Match': '"x"', 'If-Modified-Since': modified };
    expect(await get(url, other)).to.have.property('status', 200);
    const Range = 'bytes=0-1';
    expect(await get(url, { Range, 'If-Range': etag })).to.have.property('status', 206);
    expect(await get(url, { Range, 'If-Range': modified })).to.have.property('status', 206);
    expect(await get(url, { Range, 'If-Range': '"x"' })).to.have.property('status', 200);
    expect(await get(url, { Range, 'If-Range': `W/${etag}` })).to.have.property('status', 200);
  });

  it('answer HEAD without a body, and other methods with 405', async () => {
    const url = await upload(text, 'digits.txt');
    const { status, headers, text: body } = await supertest(world.app).head(url);
    expect(status).to.equal(200);
    expect(headers['content-length']).to.equal('10000');
    expect(body ?? '').to.equal('');
    expect(await supertest(world.app).delete(url)).to.have.property('status', 405);
  });

  it('are downloads where a browser could run them, whatever their names', async () => {
    const script = '<script>alert(1)</script>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4">${script}</svg>`;
    const active: [string, string, string, string][] = [
      [svg, 'a.svg', '.svg', 'image/svg+xml'],
      [`<?xml version="1.0"?><!-- c --><!DOCTYPE svg>${svg}`, 'a.png', '.svg', 'image/svg+xml'],
      [`\uFEFF<html>${script}</html>`, 'a.jpg', '.html', 'text/html'],
      [` <!doctype html>${script}`, 'a.txt', '.html', 'text/html'],
      [`<!-- c -->${script}`, 'a.txt', '.html', 'text/html'],
      ['<?xml version="1.0"?><a/>', 'a.txt', '.xml', 'application/xml'],
      ['%PDF-1.4 x', 'a.txt', '.pdf', 'application/pdf'],
      ['PK\u0003\u0004\u0000\u0001', 'a.html', '.zip', 'application/zip'],
      ['\u0000\u0001binary', 'a.svg', '.bin', 'application/octet-stream'],
      ['\u0000\u0001binary', 'a.blend1', '.blend1', 'application/octet-stream'],
    ];
    for (const [content, name, ext, mime] of active) {
      const { headers } = await get(await upload(content, name));
      expect(headers['content-type'], name + content).to.match(new RegExp(`^${mime.replace('+', '\\+')}`));
      expect(headers['content-disposition']).to.equal('attachment');
      expect(headers['content-security-policy']).to.include('sandbox');
      expect(headers['etag']).to.match(new RegExp(`\\${ext}"$`));
    }
    const harmless: [string, string, string][] = [
      ['alert(1)', 'a.js', 'text/plain'],
      ['alert(1)', 'a.html', 'text/plain'],
      ['a{}', 'a.css', 'text/plain'],
      ['a,b', 'a.csv', 'text/csv'],
      ['{"a":1}', 'a.json', 'application/json'],
    ];
    for (const [content, name, mime] of harmless) {
      const { headers } = await get(await upload(content, name));
      expect(headers['content-type'], name).to.match(new RegExp(`^${mime}`));
    }
  });

  it('have the size that an SVG states, and no formats', async () => {
    const request = supertest(world.app).post('/api/upload').set('Authorization', 'Bearer full');
    const { body } = await request.attach(
      'files',
      Buffer.from('<svg viewBox="0 0 30 40.4"><g/></svg>'),
      'a.svg',
    );
    expect((body as object[])[0]).to.include({ width: 30, height: 40, formats: null, mime: 'image/svg+xml' });
  });

  it('are found only by the names that the server created', async () => {
    await writeFile(join(world.folder, 'planted.txt'), 'planted');
    await writeFile(join(world.folder, '.hidden_0123456789.txt'), 'planted');
    await mkdir(join(world.folder, 'folder_0123456789'));
    await writeFile(join(world.folder, 'folder_0123456789', 'in_0123456789.txt'), 'planted');
    await symlink('/etc/hostname', join(world.folder, 'link_0123456789.txt'));
    const paths = [
      '',
      '/',
      '/planted.txt',
      '/.hidden_0123456789.txt',
      '/folder_0123456789',
      '/folder_0123456789/in_0123456789.txt',
      '/link_0123456789.txt',
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..\\..\\etc\\passwd',
      '/none_0123456789.txt',
      '/none_0123456789.txt%00.png',
      '/%E0%A4%A',
      '/.quire/claims/none_0123456789.txt',
    ];
    for (const path of paths) {
      const { status, body } = await get(`/uploads${path}`);
      expect(String(body), path).not.to.include('planted');
      expect(status, path).to.be.oneOf([404, 400]);
    }
  });

  it('say when they were last modified', async () => {
    const url = await upload(text, 'old.txt');
    await utimes(join(world.folder, url.replace('/uploads/', '')), 1_600_000_000, 1_600_000_000);
    const { headers } = await get(url);
    expect(headers['last-modified']).to.equal('Sun, 13 Sep 2020 12:26:40 GMT');
  });
});

function collect(response: supertest.Response, done: (error: Error | null, body: Buffer) => void): void {
  // What superagent gives a parser is the stream itself.
  const stream = response as unknown as NodeJS.ReadableStream;
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
