import { readFile } from 'node:fs/promises';
import type { AppObject } from 'quire-cms';
import type { UID } from 'quire-cms/types';

export default {
  /** Runs at every start, before the server listens. */
  async bootstrap({ strapi }: { strapi: AppObject }) {
    const isEmpty = async () => (await strapi.documents('api::author.author').count({})) === 0;
    if (!(await isEmpty())) return;
    await addSampleContent(strapi).catch(async (error) => {
      // Unless another server, started at the same time, was faster.
      if (await isEmpty()) throw error;
    });
  },
};

interface SampleContent {
  authors: { name: string; about: string }[];
  tags: string[];
  articles: { author: string; tags: string[]; status: 'draft' | 'published'; [attribute: string]: unknown }[];
}

/** Runs once, on an empty database. Remove it, and sample-content.json, when you have content of your own. */
async function addSampleContent(strapi: AppObject) {
  const text = await readFile(`${strapi.dirs.app.src}/sample-content.json`, 'utf8');
  const sample = JSON.parse(text) as SampleContent;
  for (const uid of ['api::article.article', 'api::author.author', 'api::tag.tag'])
    await strapi.access.grant('public', uid, ['find', 'findOne']);
  // All of it, or nothing.
  await strapi.db.transaction(async () => {
    const ids = new Map<string, string>();
    const create = async (
      uid: UID.ContentType,
      data: Record<string, unknown>,
      status?: 'draft' | 'published',
    ) => {
      const { documentId } = await strapi.documents(uid).create({ data, ...(status && { status }) });
      if (typeof data['name'] === 'string') ids.set(data['name'], documentId as string);
    };
    for (const author of sample.authors) await create('api::author.author', author);
    for (const name of sample.tags) await create('api::tag.tag', { name });
    for (const { author, tags, status, ...data } of sample.articles) {
      const links = { author: ids.get(author), tags: tags.map((name) => ids.get(name)) };
      await create('api::article.article', { ...data, ...links }, status);
    }
  });
}
