import type { AppObject } from 'quire-cms';
import { factories } from 'quire-cms/strapi';
import type { Core, Data, Hooks, Modules } from 'quire-cms/types';

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function expectType<Wanted>(): <Found>(value: Found, isSame: Same<Found, Wanted>) => void;

interface Plain {
  id: number;
  documentId: string;
}

export async function results(app: Core.Strapi) {
  const articles = app.documents('api::article.article');

  const [draft] = await articles.findMany();
  if (draft === undefined) return;
  expectType<string | null>()(draft.title, true);
  expectType<number | null>()(draft.rating, true);
  expectType<string | null>()(draft.notes, true);
  expectType<string | null>()(draft.views, true);
  expectType<null>()(draft.publishedAt, true);
  // @ts-expect-error A relation is there only where it is populated.
  void draft.author;
  // @ts-expect-error There is no such attribute.
  void draft.titel;

  const [published] = await articles.findMany({ status: 'published' });
  expectType<string | undefined>()(published?.title, true);
  expectType<'idea' | 'written' | 'corrected' | 'approved' | 'archived' | 'discarded' | undefined>()(
    published?.stage,
    true,
  );

  const one = await articles.findOne({
    documentId: 'a',
    status: 'published',
    fields: ['title', 'rating'],
    populate: {
      author: { fields: 'name', populate: { portrait: true } },
      categories: true,
      cover: false,
      pictures: { fields: ['url'] },
      localizations: { fields: ['locale'] },
      sections: { on: { 'shared.quote': { populate: { by: { fields: ['name'] } } } } },
      links: true,
      seo: { populate: '*' },
    },
  });
  if (one === null) return;
  expectType<number | null>()(one.rating, true);
  // @ts-expect-error The fields leave it out.
  void one.slug;
  // @ts-expect-error It is not populated.
  void one.cover;
  expectType<string | undefined>()(one.author?.name, true);
  expectType<string | undefined>()(one.author?.portrait?.url, true);
  // @ts-expect-error The fields of the author leave it out.
  void one.author?.born;
  expectType<string | undefined>()(one.categories[0]?.name, true);
  expectType<(Plain & { url: string })['url'] | undefined>()(one.pictures[0]?.url, true);
  expectType<string | null | undefined>()(one.localizations[0]?.locale, true);
  expectType<'shared.quote' | undefined>()(one.sections[0]?.__component, true);
  expectType<string | undefined>()(one.sections[0]?.by?.name, true);
  expectType<string | undefined>()(one.links[0]?.label, true);
  expectType<string | undefined>()(one.seo?.picture?.mime, true);

  const byPath = await articles.findFirst({ populate: ['author.portrait', 'author.articles', 'seo'] });
  expectType<string | undefined>()(byPath?.author?.portrait?.url, true);
  expectType<string | null | undefined>()(byPath?.author?.articles[0]?.title, true);
  expectType<string | null | undefined>()(byPath?.seo?.title, true);
  // @ts-expect-error The path does not go there.
  void byPath?.categories;

  const whole = await articles.findFirst({ populate: '*' });
  const section = whole?.sections[0];
  if (section?.__component === 'shared.link') expectType<string | null>()(section.label, true);
  else expectType<string | null | undefined>()(section?.text, true);

  const counted = await app.documents('api::author.author').findMany({ populate: { articles: { count: true } } });
  expectType<number | undefined>()(counted[0]?.articles.count, true);
  expectType<string | undefined>()(counted[0]?.name, true);

  const loose = await articles.findMany({ populate: JSON.parse('{}') });
  expectType<string | null | undefined>()(loose[0]?.author?.email, true);
}

