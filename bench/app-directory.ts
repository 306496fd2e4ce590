import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSchemaFiles } from '../src/adapters/app-directory/read-schema-files.js';
import type { Result } from '../src/domain/result.js';
import { buildSchema } from '../src/domain/schema/build-schema.js';
import type { Schema } from '../src/domain/schema/schema.js';
import { locales } from './world.js';

const example = fileURLToPath(new URL('../examples/restaurants/src/', import.meta.url));

/**
 * Creates an app directory with the example's content-types and further ones for long lists, drafts and locales,
 * all of them open to the public.
 */
export async function makeAppDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'));
  await cp(join(example, 'api'), join(folder, 'src/api'), { recursive: true });
  await cp(join(example, 'components'), join(folder, 'src/components'), { recursive: true });
  await addType(folder, 'guide', { stops: manyToMany('stop', { inversedBy: 'guides' }) });
  await addType(folder, 'stop', { guides: manyToMany('guide', { mappedBy: 'stops' }) });
  const drafts = { options: { draftAndPublish: true } };
  await addType(
    folder,
    'post',
    { Text: { type: 'text' }, topics: manyToMany('topic', { inversedBy: 'posts' }) },
    drafts,
  );
  await addType(
    folder,
    'topic',
    { posts: manyToMany('post', { mappedBy: 'topics' }), related: manyToMany('topic') },
    drafts,
  );
  await addType(
    folder,
    'notice',
    { Text: { type: 'text', ...localized }, Price: { type: 'decimal' } },
    { options: { draftAndPublish: false }, ...localized },
  );
  await writeFile(join(folder, 'package.json'), '{"type": "module"}\n');
  await writeFile(join(folder, 'src/index.js'), openToAll);
  return folder;
}

export const readAppSchema = async (folder: string): Promise<Schema> =>
  valueOf(buildSchema(valueOf(await readSchemaFiles(folder))));

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

const localized = { pluginOptions: { i18n: { localized: true } } };

const manyToMany = (target: string, end: object = {}) => ({
  type: 'relation',
  relation: 'manyToMany',
  target: `api::${target}.${target}`,
  ...end,
});

async function addType(
  folder: string,
  name: string,
  attributes: object,
  more: object = { options: { draftAndPublish: false } },
): Promise<void> {
  const definition = {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes: { Name: { type: 'string', ...('pluginOptions' in more ? localized : {}) }, ...attributes },
    ...more,
  };
  const place = join(folder, 'src/api', name, 'content-types', name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'schema.json'), JSON.stringify(definition));
}

const openToAll = `
const names = ['restaurant', 'category', 'dish', 'chef', 'review', 'guide', 'stop', 'post', 'topic', 'notice'];
export default {
  async bootstrap({ strapi }) {
    for (const code of ${JSON.stringify(locales)}) await strapi.locales.add(code);
    for (const name of names) {
      const drafts = ['post', 'topic'].includes(name) ? ['findDrafts', 'publish'] : [];
      for (const role of ['public', 'authenticated'])
        await strapi.access.grant(role, \`api::\${name}.\${name}\`, ['find', 'findOne', ...drafts, 'create', 'update', 'delete']);
    }
  },
};
`;
