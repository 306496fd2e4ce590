import { expect } from 'chai';
import { serveProject, type ProjectFiles } from './project.js';

// Tests read answers without types.
// oxlint-disable-next-line no-explicit-any
type Json = any;

const schema = (name: string, attributes: object) => ({
  kind: 'collectionType',
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes,
});

const files: ProjectFiles = {
  'src/api/book/content-types/book/schema.json': schema('book', {
    title: { type: 'string', required: true },
    secret: { type: 'string', private: true },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::writer.writer' },
  }),
  'src/api/writer/content-types/writer/schema.json': schema('writer', { name: { type: 'string' } }),
  'src/api/book/controllers/book.js': `
    const { factories } = require('@strapi/strapi');
    const steps = {
      query: async (own, ctx) => own.sanitizeQuery(ctx),
      narrowed: async (own, ctx) => {
        const filters = { title: { $eq: 'stranger' }, ...ctx.query.filters };
        return (await own.sanitizeQuery({ ...ctx, query: { ...ctx.query, filters } })).filters;
      },
      input: async (own, ctx) => own.sanitizeInput(ctx.request.body.data, ctx),
      output: async (own, ctx) => own.sanitizeOutput(ctx.request.body.data, ctx),
      validQuery: async (own, ctx) => { await own.validateQuery(ctx); return 'valid'; },
      validInput: async (own, ctx) => { await own.validateInput(ctx.request.body.data, ctx); return 'valid'; },
    };
    module.exports = factories.createCoreController('api::book.book', {
      async step(ctx) { return { made: await steps[ctx.params.step](this, ctx) }; },
    });`,
  'src/api/book/routes/book.js': `module.exports = { routes: [
    { method: 'POST', path: '/books/step/:step', handler: 'book.step' },
    { method: 'GET', path: '/books', handler: 'book.find' },
  ] };`,
  'src/index.js': `module.exports = { bootstrap: async ({ strapi }) => {
    await strapi.access.grant('public', 'api::book.book', ['find', 'create', 'step']);
  } };`,
};

