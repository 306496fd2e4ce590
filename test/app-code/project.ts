import { createQuire, type AppObject } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

/** What a server over a project has said, and its address. */
export interface ServedProject {
  readonly url: string;
  readonly directory: string;
  readonly strapi: AppObject;
  readonly said: readonly string[];
  readonly errors: readonly unknown[];
}

/** The files of a project: texts as they are, everything else as JSON. */
export type ProjectFiles = Readonly<Record<string, unknown>>;

/** Starts a project over the memory store, and stops it when `use` is done. Rejects if it does not start. */
export async function serveProject(
  files: ProjectFiles,
  use: (served: ServedProject) => Promise<void> | void,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const project = await writeProject(files);
  try {
    await serveFolder(project.directory, use, environment);
  } finally {
    await project.remove();
  }
}

/** Writes a project with one content-type, `dish`. */
export const writeProject = (files: ProjectFiles): ReturnType<typeof makeApp> =>
  makeApp({ ...dishSchema, ...files });

export async function serveFolder(
  directory: string,
  use: (served: ServedProject) => Promise<void> | void,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [said, errors] = [[] as string[], [] as unknown[]];
  const note = (message: string): void => void said.push(message);
  const log = {
    debug: note,
    info: note,
    warn: note,
    error: (message: string, fields?: object) => void errors.push([message, fields]),
  };
  const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'test', ...environment };
  const quire = createQuire({ app: directory, env, log });
  try {
    const { url } = await quire.start();
    await use({ url, directory, strapi: quire.app, said, errors });
  } finally {
    await quire.stop();
  }
}

const dishSchema = {
  'src/api/dish/content-types/dish/schema.json': {
    kind: 'collectionType',
    collectionName: 'dishes',
    info: { singularName: 'dish', pluralName: 'dishes', displayName: 'Dish', icon: 'leaf' },
    options: { draftAndPublish: true, comment: 'x' },
    pluginOptions: { 'content-manager': { visible: true } },
    attributes: { Name: { type: 'string', minLength: 2 } },
  },
};

/** The message of the error with which a project does not start. */
export const faultOf = (
  files: ProjectFiles,
  environment?: Readonly<Record<string, string>>,
): Promise<string> =>
  serveProject(files, () => undefined, environment).then(
    () => 'started',
    (error: Error) => error.message,
  );
