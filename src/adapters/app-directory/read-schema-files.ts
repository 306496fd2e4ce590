import { err, ok, type Result } from '../../domain/result.js';
import { schemaFailure } from '../../domain/schema/build-schema.js';
import type {
  ComponentSource,
  ContentTypeSource,
  LayoutSource,
  SchemaSources,
} from '../../domain/schema/schema-source.js';
import { withCustomFields } from './custom-fields.js';
import { nameIn } from './code-directory.js';
import { kebab } from './kebab.js';
import { filesIn, foldersIn, isFolder, type FolderEntry } from './list-folder.js';
import { projectFiles } from './project-files.js';
import { readJson } from './read-json.js';

/**
 * Reads the content-types, components, extensions and layouts of an app directory, sorted by their paths. A file that is not
 * JSON or cannot be read has `unreadable`, so that `buildSchema` reports it with all other faults. Messages name files
 * relative to `appDir`. Fails with `SCHEMA.INVALID` if the directory does not exist or has no `src/api`.
 */
export async function readSchemaFiles(codeDir: string, appDir = codeDir): Promise<Result<SchemaSources>> {
  const missing = await missingFolder(codeDir);
  if (missing !== undefined) return err(schemaFailure([{ file: appDir, path: '', message: missing }]));
  const place = { codeDir, appDir };
  const [api, extensions, ofComponents, misplaced] = await Promise.all([
    readContentTypes(place, 'src/api', 'api'),
    readContentTypes(place, 'src/extensions', 'plugin'),
    readComponents(place),
    findMisplaced(codeDir),
  ]);
  const layouts = [...api.layouts, ...extensions.layouts, ...ofComponents.layouts];
  const sources = {
    contentTypes: [...api.shapes, ...extensions.shapes, ...misplaced],
    components: ofComponents.shapes,
    ...(layouts.length > 0 && { layouts }),
  };
  return ok(await withCustomFields(sources, codeDir));
}

interface Place {
  readonly codeDir: string;
  readonly appDir: string;
}

/** What one folder has. */
interface Found {
  readonly shapes: readonly (ContentTypeSource & ComponentSource)[];
  readonly layouts: readonly LayoutSource[];
}

const places: readonly (readonly [misplaced: RegExp, place: string])[] = [
  [
    /^src\/api\/(?![^/]+\/content-types\/[^/]+\/schema\.json$)(.*\/)?schema\.json$/,
    'src/api/<api>/content-types/<name>/schema.json',
  ],
  [/^src\/api\/[^/]+\/content-types\/[^/]+\.json$/, 'src/api/<api>/content-types/<name>/schema.json'],
  [/^src\/content-types\/.*\.json$|^src\/schema\.json$/, 'src/api/<api>/content-types/<name>/schema.json'],
  [
    /^src\/(api|extensions)\/([^/]+\/(content-types\/[^/]+\/.+\/)?)?layout\.json$/,
    'src/api/<api>/content-types/<name>/layout.json',
  ],
  [
    /^src\/extensions\/(?![^/]+\/content-types\/[^/]+\/schema\.json$)(.*\/)?schema\.json$/,
    'src/extensions/<plugin>/content-types/<name>/schema.json',
  ],
  [/^src\/components\/(?![^/]+\/[^/]+$).*\.json$/, 'src/components/<category>/<name>.json'],
];

/** Finds schema files in places that are not read. Each becomes a fault. */
async function findMisplaced(codeDir: string): Promise<readonly ContentTypeSource[]> {
  const files = await projectFiles(codeDir, 'src');
  return files.flatMap((file) => {
    const place = places.find(([misplaced]) => misplaced.test(file))?.[1];
    if (place === undefined) return [];
    return [{ uid: file, file, definition: undefined, unreadable: `is not read here: move it to ${place}` }];
  });
}

async function missingFolder(appDir: string): Promise<string | undefined> {
  if (!(await isFolder(appDir))) return 'there is no such directory: name the directory of your app';
  if (await isFolder(`${appDir}/src/api`)) return undefined;
  const apis = await foldersIn(`${appDir}/api`);
  const models = await Promise.all(apis.map(({ path }) => isFolder(`${path}/models`)));
  if (models.includes(true))
    return 'is a project of Strapi 3, as it has api/<api>/models: upgrade it to Strapi 5 with the migration guides of Strapi first';
  return 'is no app directory, as it has no folder src/api: name another, or add src/api/<api>/content-types/<name>/schema.json';
}

async function readContentTypes(place: Place, folder: string, owner: 'api' | 'plugin'): Promise<Found> {
  const holders = await foldersIn(`${place.codeDir}/${folder}`);
  const found = await Promise.all(
    holders.map(async (holder) => {
      const types = await foldersIn(`${holder.path}/content-types`);
      return Promise.all(
        types.map(async (type) => {
          const names = new Set((await filesIn(type.path)).map(({ name }) => name));
          const uid = `${owner}::${kebab(holder.name)}.${kebab(type.name)}`;
          // A folder of an extension may contain only code.
          const hasSchema = owner === 'api' || names.has('schema.json');
          return {
            shapes: hasSchema ? [{ uid, path: `${type.path}/schema.json` }] : [],
            layouts: names.has('layout.json') ? [{ uid, path: `${type.path}/layout.json` }] : [],
          };
        }),
      );
    }),
  );
  return readAll(place, found.flat());
}

const ofLayout = '.layout.json';

async function readComponents(place: Place): Promise<Found> {
  const categories = await foldersIn(`${place.codeDir}/src/components`);
  const found = await Promise.all(
    categories.map(async (category) => {
      const files = (await filesIn(category.path)).filter(({ name }) => name.endsWith('.json'));
      const named = (end: string, some: readonly FolderEntry[]) =>
        some.map(({ name, path }) => ({ uid: `${category.name}.${name.slice(0, -end.length)}`, path }));
      return {
        shapes: named(
          '.json',
          files.filter(({ name }) => !name.endsWith(ofLayout)),
        ),
        layouts: named(
          ofLayout,
          files.filter(({ name }) => name.endsWith(ofLayout)),
        ),
      };
    }),
  );
  return readAll(place, found);
}

interface Located {
  readonly uid: string;
  readonly path: string;
}

async function readAll(
  place: Place,
  found: readonly { readonly shapes: readonly Located[]; readonly layouts: readonly Located[] }[],
): Promise<Found> {
  const read = (files: readonly Located[]) =>
    Promise.all(files.map(({ uid, path }) => readSource(place, uid, path)));
  const [shapes, layouts] = await Promise.all([
    read(found.flatMap((one) => one.shapes)),
    read(found.flatMap((one) => one.layouts)),
  ]);
  return { shapes, layouts };
}

async function readSource({ appDir }: Place, uid: string, path: string): Promise<Found['shapes'][number]> {
  const file = nameIn(appDir, path);
  const read = await readJson(path);
  return read.ok
    ? { uid, file, definition: read.value }
    : { uid, file, definition: undefined, unreadable: read.message };
}
