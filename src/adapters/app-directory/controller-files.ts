import { kebab } from './kebab.js';
import { filesIn, foldersIn } from './list-folder.js';
import { moduleFiles } from './module-files.js';

/** Returns the UIDs of the controllers of an app, by its files alone: no code is loaded. */
export async function controllerUids(codeDirectory: string): Promise<ReadonlySet<string>> {
  const apis = await foldersIn(`${codeDirectory}/src/api`);
  const found = await Promise.all(
    apis.map(async (api) => {
      const { files } = moduleFiles(await filesIn(`${api.path}/controllers`));
      return files.map(({ name }) => `api::${kebab(api.name)}.${kebab(name)}`);
    }),
  );
  return new Set(found.flat());
}

/** Returns what code of an app can serve, by its files alone. */
export const servingCode = async (codeDirectory: string) => ({
  controllers: await controllerUids(codeDirectory),
  extendedPlugins: await extendedPlugins(codeDirectory),
});

/** Returns the names of the plugins that the app extends with `strapi-server`. */
async function extendedPlugins(codeDirectory: string): Promise<ReadonlySet<string>> {
  const plugins = await foldersIn(`${codeDirectory}/src/extensions`);
  const found = await Promise.all(
    plugins.map(async ({ name, path }) => {
      const { files } = moduleFiles(await filesIn(path));
      return files.some((file) => file.name === 'strapi-server') ? [name] : [];
    }),
  );
  return new Set(found.flat());
}
