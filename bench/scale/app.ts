import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Definition {
  readonly attributes: Readonly<Record<string, object>>;
  readonly pluginOptions?: object;
}

const to = (relation: 'manyToOne' | 'oneToMany' | 'manyToMany', target: string, end: object): object => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...end,
});

const name = { type: 'string', required: true, maxLength: 60 };

/**
 * Each place has an owner, who is of a region, and a category. With `hasSearch` two of its texts can be searched by words;
 * the index for that takes longer to make than everything else together.
 */
export const contentTypesOf = (hasSearch: boolean): Readonly<Record<string, Definition>> => ({
  place: {
    attributes: {
      Name: { ...name, index: true, ...(hasSearch && { searchable: true, weight: 5 }) },
      City: { type: 'string', maxLength: 60, index: true },
      Rating: { type: 'integer', index: true },
      Kind: { type: 'enumeration', enum: ['bistro', 'diner', 'gastro'] },
      Price: { type: 'decimal' },
      Opened: { type: 'date' },
      About: { type: 'text', searchable: hasSearch },
      owner: to('manyToOne', 'owner', { inversedBy: 'places' }),
      categories: to('manyToMany', 'category', { inversedBy: 'places' }),
    },
  },
  owner: {
    attributes: {
      Name: name,
      region: to('manyToOne', 'region', { inversedBy: 'owners' }),
      places: to('oneToMany', 'place', { mappedBy: 'owner' }),
    },
  },
  category: { attributes: { Name: name, places: to('manyToMany', 'place', { mappedBy: 'categories' }) } },
  region: { attributes: { Name: name, owners: to('oneToMany', 'owner', { mappedBy: 'region' }) } },
});

/** Creates an app directory with these content-types, all of them open to the public. */
export async function makeScaleApp(types: Readonly<Record<string, Definition>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-scale-'));
  for (const [type, definition] of Object.entries(types)) await writeType(folder, type, definition);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}\n');
  await writeFile(join(folder, 'src/index.js'), openToAll(Object.keys(types)));
  return folder;
}

/** Replaces the schema file of a content-type. */
export async function writeType(
  folder: string,
  type: string,
  { attributes, pluginOptions }: Definition,
): Promise<void> {
  const place = join(folder, 'src/api', type, 'content-types', type);
  const pluralName = type === 'category' ? 'categories' : `${type}s`;
  const definition = {
    kind: 'collectionType',
    collectionName: pluralName,
    info: { singularName: type, pluralName, displayName: type },
    options: { draftAndPublish: false },
    pluginOptions,
    attributes,
  };
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'schema.json'), JSON.stringify(definition));
}

const openToAll = (types: readonly string[]): string => `
export default {
  async bootstrap({ strapi }) {
    for (const name of ${JSON.stringify(types)})
      await strapi.access.grant('public', \`api::\${name}.\${name}\`, ['find', 'findOne', 'create', 'update', 'delete']);
  },
};
`;
