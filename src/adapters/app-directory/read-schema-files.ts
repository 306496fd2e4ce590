import { err, ok, type Result } from '../../domain/result.js';
import { schemaFailure } from '../../domain/schema/build-schema.js';
import type { ComponentSource, ContentTypeSource, SchemaSources } from '../../domain/schema/schema-source.js';
import { withCustomFields } from './custom-fields.js';
import { nameIn } from './code-directory.js';
import { kebab } from './kebab.js';
import { filesIn, foldersIn, isFolder, type FolderEntry } from './list-folder.js';
import { projectFiles } from './project-files.js';
import { readJson } from './read-json.js';

/**
 * Reads the content-types, components and extensions of an app directory, sorted by their paths. A file that is not
 * JSON or cannot be read has `unreadable`, so that `buildSchema` reports it with all other faults. Messages name files
 * relative to `appDir`. Fails with `SCHEMA.INVALID` if the directory does not exist or has no `src/api`.
 */
export async function readSchemaFiles(codeDir: string, appDir = codeDir): Promise<Result<SchemaSources>> {
  const missing = await missingFolder(codeDir);
  if (missing !== undefined) return err(schemaFailure([{ file: appDir, path: '', message: missing }]));
  const place = { codeDir, appDir };
  const [api, extensions, components, misplaced] = await Promise.all([
    readContentTypes(place, 'src/api', 'api'),
    readContentTypes(place, 'src/extensions', 'plugin'),
    readComponents(place),
    findMisplaced(codeDir),
  ]);
  const sources = { contentTypes: [...api, ...extensions, ...misplaced], components };
  return ok(await withCustomFields(sources, codeDir));
}

interface Place {
  readonly codeDir: string;
  readonly appDir: string;
}

const places: readonly (readonly [misplaced: RegExp, place: string])[] = [
  [
    /^src\/api\/(?![^/]+\/content-types\/[^/]+\/schema\.json$)(.*\/)?schema\.json$/,
    'src/api/<api>/content-types/<name>/schema.json',
  ],
  [/^src\/api\/[^/]+\/content-types\/[^/]+\.json$/, 'src/api/<api>/content-types/<name>/schema.json'],
  [/^src\/content-types\/.*\.json$|^src\/schema\.json$/, 'src/api/<api>/content-types/<name>/schema.json'],
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
  return 'is no app directory, as it has no folder src/api: name another, or add src/api/<api>/content-types/<name>/schema.json';
}

async function readContentTypes(
  place: Place,
  folder: string,
  owner: 'api' | 'plugin',
): Promise<readonly ContentTypeSource[]> {
  const holders = await foldersIn(`${place.codeDir}/${folder}`);
  const found = await Promise.all(
    holders.map(async (holder) => {
      const types = await foldersIn(`${holder.path}/content-types`);
      const described = owner === 'api' ? types : await withSchema(types);
      return described.map((type) => ({
        uid: `${owner}::${kebab(holder.name)}.${kebab(type.name)}`,
        path: `${type.path}/schema.json`,
      }));
    }),
  );
  return Promise.all(found.flat().map(({ uid, path }) => readSource(place, uid, path)));
}

/** A folder of an extension may contain only code. */
async function withSchema(types: readonly FolderEntry[]): Promise<readonly FolderEntry[]> {
  const files = await Promise.all(types.map(({ path }) => filesIn(path)));
  return types.filter((_, at) => files[at]?.some(({ name }) => name === 'schema.json'));
}

async function readComponents(place: Place): Promise<readonly ComponentSource[]> {
  const categories = await foldersIn(`${place.codeDir}/src/components`);
  const found = await Promise.all(
    categories.map(async (category) => {
      const files = (await filesIn(category.path)).filter(({ name }) => name.endsWith('.json'));
      return files.map((file) => ({ uid: componentUid(category, file), path: file.path }));
    }),
  );
  return Promise.all(found.flat().map(({ uid, path }) => readSource(place, uid, path)));
}

const componentUid = (category: FolderEntry, file: FolderEntry): string =>
  `${category.name}.${file.name.slice(0, -'.json'.length)}`;

async function readSource(
  { appDir }: Place,
  uid: string,
  path: string,
): Promise<ContentTypeSource & ComponentSource> {
  const file = nameIn(appDir, path);
  const read = await readJson(path);
  return read.ok
    ? { uid, file, definition: read.value }
    : { uid, file, definition: undefined, unreadable: read.message };
}