export async function queries(app: Core.Strapi) {
  const articles = app.documents('api::article.article');
  await articles.findMany({
    filters: {
      title: { $containsi: 'a', $not: { $in: ['b'] } },
      rating: { $between: [1, 5] },
      stage: 'idea',
      views: { $gt: 9007199254740993n },
      author: { name: 'Ada', articles: { rating: { $gte: 3 } } },
      seo: { title: { $null: true } },
      $or: [{ documentId: 'a' }, { author: { documentId: { $in: ['b', 'c'] } } }],
    },
    sort: ['title:asc', 'author.name:desc', { rating: 'desc', author: { name: 'asc' } }],
    start: 0,
    limit: 10,
    locale: ['en', 'fr'],
    publicationFilter: 'modified',
  });
  // @ts-expect-error There is no such content-type.
  app.documents('api::artikel.artikel');
  // @ts-expect-error There is no such parameter.
  await articles.findMany({ filter: {} });
  // @ts-expect-error There is no such attribute.
  await articles.findMany({ filters: { titel: 'a' } });
  // @ts-expect-error There is no such attribute beside the others.
  await articles.findMany({ filters: { title: 'a', titel: 'b' } });
  // @ts-expect-error A number has no such operator.
  await articles.findMany({ filters: { rating: { $startsWith: 1 } } });
  // @ts-expect-error A stage is one of those that are listed.
  await articles.findMany({ filters: { stage: { $eq: 'lost' } } });
  // @ts-expect-error There is no such attribute.
  await articles.findMany({ sort: 'titel:asc' });
  // @ts-expect-error A relation is no field.
  await articles.findMany({ fields: ['title', 'author'] });
  // @ts-expect-error There is no such relation.
  await articles.findMany({ populate: { author: true, writer: true } });
  // @ts-expect-error There is no such relation.
  await articles.findMany({ populate: ['author', 'writer'] });
  // @ts-expect-error There is no such relation one level below.
  await articles.findMany({ populate: { author: { populate: { portrait: true, photo: true } } } });
  // @ts-expect-error There is no such option.
  await articles.findMany({ populate: { author: { populate: '*', limit: 3 } } });
  // @ts-expect-error There is no such field one level below.
  await articles.findMany({ populate: { author: { fields: ['nom'] } } });
  // @ts-expect-error A document is named.
  await articles.findOne({});
  await app.documents('api::homepage.homepage').findOne({});
  const home = await app.documents('api::homepage.homepage').findFirst({ populate: ['teasers'] });
  expectType<never[] | undefined>()(home?.teasers, true);
  await app.documents('api::homepage.homepage').findFirst({ populate: { teasers: { on: {} } } });
  // @ts-expect-error Zones have no filters, even without components.
  await app.documents('api::homepage.homepage').findFirst({ filters: { teasers: { title: 'A' } } });
  // @ts-expect-error A zone without components has no items.
  await app.documents('api::homepage.homepage').create({ data: { headline: 'A', teasers: [{ __component: 'shared.seo' }] } });
  await app.documents('api::homepage.homepage').create({ data: { headline: 'A', teasers: [] } });
  await articles.publish({ documentId: 'a', locale: '*' });
  // @ts-expect-error Authors have no drafts.
  await app.documents('api::author.author').publish({ documentId: 'a' });
}

export async function inputs(app: Core.Strapi) {
  const articles = app.documents('api::article.article');
  const authors = app.documents('api::author.author');
  const made = await articles.create({
    data: {
      title: 'A',
      views: 12n,
      author: 'x',
      categories: { connect: [{ documentId: 'y', position: { before: 'z' } }], disconnect: ['w'] },
      cover: 4,
      pictures: [{ id: 5 }],
      seo: { title: 'B', picture: null },
      links: [{ id: 1, label: 'C' }, { label: 'D' }],
      sections: [
        { __component: 'shared.quote', text: 'E', by: { set: 'x' } },
        { __component: 'shared.link', label: 'F' },
      ],
    },
    populate: { author: true },
  });
  expectType<string | undefined>()(made.author?.name, true);
  await articles.create({ data: {} });
  // @ts-expect-error What is published has a title.
  await articles.create({ data: {}, status: 'published' });
  await articles.update({ documentId: 'a', data: { title: null, author: { disconnect: 'x' } } });
  await authors.create({ data: { name: 'Ada', born: new Date(0), articles: [] } });
  // @ts-expect-error Authors have a name.
  await authors.create({ data: { email: 'ada@example.com' } });
  await authors.update({ documentId: 'a', data: { email: 'ada@example.com' } });
  // @ts-expect-error There is no such attribute.
  await authors.update({ documentId: 'a', data: { nom: 'Ada' } });
  // @ts-expect-error A rating is a number.
  await articles.update({ documentId: 'a', data: { rating: 'four' } });
  // @ts-expect-error Each has one position.
  await articles.update({ documentId: 'a', data: { categories: { connect: [{ documentId: 'y', position: {} }] } } });
  // @ts-expect-error A zone has its own components only.
  await articles.update({ documentId: 'a', data: { sections: [{ __component: 'shared.seo', title: 'A' }] } });
}

