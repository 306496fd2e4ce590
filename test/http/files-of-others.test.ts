import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { appFiles, component } from '../schema-builders.js';
import {
  serveApp,
  typeFile,
  type Credentials,
  type Person,
  type RestAnswer,
  type ServedApp,
} from './served-app.js';

const fileType = 'plugin::upload.file';
const article = 'api::article.article';
const images = ['images'];

const files = {
  ...typeFile('guarded', { cover: { type: 'media', multiple: false } }),
  'src/api/guarded/routes/guarded.cjs': `module.exports = {
    type: 'content-api', uid: 'api::guarded.guarded', config: { update: { policies: [() => false] } } };`,
  ...typeFile('article', {
    title: { type: 'string' },
    cover: { type: 'media', multiple: false },
    docs: { type: 'media', multiple: true },
    picture: { type: 'media', multiple: false, allowedTypes: images },
    seo: { type: 'component', component: 'shared.seo' },
    parts: { type: 'dynamiczone', components: ['shared.seo'] },
  }),
  ...appFiles({ components: [component('shared.seo', { image: { type: 'media', multiple: false } })] }),
};

/** A file with content that must be hidden from those who may not find it. */
interface FileRecord {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
}

const finds = {
  nothing: null,
  'open files': { filters: { caption: 'open' } },
  'a field of files': { fields: ['url'] },
  'all files': {},
} as const;
type Find = keyof typeof finds;
const findNames = Object.keys(finds) as readonly Find[];

