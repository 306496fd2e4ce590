import { expect } from 'chai';
import { request } from 'node:http';
import { serveProject } from './project.js';

/** `fetch` would normalize the path. */
const statusOf = (url: string, path: string, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });

describe('the files of public/', () => {
  const files = {
    'public/robots.txt': 'User-agent: *',
    'public/deep/page.html': '<p>page</p>',
    'public/.secret': 'no',
    'public/uploads/evil.html': '<script>1</script>',
    'outside.txt': 'no',
    'src/index.js': 'module.exports = {};',
  };

  it('are served with the headers of all answers, beside the API', () =>
    serveProject(files, async ({ url }) => {
      const robots = await fetch(`${url}/robots.txt`);
      expect([robots.status, await robots.text()]).to.deep.equal([200, 'User-agent: *']);
      expect(robots.headers.get('content-type')).to.match(/^text\/plain/);
      expect(robots.headers.get('x-content-type-options')).to.equal('nosniff');
      expect((await fetch(`${url}/deep/page.html`)).status).to.equal(200);
      const missing = await fetch(`${url}/nope.txt`);
      expect([
        missing.status,
        ((await missing.json()) as { error: { name: string } }).error.name,
      ]).to.deep.equal([404, 'NotFoundError']);
      expect(await statusOf(url, '/robots.txt', 'POST')).to.equal(404);
    }));

  it('are neither dotfiles, nor uploads, nor files outside', () =>
    serveProject(files, async ({ url }) => {
      for (const path of [
        '/.secret',
        '/uploads/evil.html',
        '/UPLOADS/evil.html',
        '/%75ploads/evil.html',
        '/uploads%2fevil.html',
        '/deep/../uploads/evil.html',
        '/deep/%2e%2e/uploads/evil.html',
        '//uploads/evil.html',
        '/../outside.txt',
        '/%2e%2e/outside.txt',
        '/..%2foutside.txt',
        '/%00',
        '/%',
        '/package.json',
      ])
        expect(await statusOf(url, path), path).to.be.oneOf([400, 403, 404]);
    }));
});