export const hooks: Hooks<'api::article.article'> = {
  beforeCreate(event) {
    event.params.data.title = event.params.data.title?.trim() ?? 'Untitled';
    // @ts-expect-error A title is a text.
    event.params.data.title = 5;
  },
  async afterUpdate({ result, state }) {
    expectType<string | null>()(result.title, true);
    expectType<string | null | undefined>()(result.author?.email, true);
    state['since'] = Date.now();
  },
  afterFindMany: ({ result }) => void result.map(({ slug }) => slug),
  // @ts-expect-error There is no such hook.
  afterRead() {},
};

export const subscribed = ({ strapi }: { strapi: Core.Strapi }) => {
  strapi.db.lifecycles.subscribe({
    models: ['api::author.author'],
    afterCreate({ result }) {
      expectType<string | null>()(result.email, true);
    },
  });
  strapi.documents.use(async (context, next) => {
    // @ts-expect-error There is no such action.
    if (context.action === 'read') return null;
    if (context.uid === 'api::article.article' && context.action === 'create') context.params.data.rating ??= 3;
    return next();
  });
};

export const aroundRequests = ({ strapi }: { strapi: Core.Strapi }) => {
  strapi.server
    .use(async (ctx, next) => {
      ctx.set('X-Before', ctx.request.header['x-mark']);
      const answered = await next();
      ctx.body = { ...ctx.body, answered };
    })
    .use((ctx, next) => (ctx.cookies.get('a') ? next() : ctx.unauthorized()))
    .routes([{ method: 'GET', path: '/own', handler: 'own.find' }]);
  strapi.requestContext.get()?.cookies.set('a', 'b');
  return strapi.api('article').service('article').latest(5);
};

export const stored = async (app: Core.Strapi) => {
  const store = app.store({ type: 'plugin', name: 'shop', key: 'settings' });
  if ((await store.get()) === null) await store.set({ value: { open: true } });
  await app.store({ type: 'plugin' }).delete({ name: 'shop', key: 'settings' });
  await store.delete();
  // @ts-expect-error A key is text.
  await app.store.get({ key: 5 });
};

export const generic = (app: Core.Strapi, uid: 'api::author.author' | 'api::article.article') =>
  app.documents(uid).findMany({ limit: 1 });

export const titleOf = ({ title }: Data.ContentType<'api::article.article'>): string => title;
export const cardOf = (card: Data.Result<'api::article.article', { fields: ['slug']; populate: ['author'] }>) =>
  `${card.slug} by ${card.author?.name}`;
export const input: Data.CreateInput<'api::author.author'> = { name: 'Ada' };
export const filters: Modules.Documents.Params.Filters<'api::author.author'> = { name: { $startsWith: 'A' } };

export const embedded = async ({ documents }: AppObject): Promise<string | undefined> =>
  (await documents('api::author.author').findFirst())?.name;