describe('what controllers sanitize and validate', () => {
  it('is what the asker may read and write, in controllers and in strapi.contentAPI', () =>
    serveProject(files, async ({ url, strapi }) => {
      const token = (await strapi.access.createToken({ name: 'all', access: 'full-access' })).token;
      const step = async (name: string, data: object, query = '', jwt?: string): Promise<Json> => {
        const answer = await fetch(`${url}/api/books/step/${name}${query}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(jwt !== undefined && { Authorization: `Bearer ${jwt}` }),
          },
          body: JSON.stringify({ data }),
        });
        return answer.json();
      };
      const given = {
        title: 'One',
        secret: 'hidden',
        stranger: 1,
        createdAt: 'then',
        author: { name: 'Ada' },
      };

      const asked =
        '?filters[title][$eq]=One&filters[secret][$eq]=hidden&filters[author][name][$eq]=Ada&sort=secret,title:desc&populate=author&own=kept';
      expect((await step('query', {}, asked)).made).to.deep.equal({
        filters: { title: { $eq: 'One' } },
        sort: 'title:desc',
        own: 'kept',
      });
      const whole = (await step('query', {}, '?filters[author][name][$eq]=Ada&populate=author', token)).made;
      expect(whole).to.deep.equal({ filters: { author: { name: { $eq: 'Ada' } } }, populate: 'author' });
      for (const [populate, left] of [
        ['populate=*', []],
        ['populate[0]=author&populate[1]=author.name', []],
        ['populate[author][fields][0]=name', {}],
      ] as const) {
        expect((await step('query', {}, `?${populate}`)).made.populate, populate).to.deep.equal(left);
        expect((await step('query', {}, `?${populate}`, token)).made.populate, populate).not.to.deep.equal(
          left,
        );
      }

      const strangers = (count: number): string =>
        `?fields=title,${Array.from({ length: count }, (_, at) => `stranger${at}`).join(',')}`;
      expect((await step('query', {}, strangers(20))).made).to.deep.equal({ fields: 'title' });
      expect((await step('query', {}, strangers(21))).error).to.include({
        message: 'Invalid key stranger20',
      });

      const own = { title: { $eq: 'stranger' } };
      for (const [asked, left] of [
        ['filters[author][title]=x', { ...own, author: {} }],
        ['filters[author][stranger]=x', { ...own, author: {} }],
        ['filters[author][$not][title][$eq]=x', { ...own, author: { $not: {} } }],
        [
          'filters[$or][0][author][stranger]=x&filters[$or][1][id]=1',
          { ...own, $or: [{ author: {} }, { id: '1' }] },
        ],
      ] as const)
        expect((await step('narrowed', {}, `?${asked}`, token)).made, asked).to.deep.equal(left);
      const many = Array.from({ length: 600 }, (_, index) => `filters[$or][${index}][id]=1`).join('&');
      for (const asked of ['filters[id][$eq]=x', many])
        expect((await step('narrowed', {}, `?${asked}`, token)).error, asked.slice(0, 40)).to.include({
          status: 400,
        });

      // Private attributes are written as any other.
      expect((await step('input', { ...given, author: 1 })).made).to.deep.equal({
        title: 'One',
        secret: 'hidden',
      });
      expect((await step('input', { title: 'One', author: 1 }, '', token)).made).to.deep.equal({
        title: 'One',
        author: 1,
      });

      expect((await step('output', given)).made).to.have.all.keys('title', 'stranger', 'createdAt');
      const shown = (await step('output', given, '', token)).made;
      expect(shown.author).to.deep.equal({ name: 'Ada' });
      expect(shown).not.to.have.property('secret');

      expect((await step('validQuery', {}, '?filters[title]=One')).made).to.equal('valid');
      for (const bad of [
        'filters[secret]=x',
        'filters[author][name]=Ada',
        'sort=nothing',
        'populate=nothing',
      ])
        expect((await step('validQuery', {}, `?${bad}`)).error, bad).to.include({
          status: 400,
          name: 'ValidationError',
        });
      expect((await step('validInput', { title: 'x' })).made).to.equal('valid');
      for (const bad of [{ stranger: 1 }, { title: 5 }])
        expect((await step('validInput', bad)).error, JSON.stringify(bad)).to.include({
          status: 400,
          name: 'ValidationError',
        });

      const { contentAPI, getModel } = strapi as Json;
      const book = getModel('api::book.book');
      expect(await contentAPI.sanitize.output(given, book)).to.deep.include({
        title: 'One',
        author: { name: 'Ada' },
      });
      expect(await contentAPI.sanitize.output(given, book)).not.to.have.property('secret');
      expect(await contentAPI.sanitize.output(given, book, { auth: {} })).not.to.have.property('author');
      expect(await contentAPI.sanitize.query({ filters: { secret: 'x', title: 'y' } }, book)).to.deep.equal({
        filters: { title: 'y' },
      });
      expect(await contentAPI.sanitize.input({ title: 'One', stranger: 1 }, book)).to.deep.equal({
        title: 'One',
      });
      const failure = (run: () => Promise<unknown>): Promise<string> =>
        run().then(
          () => 'none',
          ({ name }: Error) => name,
        );
      expect([
        await failure(() => contentAPI.validate.query({ filters: { title: 'y' } }, book)),
        await failure(() => contentAPI.validate.query({ filters: { secret: 'y' } }, book)),
        await failure(() => contentAPI.validate.input({ title: 'y' }, book)),
        await failure(() => contentAPI.validate.input({ stranger: 'y' }, book)),
      ]).to.deep.equal(['none', 'ValidationError', 'none', 'ValidationError']);
    }));

  it('upload fires the hooks of files, and tells the event hub after each change', () =>
    serveProject({}, async ({ url, strapi }) => {
      const events: string[] = [];
      const app = strapi as Json;
      app.db.lifecycles.subscribe({
        models: ['plugin::upload.file'],
        beforeCreate: ({ params }: Json) => {
          if (params.data.name === 'refused.txt') throw new Error('refused');
          params.data.caption = 'by the hook';
        },
        afterUpdate: ({ result }: Json) => events.push(`updated ${result.caption}`),
        afterDelete: ({ result }: Json) => events.push(`deleted ${result.name}`),
      });
      for (const kind of ['create', 'update', 'delete'])
        app.eventHub.on(`media.${kind}`, ({ media }: Json) => events.push(`media.${kind} ${media.name}`));
      await app.access.grant('public', 'plugin::upload.file', ['create', 'update', 'delete', 'find']);
      const send = async (name: string): Promise<Json> => {
        const form = new FormData();
        form.append('files', new Blob(['hello']), name);
        const answer = await fetch(`${url}/api/upload`, { method: 'POST', body: form });
        return { status: answer.status, body: await answer.json() };
      };
      const made = await send('a.txt');
      expect(made.body[0], JSON.stringify(made)).to.include({ name: 'a.txt', caption: 'by the hook' });
      const { id } = made.body[0];
      const body = JSON.stringify({ fileInfo: { caption: 'by hand' } });
      const headers = { 'Content-Type': 'application/json' };
      await fetch(`${url}/api/upload?id=${id}`, { method: 'POST', headers, body });
      await fetch(`${url}/api/upload/files/${id}`, { method: 'DELETE' });
      expect((await send('refused.txt')).status).to.equal(500);
      expect(await (await fetch(`${url}/api/upload/files`)).json()).to.deep.equal([]);
      expect(events.toSorted()).to.deep.equal([
        'deleted a.txt',
        'media.create a.txt',
        'media.delete a.txt',
        'media.update a.txt',
        'updated by hand',
      ]);
    }));
});