describe('permission for files', () => {
  let world: ServedApp;
  let [ada, bob] = [] as unknown as [Person, Person];
  let [open, closed] = [] as unknown as [FileRecord, FileRecord];
  let [plain, full] = ['', ''];

  const add = async (name: string, caption: string): Promise<FileRecord> =>
    (await world.app.uploads.add({
      buffer: Buffer.from(name),
      name: `${name}.txt`,
      fileInfo: { caption },
    })) as unknown as FileRecord;
  const make = async (data: object): Promise<string> =>
    textOf((await world.app.documents(article).create({ data }))['documentId']);

  before(async () => {
    world = await serveApp(files);
    [ada, bob] = [await world.signUp('ada'), await world.signUp('bob')];
    [open, closed] = [await add('lighthouse', 'open'), await add('dungeon', 'closed')];
    const both = [closed.documentId, open.documentId];
    const image = closed.documentId;
    plain = await make({ title: 'plain' });
    full = await make({
      title: 'full',
      cover: image,
      docs: both,
      seo: { image },
      parts: [{ __component: 'shared.seo', image }],
    });
    for (const { role } of [ada, bob]) {
      await world.app.access.grant(role, article, ['find', 'findOne', 'create', 'update']);
      await world.app.access.grant(role, fileType, ['create']);
    }
    await world.app.access.grant('public', fileType, ['create']);
    await world.app.access.grant('public', article, ['create', 'update', 'find']);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  async function mayFind(find: Find): Promise<void> {
    await world.app.access.revoke(ada.role, fileType, ['find', 'findOne']);
    const limits = finds[find];
    if (limits !== null) await world.app.access.grant(ada.role, fileType, ['find', 'findOne'], limits);
  }

  const sees = (find: Find, file: FileRecord): boolean =>
    find === 'all files' || find === 'a field of files' || (find === 'open files' && file === open);

  const idsIn = (value: unknown): readonly string[] =>
    ([value ?? []].flat() as { documentId?: string; id?: string }[]).map((each) =>
      String(each.documentId ?? each.id),
    );

  const askGraphql = (selection: string) =>
    world.graphql(ada, `{ article(id: "${full}") { data { attributes { ${selection} } } } }`);

  for (const find of findNames) {
    describe(`with find for ${find}`, () => {
      before(() => mayFind(find));
      const visible = (...all: readonly FileRecord[]): readonly string[] =>
        all.filter((file) => sees(find, file)).map(({ documentId }) => documentId);

      it('only these are populated and counted', async () => {
        for (const populate of [
          'populate=*',
          'populate[cover]=true&populate[docs]=true&populate[seo][populate]=image&populate[parts][populate]=*',
        ]) {
          const { body } = await world.rest(ada, 'GET', `/articles/${full}?${populate}`);
          expect(idsIn(body.data.cover)).to.deep.equal(visible(closed));
          expect(idsIn(body.data.docs)).to.deep.equal(visible(closed, open));
          expect(idsIn(body.data.seo?.image)).to.deep.equal(populate === 'populate=*' ? [] : visible(closed));
          expect('cover' in body.data).to.equal(find !== 'nothing');
          expect(JSON.stringify(body).includes('"dungeon.txt"')).to.equal(find === 'all files');
        }
        const counted = await world.rest(ada, 'GET', `/articles/${full}?populate[docs][count]=true`);
        expect(counted.body.data.docs?.count ?? 0).to.equal(visible(closed, open).length);
      });

      it('no others are found over GraphQL', async () => {
        const { data } = await askGraphql(
          'cover { data { id } } docs { data { id } } seo { image { data { id } } } parts { ... on ComponentSharedSeo { image { data { id } } } }',
        );
        const { cover, docs, seo, parts } = data.article.data.attributes;
        expect(idsIn(cover?.data)).to.deep.equal(visible(closed));
        expect(idsIn(docs?.data)).to.deep.equal(visible(closed, open));
        expect(idsIn(seo.image?.data)).to.deep.equal(visible(closed));
        expect(idsIn(parts[0].image?.data)).to.deep.equal(visible(closed));
        const named = await askGraphql('docs { data { attributes { name url } } }');
        expect(JSON.stringify(named).includes('"dungeon.txt"')).to.equal(find === 'all files');
      });

      it('only these can be filtered and sorted by', async () => {
        const total = async (asked: string): Promise<unknown> => {
          const { status, body } = await world.rest(ada, 'GET', `/articles?filters[title]=full&${asked}`);
          return status === 200 ? body.meta.pagination.total : status;
        };
        const by = { nothing: 400, 'open files': 0, 'a field of files': 400, 'all files': 1 }[find];
        expect(await total('filters[cover][name][$startsWith]=dungeon')).to.equal(by);
        expect(await total('filters[seo][image][name][$startsWith]=dungeon')).to.equal(by);
        const there = { nothing: 400, 'open files': 0, 'a field of files': 1, 'all files': 1 }[find];
        expect(await total('filters[cover][$notNull]=true')).to.equal(there);
        const sorted = await world.rest(ada, 'GET', '/articles?sort=cover.name');
        expect(sorted.status).to.equal(find === 'nothing' || find === 'a field of files' ? 400 : 200);
        const { errors, data } = await world.graphql(
          ada,
          '{ articles(filters: { title: { eq: "full" }, docs: { name: { startsWith: "dungeon" } } }) { data { id } } }',
        );
        expect(errors?.[0]?.extensions.code ?? data.articles.data.length).to.equal(
          by === 400 ? 'BAD_USER_INPUT' : by,
        );
      });

      it('no others can be linked', async () => {
        for (const file of [open, closed]) {
          const image = file.documentId;
          const forms = [
            { cover: file.id },
            { cover: image },
            { docs: [image] },
            { seo: { image } },
            { parts: [{ __component: 'shared.seo', image: file.id }] },
            { picture: image },
          ];
          for (const data of forms) {
            const put = await world.rest(ada, 'PUT', `/articles/${plain}?populate=*`, { data });
            const post = await world.rest(ada, 'POST', '/articles', { data });
            const wrongKind = 'picture' in data;
            if (sees(find, file) && !wrongKind) {
              expect([put.status, post.status]).to.deep.equal([200, 201]);
              continue;
            }
            const text = JSON.stringify(put.body);
            expect([put.status, post.status], text).to.deep.equal([400, 400]);
            if (sees(find, file))
              expect(put.body.error.message).to.match(
                find === 'a field of files' ? /only$/ : /is text\/plain$/,
              );
            else
              expect(put.body.error.message).to.match(/^Document with id "[^"]+", locale "null" not found$/);
            expect(text.includes(file.name)).to.equal(sees(find, file) && find !== 'a field of files');
          }
        }
      });

      it('no others can be linked over GraphQL', async () => {
        for (const file of [open, closed]) {
          const query = `mutation { updateArticle(id: "${plain}", data: { docs: ["${file.documentId}"] }) { data { attributes { docs { data { id } } } } } }`;
          const { errors, data } = await world.graphql(ada, query);
          if (sees(find, file))
            expect(idsIn(data.updateArticle.data.attributes.docs.data)).to.deep.equal([file.documentId]);
          else expect(errors?.[0]?.message).to.match(/not found$/);
        }
      });
    });
  }

  it('a warning at start names roles that may find documents but not their files', async () => {
    const code = (grants: readonly string[]): string =>
      `export default { async bootstrap({ strapi }) { for (const uid of ${JSON.stringify(grants)}) await strapi.access.grant('public', uid, ['find', 'findOne']); } };`;
    for (const [granted, told] of [
      [[article], [`may find ${article}, but no files`]],
      [[article, fileType], []],
      [['plugin::i18n.locale'], []],
    ] as const) {
      const started = await serveApp({
        ...files,
        'src/index.js': code(granted),
        'package.json': { type: 'module' },
      });
      await started.stop();
      const warnings = started.warnings.filter((text) => text.includes('files'));
      expect(warnings).to.have.length(told.length);
      for (const [index, text] of told.entries())
        expect(warnings[index])
          .to.include(text)
          .and.to.include('quire grant public plugin::upload.file find findOne');
    }
  });

  describe('uploads', () => {
    before(() => mayFind('nothing'));

    const upload = (who: Credentials, more: Readonly<Record<string, string>> = {}): Promise<RestAnswer> => {
      const form = new FormData();
      form.append('files', new Blob(['words']), 'words.txt');
      for (const [name, value] of Object.entries(more)) form.append(name, value);
      return world.rest(who, 'POST', '/upload', form);
    };
    const uploaded = async (who: Credentials): Promise<FileRecord> => {
      const { status, body } = await upload(who);
      expect(status).to.equal(201);
      expect(body[0]).to.include({ name: 'words.txt' }).and.not.to.have.any.keys('uploader');
      return body[0] as FileRecord;
    };
    const link = (who: Credentials, cover: unknown): Promise<RestAnswer> =>
      world.rest(who, 'PUT', `/articles/${plain}?populate=*`, { data: { cover } });
    const coverOf = async (id: string): Promise<unknown> =>
      (await world.app.documents(article).findOne({ documentId: id, populate: ['cover'] }))?.['cover'];

    it('can be linked by their uploader, and otherwise only by users who may find them', async () => {
      const { token } = await world.app.access.createToken({
        name: 'import',
        access: 'custom',
        grants: [
          { uid: fileType, actions: ['create'] },
          { uid: article, actions: ['update', 'create'] },
        ],
      });
      const uploaders = [ada, bob, { token }];
      for (const who of uploaders)
        for (const key of ['id', 'documentId'] as const) {
          const file = await uploaded(who);
          for (const other of uploaders.filter((each) => each !== who))
            expect((await link(other, file[key])).status).to.equal(400);
          expect((await link(undefined, file[key])).status).to.equal(400);
          const linked = await link(who, file[key]);
          expect(linked.status, JSON.stringify(linked.body)).to.equal(200);
          expect(linked.body.data).not.to.have.property('cover');
          expect(await coverOf(plain)).to.have.property('documentId', file.documentId);
        }
    });

    it('can be linked over GraphQL by their uploader', async () => {
      const { documentId } = await uploaded(ada);
      const query = `mutation { updateArticle(id: "${plain}", data: { docs: ["${documentId}"] }) { data { id attributes { docs { data { id } } } } } }`;
      expect((await world.graphql(bob, query)).errors?.[0]?.message).to.match(/not found$/);
      expect((await world.graphql(ada, query)).errors).to.equal(undefined);
    });

    it('of the public can be linked by anybody', async () => {
      const place = { ref: article, refId: plain, field: 'cover' };
      const { status, body } = await upload(undefined, place);
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(await coverOf(plain)).to.have.property('documentId', (body as FileRecord[])[0]?.documentId);
      const later = await link(undefined, (body as FileRecord[])[0]?.documentId);
      expect(later.body.error.message).to.equal('Invalid key cover');
    });

    it('can be found by their uploader if a grant allows it', async () => {
      const { documentId } = await uploaded(ada);
      const own = { filters: { uploader: '$me' } };
      await world.app.access.grant(ada.role, fileType, ['find', 'findOne'], own);
      const found = await world.rest(ada, 'GET', '/upload/files');
      expect(idsIn(found.body)).to.include(documentId).and.not.to.include(closed.documentId);
      expect((await link(ada, documentId)).body.data.cover).to.include({ documentId });
      expect(
        (await world.rest(ada, 'GET', '/upload/files?filters[uploader][$notNull]=true')).status,
      ).to.equal(400);
    });
  });

  it('does not let an upload avoid the policies of updates', async () => {
    const guarded = 'api::guarded.guarded';
    const documentId = textOf((await world.app.documents(guarded).create({ data: {} }))['documentId']);
    const { token } = await world.app.access.createToken({ name: 'uploads', access: 'full-access' });
    const form = new FormData();
    form.append('files', new Blob(['text']), 'a.txt');
    for (const [name, value] of Object.entries({ ref: guarded, refId: documentId, field: 'cover' }))
      form.append(name, value);
    const response = await fetch(`${world.url}/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, error.message]).to.deep.equal([
      400,
      `Invalid ref: policies of the app run for update of ${guarded}: upload without ref, and link the file with PUT`,
    ]);
    const { cover } = (await world.app.documents(guarded).findOne({ documentId, populate: ['cover'] })) ?? {};
    expect(cover).to.equal(null);
  });
});