export async function rows(app: Core.Strapi) {
  const articles = app.db.query('api::article.article');
  const [row] = await articles.findMany({
    where: {
      title: { $contains: 'a' },
      stage: ['idea', 'written'],
      author: 5,
      categories: { name: 'Sea' },
      $or: [{ id: [1, 2] }, { publishedAt: null }],
    },
    select: ['title', 'publishedAt'],
    populate: {
      author: { select: ['name'], populate: { portrait: { select: ['url'] } } },
      categories: { where: { name: 'Sea' }, orderBy: { name: 'desc' }, limit: 3 },
      sections: { on: { 'shared.quote': { populate: { by: { select: ['name'] } } } } },
    },
    orderBy: [{ rating: 'desc' }, 'title', { author: { name: 'asc' } }],
    limit: 10,
    offset: 5,
  });
  if (row === undefined) return;
  expectType<string | null>()(row.title, true);
  expectType<string | null>()(row.publishedAt, true);
  expectType<string | undefined>()(row.author?.name, true);
  expectType<string | undefined>()(row.author?.portrait?.url, true);
  expectType<string | undefined>()(row.categories[0]?.name, true);
  expectType<string | undefined>()(row.sections[0]?.by?.name, true);
  // @ts-expect-error The selection leaves it out.
  void row.slug;
  // @ts-expect-error So does that of the author.
  void row.author?.born;

  const whole = await app.query('api::article.article').findOne({ where: { id: 4 }, populate: true });
  expectType<string | undefined>()(whole?.author?.name, true);
  const byPath = await articles.findOne({ populate: ['author', 'author.portrait'] });
  expectType<string | undefined>()(byPath?.author?.portrait?.url, true);
  const [found, total] = await app.db.query('api::author.author').findWithCount({ where: { born: null } });
  expectType<string | undefined>()(found[0]?.name, true);
  expectType<number>()(total, true);
  const { results, pagination } = await articles.findPage({ page: 2, pageSize: 5 });
  expectType<string | null | undefined>()(results[0]?.slug, true);
  expectType<number>()(pagination.pageCount, true);
  const { ids } = await articles.createMany({ data: [{ title: 'A' }] });
  expectType<number[]>()(ids, true);
  const made = await articles.create({ data: { title: 'A', author: 5, publishedAt: null }, select: ['title'] });
  expectType<string | null>()(made.title, true);
  const changed = await articles.update({ where: { documentId: 'a' }, data: { rating: 4 } });
  expectType<number | null | undefined>()(changed?.rating, true);
  await articles.deleteMany({ where: { rating: { $lt: 3 } } });

  // @ts-expect-error There is no such content-type.
  app.db.query('api::artikel.artikel');
  // @ts-expect-error There is no such attribute.
  await articles.findMany({ where: { titel: 'a' } });
  // @ts-expect-error There is no such attribute.
  await articles.findMany({ select: ['titel'] });
  // @ts-expect-error There is no such attribute.
  await articles.findMany({ orderBy: { titel: 'asc' } });
  // @ts-expect-error There is no such relation.
  await articles.findMany({ populate: { writer: true } });
  // @ts-expect-error A rating is a number.
  await articles.create({ data: { rating: 'four' } });
  const loose = JSON.parse('{}');
  expectType<string | null | undefined>()((await articles.findMany(loose))[0]?.title, true);
  void (await app.db.query('plugin::users-permissions.permission').findMany({ where: { action: 'x' } }));
}

export const service = factories.createCoreService('api::article.article', ({ strapi }) => ({
  async best(limit: number) {
    const { results } = await this.find({ sort: 'rating:desc', pagination: { limit } });
    expectType<string | undefined>()(results[0]?.title, true);
    // @ts-expect-error There is no such attribute.
    void results[0]?.titel;
    return results;
  },
  async first() {
    const [best] = await this.best(1);
    return best ?? (await strapi.documents('api::article.article').findFirst({ status: 'published' }));
  },
}));

export const controller = factories.createCoreController('api::article.article', {
  async find(ctx) {
    return this.transformResponse(ctx.query);
  },
});
