import { ApiError, createClient, NetworkError, type Document } from 'quire-cms/client';
import type { Content } from '../types/generated/content.js';

declare function expectType<Wanted>(): <Found>(value: Found, isSame: Same<Found, Wanted>) => void;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const client = createClient<Content>({ baseUrl: '/api' });

export async function reading() {
  const articles = client.collection('articles');
  const { data, meta } = await articles.find({
    filters: { author: { name: 'Ada' }, rating: { $gte: 3 } },
    populate: { author: true },
    pagination: { page: 1, withCount: false },
    locale: '*',
  });
  expectType<number | undefined>()(meta.pagination.total, true);
  expectType<string | undefined>()(data[0]?.title, true);
  expectType<string | undefined>()(data[0]?.author?.name, true);
  // @ts-expect-error Clients never get private attributes.
  void data[0]?.author?.email;
  // @ts-expect-error It is not populated.
  void data[0]?.cover;
  const draft = await articles.findOne('a', { status: 'draft', fields: ['title'] });
  expectType<string | null>()(draft.data.title, true);
  // @ts-expect-error The fields leave it out.
  void draft.data.rating;
  for await (const page of articles.pages({ populate: ['seo'], pagination: { pageSize: 50 } }))
    expectType<string | undefined>()(page.data[0]?.seo?.title, true);
  const { data: home } = await client.single('homepage').find({ populate: { featured: { fields: ['title'] } } });
  expectType<string | undefined>()(home.featured?.title, true);

  // @ts-expect-error There is no such collection.
  client.collection('homepage');
  // @ts-expect-error There is no such single type.
  client.single('articles');
  // @ts-expect-error Routes of plugins are others.
  client.collection('users');
  // @ts-expect-error Clients cannot filter by private attributes.
  await articles.find({ filters: { notes: 'a' } });
  // @ts-expect-error There is no such relation.
  await articles.find({ populate: { author: true, writer: true } });
  // @ts-expect-error Pages have numbers.
  articles.pages({ pagination: { start: 5 } });
}

export async function writing() {
  const articles = client.collection('articles');
  const made = await articles.create({ title: 'A', author: 'x' }, { populate: ['author'] });
  expectType<string | undefined>()(made.data.author?.name, true);
  await articles.create({ rating: 4 }, { status: 'draft' });
  // @ts-expect-error What is published has a title.
  await articles.create({ rating: 4 });
  // @ts-expect-error There is no such attribute.
  await articles.update('a', { titel: 'A' });
  const published = await articles.publish('a', { populate: ['categories'], locale: 'fr' });
  expectType<string | undefined>()(published.data.categories[0]?.name, true);
  await client.single('homepage').update({ headline: 'A' });
  await client.single('homepage').publish();
  // @ts-expect-error Authors have no drafts.
  await client.collection('authors').publish('a');
}

/** The files of an input, and the signal of whoever calls, if they have one. */
export const send = (files: ArrayLike<File> | null, signal: AbortSignal | undefined) =>
  client.files.upload(files ?? [], { signal });

export async function others() {
  const [file] = await client.files.upload(new Blob(['a']), { info: { caption: 'A' } });
  expectType<string | undefined>()(file?.url, true);
  const { user } = await client.auth.login({ identifier: 'ada', password: 'secret' });
  expectType<string>()(user.username, true);
  // @ts-expect-error It is private.
  void user.password;
  const untyped = await createClient({ baseUrl: '/api' }).collection('anything').find({ populate: '*' });
  untyped.data[0].whatever.follows();
}

export function describe(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.name} ${String(error.details['key'])}`;
  return error instanceof NetworkError ? 'offline' : 'a bug';
}

export const byline = (article: Document<Content, 'articles', { fields: ['title']; populate: ['author'] }>) =>
  `${article.title} by ${article.author?.name}`;
export const headline = ({ headline }: Document<Content, 'homepage'>): string => headline;
// @ts-expect-error There is no such collection.
export type Other = Document<Content, 'others'>;
export const shown = async () => byline((await client.collection('articles').findOne('a', { fields: ['title'], populate: ['author'] })).data);
