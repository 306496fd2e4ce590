import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSchemaFiles } from '../src/adapters/app-directory/read-schema-files.js';
import type { Result } from '../src/domain/result.js';
import { buildSchema } from '../src/domain/schema/build-schema.js';
import type { Schema } from '../src/domain/schema/schema.js';

const example = fileURLToPath(new URL('../examples/restaurants/src/', import.meta.url));

/** An app directory with the example's content-types, two more for long lists, and everything open to the public. */
export async function makeAppDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'));
  await cp(join(example, 'api'), join(folder, 'src/api'), { recursive: true });
  await cp(join(example, 'components'), join(folder, 'src/components'), { recursive: true });
  await addType(folder, 'guide', { inversedBy: 'guides' }, 'stops', 'stop');
  await addType(folder, 'stop', { mappedBy: 'stops' }, 'guides', 'guide');
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

async function addType(
  folder: string,
  name: string,
  end: object,
  attribute: string,
  target: string,
): Promise<void> {
  const definition = {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes: {
      Name: { type: 'string' },
      [attribute]: { type: 'relation', relation: 'manyToMany', target: `api::${target}.${target}`, ...end },
    },
  };
  const place = join(folder, 'src/api', name, 'content-types', name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'schema.json'), JSON.stringify(definition));
}

const openToAll = `
const names = ['restaurant', 'category', 'dish', 'chef', 'review', 'guide', 'stop'];
export default {
  async bootstrap({ strapi }) {
    for (const name of names) {
      await strapi.access.grant('public', \`api::\${name}.\${name}\`, ['find', 'findOne', 'create', 'update', 'delete']);
    }
  },
};
`;
