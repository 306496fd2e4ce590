import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SchemaFile, SchemaFiles, WhyFixed } from '../../application/ports/schema-files.js';
import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import { withAttributesByCode } from '../../domain/schema/built-in.js';
import type { ContentTypeSource, SchemaSources } from '../../domain/schema/schema-source.js';
import { withCustomFields } from './custom-fields.js';
import { projectFiles } from './project-files.js';
import { parseJson } from './read-json.js';
import { readSchemaFiles } from './read-schema-files.js';
import { writeFiles } from './write-files.js';

export interface SchemaFilesOptions {
  /** The app directory. */
  readonly directory: string;
  /** Where its code is read. */
  readonly codeDirectory: string;
  /** What code adds to content-types of the files. */
  readonly addedByCode: readonly ContentTypeSource[];
  /** Whether people who change content-types may use this server. */
  readonly isDevelopment: boolean;
}

/** The schema files of an app directory, which it may write in development. */
export function createSchemaFiles(options: SchemaFilesOptions): SchemaFiles {
  const { directory, codeDirectory } = options;
  return {
    read: () => readAll(directory, codeDirectory),
    sources: (files) => sourcesOf(files, options),
    revisionOf: (files) =>
      createHash('sha256')
        .update(JSON.stringify(files.map(({ file, text }) => [file, text])))
        .digest('hex'),
    pathOf,
    layoutPathOf: (file) =>
      file.endsWith('/schema.json')
        ? file.replace(/schema\.json$/, 'layout.json')
        : file.replace(/\.json$/, '.layout.json'),
    async besides(file) {
      const folder = dirname(file);
      const others = (await projectFiles(directory, folder)).filter((one) => one !== file);
      return others.map((one) => one.slice(folder.length + 1));
    },
    whyFixed: () => whyFixed(options),
    write: (changes) => writeFiles(directory, changes),
  };
}

async function whyFixed({
  directory,
  codeDirectory,
  isDevelopment,
}: SchemaFilesOptions): Promise<WhyFixed | null> {
  if (!isDevelopment) return 'production';
  if (directory !== codeDirectory) return 'compiled';
  const mayWrite = await access(join(directory, 'src/api'), constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return mayWrite ? null : 'unwritable';
}

async function readAll(directory: string, codeDirectory: string): Promise<Result<readonly SchemaFile[]>> {
  const sources = await readSchemaFiles(codeDirectory, directory);
  if (!sources.ok) return err(failure('INPUT.MISMATCH', reason('types.unreadable')));
  const { contentTypes, components, layouts = [] } = sources.value;
  const found = [
    ...contentTypes.map((source) => ({ ...source, shaped: 'content-type', holds: 'schema' }) as const),
    ...components.map((source) => ({ ...source, shaped: 'component', holds: 'schema' }) as const),
    ...layouts.map((source) => ({ ...source, shaped: shapeOf(source.uid), holds: 'layout' }) as const),
  ];
  const files = await Promise.all(
    found.map(async ({ uid, file, shaped, holds, unreadable }): Promise<SchemaFile> => {
      const text = await readFile(join(directory, file), 'utf8').catch(() => '');
      const read = parseJson(text.replace(/^\uFEFF/, ''));
      const why = unreadable ?? (read.ok ? undefined : read.message);
      return { uid, shaped, holds, file, text, ...(why !== undefined && { unreadable: why }) };
    }),
  );
  return ok(files.sort((one, other) => (one.file < other.file ? -1 : 1)));
}

const shapeOf = (uid: string): SchemaFile['shaped'] => (uid.includes('::') ? 'content-type' : 'component');

function sourcesOf(
  files: readonly SchemaFile[],
  { codeDirectory, addedByCode }: SchemaFilesOptions,
): Promise<SchemaSources> {
  const read = (holds: SchemaFile['holds'], shaped?: SchemaFile['shaped']) =>
    files
      .filter((one) => one.holds === holds && (shaped === undefined || one.shaped === shaped))
      .map(({ uid, file, text, unreadable }) => {
        if (unreadable !== undefined) return { uid, file, definition: undefined, unreadable };
        const parsed = parseJson(text.replace(/^\uFEFF/, ''));
        return parsed.ok
          ? { uid, file, definition: parsed.value }
          : { uid, file, definition: undefined, unreadable: parsed.message };
      });
  const sources = {
    contentTypes: read('schema', 'content-type'),
    components: read('schema', 'component'),
    layouts: read('layout'),
  };
  return withCustomFields(withAttributesByCode(sources, addedByCode), codeDirectory);
}

const kebab = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const ofType = new RegExp(`^api::(${kebab})\\.(${kebab})$`);
const ofComponent = /^([A-Za-z0-9][\w-]*)\.([A-Za-z0-9][\w-]*)$/;

/** Nothing in these names can lead to another folder. */
function pathOf(uid: string): string | null {
  const [, api, type] = ofType.exec(uid) ?? [];
  if (api !== undefined) return `src/api/${api}/content-types/${type}/schema.json`;
  const [, category, name] = ofComponent.exec(uid) ?? [];
  return category === undefined ? null : `src/components/${category}/${name}.json`;
}
