import { expect } from 'chai';
import type { PreviewLink } from '../../../src/adapters/delivery/admin/contract/documents.js';
import { createPreviewTokens } from '../../../src/adapters/identity/create-preview-tokens.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { appFiles, contentType, drafts, localized, relation } from '../../schema-builders.js';
import { openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

const uidOf = (name: string): string => `api::${name}.${name}`;
const [article, writer, page, memo] = ['article', 'writer', 'page', 'memo'].map(uidOf) as [
  string,
  string,
  string,
  string,
];

const config = `module.exports = () => ({
  auth: { secret: 'of another panel' },
  preview: {
    enabled: true,
    config: {
      allowedOrigins: ['https://pages.example', undefined],
      templates: { '${article}': 'https://site.example/preview/{Slug}?locale={locale}&token={token}' },
      async handler(uid, { documentId, locale, status, token }) {
        const { Title } = await strapi.documents(uid).findOne({ documentId });
        if (Title === 'unsafe') return 'javascript:alert(1)';
        if (Title === 'broken') throw new Error('a secret reason');
        if (uid !== '${page}') return null;
        return \`https://pages.example/\${documentId}?\${status}&\${locale}&token=\${token}\`;
      },
    },
  },
});`;

const files = {
  ...appFiles({
    contentTypes: [
      contentType(
        'article',
        'articles',
        {
          Title: { type: 'string', ...localized },
          Slug: { type: 'string', ...localized },
          Secret: { type: 'string', private: true },
          Notes: { type: 'string' },
          writer: relation('manyToOne', 'writer', { inversedBy: 'articles' }),
        },
        { ...drafts, ...localized },
      ),
      contentType(
        'writer',
        'writers',
        { Name: { type: 'string' }, articles: relation('oneToMany', 'article', { mappedBy: 'writer' }) },
        drafts,
      ),
      contentType('page', 'pages', { Title: { type: 'string' } }),
      contentType('memo', 'memos', { Title: { type: 'string' } }, drafts),
    ],
  }),
  'config/admin.js': config,
  // Code of the app runs with the rights of whoever asks.
  'src/api/article/controllers/article.js': `
    const { factories } = require('@strapi/strapi');
    module.exports = factories.createCoreController('${article}', () => ({
      find(ctx) { return super.find(ctx); },
      findOne(ctx) { return super.findOne(ctx); },
    }));`,
  'src/api/article/routes/article.js': `
    const { factories } = require('@strapi/strapi');
    module.exports = factories.createCoreRouter('${article}');`,
  'src/api/article/services/article.js': `
    const { factories } = require('@strapi/strapi');
    module.exports = factories.createCoreService('${article}', () => ({
      find(...given) { return super.find(...given); },
      findOne(...given) { return super.findOne(...given); },
    }));`,
};

// Answers are read without types.
/* oxlint-disable no-explicit-any */

interface Told {
  readonly status: number;
  readonly body: { readonly data?: any; readonly error?: { readonly name: string } };
}

describe('previews', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin({}, files);
    owner = await world.signedIn('owner');
    for (const code of ['fr']) await owner.api('POST', 'locales', { code });
  });
  after(async () => {
    await world.stop();
    expect(world.errors.filter((error) => !error.includes('preview handler'))).to.deep.equal([]);
  });

  const made = async (uid: string, set: object, links: readonly object[] = []): Promise<string> => {
    const { status, body } = await owner.api('POST', `documents/${uid}`, { set, links });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data.documentId as string;
  };
  const preview = (by: Browser, uid: string, id: string, body: object = {}): Promise<Answered> =>
    by.api('POST', `documents/${uid}/${id}/preview`, body);
  const tokenOf = async (id: string, by = owner, uid = article, body: object = {}): Promise<string> => {
    const answer = await preview(by, uid, id, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return new URL((answer.body.data as PreviewLink).url).searchParams.get('token') ?? '';
  };
  const call = async (token: string, method: string, path: string, data?: object): Promise<Told> => {
    const answer = await fetch(`${world.url}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(data !== undefined && { body: JSON.stringify({ data }) }),
    });
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Told['body'] };
  };
  const read = (token: string, path: string): Promise<Told> => call(token, 'GET', path);
  /** A browser of somebody whose role has these grants. */
  const holding = async (name: string, grants: readonly unknown[]): Promise<Browser> => {
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name, grants }));
    return world.signedIn(name);
  };

  it('lead to the site by a template, with a token that reads the draft', async () => {
    const id = await made(article, { Title: 'One', Slug: 'a & b', Secret: 'hidden' });
    const answer = await preview(owner, article, id);
    const { url, expiresAt, isFramed } = answer.body.data as PreviewLink;
    expect(url).to.match(/^https:\/\/site\.example\/preview\/a%20%26%20b\?locale=en&token=preview_/);
    expect(isFramed).to.equal(true);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).to.be.lessThan(60_000);
    const token = new URL(url).searchParams.get('token') ?? '';
    const { status, body } = await read(token, `articles/${id}?status=draft`);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.data).to.include({ Title: 'One', documentId: id }).and.not.have.property('Secret');
    const found = await read(token, 'articles?status=draft&filters[Slug]=a %26 b');
    expect(found.body.data).to.have.length(1);
    await owner.api('PATCH', `documents/${article}/${id}`, { set: { Title: 'Two' } });
    expect((await read(token, `articles/${id}?status=draft`)).body.data.Title).to.equal('Two');
  });

  it('read the same over GraphQL', async () => {
    const [id, other] = [await made(article, { Slug: 'x' }), await made(article, { Slug: 'y' })];
    const token = await tokenOf(id);
    const ask = async (query: string) =>
      (
        await fetch(`${world.url}/graphql`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ query }),
        })
      ).text();
    const all = await ask('{ articles(publicationState: PREVIEW) { data { attributes { Slug } } } }');
    expect(all).to.include('"Slug":"x"').and.not.include('"Slug":"y"');
    expect(await ask(`{ article(id: "${other}") { data { attributes { Slug } } } }`)).to.not.include('"y"');
    expect(await ask(`mutation { deleteArticle(id: "${id}") { data { id } } }`)).to.match(/forbidden/i);
  });

  it('come from the handler of a project for Strapi', async () => {
    const id = await made(page, { Title: 'Plain' });
    const { url, isFramed } = (await preview(owner, page, id)).body.data as PreviewLink;
    expect(url).to.match(/^https:\/\/pages\.example\/\w+\?published&null&token=preview_/);
    expect(isFramed).to.equal(true);
    const token = new URL(url).searchParams.get('token') ?? '';
    expect((await read(token, `pages/${id}`)).body.data.Title).to.equal('Plain');
    expect((await read(token, 'pages')).body.data).to.have.length(1);
    expect((await preview(owner, memo, await made(memo, { Title: 'None' }))).status).to.equal(404);
    expect((await preview(owner, memo, await made(memo, { Title: 'unsafe' }))).status).to.equal(400);
    const broken = await preview(owner, memo, await made(memo, { Title: 'broken' }));
    expect(broken.status).to.equal(400);
    expect(JSON.stringify(broken.body)).to.include('the log').and.not.include('secret reason');
    const nameless = await preview(owner, article, await made(article, { Title: 'No slug' }));
    expect(nameless.status).to.equal(400);
    expect(nameless.body.error.message).to.include('Slug');
  });

  it('are named at the start, with the sites that the page may show', async () => {
    expect((await owner.api('GET', 'start')).body.data.previews).to.include.members([article, page]);
    const shown = await owner.open('/');
    if (shown.status === 200)
      expect(shown.headers.get('content-security-policy')).to.include(
        'frame-src https://pages.example https://site.example',
      );
  });

  it('show what the draft leads to, as far as the maker may read it', async () => {
    const byWriter = await made(writer, { Name: 'Ana' });
    const link = [{ kind: 'connect', attribute: 'writer', documentId: byWriter }];
    const id = await made(article, { Slug: 'linked' }, link);
    const token = await tokenOf(id);
    const populated = await read(token, `articles/${id}?status=draft&populate=writer`);
    expect(populated.body.data.writer).to.include({ Name: 'Ana' });
    const shy = await holding('shy', [`${article}:findDrafts`]);
    const without = await read(await tokenOf(id, shy), `articles/${id}?status=draft&populate=writer`);
    expect(without.status).to.equal(200);
    expect(without.body.data).to.not.have.property('writer');
    const filtered = await read(
      await tokenOf(id, shy),
      'articles?status=draft&filters[writer][Name][$startsWith]=A',
    );
    expect(filtered.status).to.equal(400);
  });

  it('give nothing else: no other document, locale, version or type, and no write', async () => {
    const byWriter = await made(writer, { Name: 'Bea' });
    const link = [{ kind: 'connect', attribute: 'writer', documentId: byWriter }];
    const [id, other] = [await made(article, { Slug: 'mine' }, link), await made(article, { Slug: 'other' })];
    await owner.api('PATCH', `documents/${article}/${id}`, { set: { Slug: 'french' }, locale: 'fr' });
    await owner.api('POST', `documents/${article}/${id}/publish`, {});
    const token = await tokenOf(id);
    const statusOf = async (method: string, path: string, data?: object) =>
      (await call(token, method, path, data)).status;
    expect(await statusOf('GET', `articles/${id}?status=draft`)).to.equal(200);
    expect(await statusOf('GET', `articles/${other}?status=draft`)).to.equal(404);
    expect(await statusOf('GET', `articles/${id}?status=draft&locale=fr`)).to.equal(404);
    expect((await read(token, `articles?status=draft&locale=*`)).body.data).to.have.length(1);
    const translated = await read(token, `articles/${id}?status=draft&populate=localizations`);
    expect(JSON.stringify(translated.body)).to.not.include('french');
    for (const path of [
      `articles/${id}`,
      'articles',
      `writers/${byWriter}?status=draft`,
      'writers?status=draft',
      'memos?status=draft',
      'pages',
      'users',
      'users/me',
      'upload/files',
      'i18n/locales',
      'users-permissions/roles',
    ])
      expect(await statusOf('GET', path), path).to.be.oneOf([401, 403]);
    const writes: readonly (readonly [string, string, object?])[] = [
      ['PUT', `articles/${id}?status=draft`, { Title: 'Changed' }],
      ['PUT', `articles/${id}`, { Title: 'Changed' }],
      ['POST', 'articles', { Title: 'New' }],
      ['DELETE', `articles/${id}`],
      ['POST', `articles/${id}/actions/publish`],
      ['POST', `articles/${id}/actions/unpublish`],
      ['POST', 'pages', { Title: 'New' }],
    ];
    for (const [method, path, data] of writes)
      expect(await statusOf(method, path, data), `${method} ${path}`).to.be.oneOf([401, 403, 404, 405]);
    expect(await statusOf('GET', `articles/${id}?status=draft`)).to.equal(200);
    const admin = await fetch(`${world.url}/admin/api/start`, {
      headers: { Authorization: `Bearer ${token}`, Cookie: `http_quire_admin=${token}` },
    });
    expect(admin.status).to.equal(401);
  });

  it('do not work when they are changed, forged or ended', async () => {
    const [id, other] = [await made(article, { Slug: 'whole' }), await made(article, { Slug: 'part' })];
    const token = await tokenOf(id);
    const [payload = '', mac = ''] = token.replace('preview_', '').split('~');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
    const forged = Buffer.from(JSON.stringify(claims.map((one) => (one === id ? other : one))));
    const ended = createPreviewTokens(() => world.parts.sessionKey).sign({
      maker: claims[0] as string,
      type: article,
      documentId: id,
      locale: 'en',
      expiresAt: new Date(Date.now() - 1000).toISOString(),
    });
    const tampered = [
      `preview_${forged.toString('base64url')}~${mac}`,
      `preview_${payload}~${mac.slice(0, -2)}AA`,
      `preview_${payload}~`,
      `preview_${payload}`,
      'preview_',
      'preview_~',
      ended,
    ];
    for (const wrong of tampered) {
      expect((await read(wrong, `articles/${id}?status=draft`)).status, wrong).to.equal(401);
      expect((await read(wrong, `articles/${other}?status=draft`)).status, wrong).to.equal(401);
    }
    // In an address it would be in logs.
    expect((await fetch(`${world.url}/api/articles/${id}?status=draft&token=${token}`)).status).to.not.equal(
      200,
    );
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(200);
  });

  it('are judged by the rights that their maker has when they are used', async () => {
    const id = await made(article, { Title: 'Seen', Slug: 's', Notes: 'for some' });
    const reader = await holding('reader', [
      { uid: article, actions: ['findDrafts'], fields: ['Title', 'Slug'], filters: { Title: 'Seen' } },
    ]);
    const token = await tokenOf(id, reader);
    const first = await read(token, `articles/${id}?status=draft`);
    expect(first.body.data).to.include({ Title: 'Seen' }).and.not.have.property('Notes');
    expect((await read(token, `articles/${id}?status=draft&fields=Notes`)).status).to.equal(400);
    await owner.api('PATCH', `documents/${article}/${id}`, { set: { Title: 'Hidden' } });
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(404);
    expect((await preview(reader, article, id)).status).to.equal(404);
    await owner.api('PATCH', `documents/${article}/${id}`, { set: { Title: 'Seen' } });
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(200);
    const { administration } = world.parts;
    valueOf(await administration.updateRole(systemPrincipal, 'reader', [`${memo}:findDrafts`]));
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(403);
    expect((await preview(reader, article, id)).status).to.equal(403);
    valueOf(await administration.updateRole(systemPrincipal, 'reader', [`${article}:findDrafts`]));
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(200);
    const me = (await reader.api('GET', 'start')).body.data.administrator.documentId as string;
    valueOf(await administration.update(systemPrincipal, me, { blocked: true }));
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(401);
    valueOf(await administration.update(systemPrincipal, me, { blocked: false }));
    valueOf(await administration.remove(systemPrincipal, me));
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(401);
  });

  it('hold for conditions with $me', async () => {
    const own = await holding('own', [
      { uid: article, actions: ['create', 'update'] },
      { uid: article, actions: ['findDrafts'], filters: { createdBy: '$me' } },
    ]);
    const created = await own.api('POST', `documents/${article}`, { set: { Slug: 'of-me' } });
    const id = created.body.data.documentId as string;
    const token = await tokenOf(id, own);
    expect((await read(token, `articles/${id}?status=draft`)).status).to.equal(200);
    const other = await made(article, { Slug: 'not-mine' });
    expect((await preview(own, article, other)).status).to.equal(404);
  });

  it('cannot be made while one looks at the page as a role', async () => {
    const id = await made(article, { Slug: 'looking' });
    await owner.api('POST', 'see-as', { role: 'author' });
    expect((await preview(owner, article, id)).status).to.equal(403);
    await owner.api('DELETE', 'see-as');
    expect((await preview(owner, article, id)).status).to.equal(201);
  });
});
