import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppFailure } from './app-failure.js';
import { nameIn } from './code-directory.js';
import { filesIn } from './list-folder.js';
import { moduleFiles } from './module-files.js';
import { projectFiles } from './project-files.js';
import { readAppCode, type AppStep } from './read-app-code.js';

/** Folders whose code has its own place, which `register` does not name. */
const otherFolders = /^src\/(?:admin|api|components|extensions|middlewares|plugins|policies)\//;

/**
 * Returns `register` of `src/index`, if its code names attributes of content-types, to which it may add some. One that cannot
 * be loaded throws when it is called; `readAppCode` reports it.
 */
export async function readTypeRegister(
  codeDir: string,
  appDir: string,
): Promise<{ readonly file: string; readonly run: AppStep } | null> {
  const files = (await projectFiles(codeDir, 'src')).filter(
    (file) => /\.[cm]?[jt]s$/.test(file) && !otherFolders.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(codeDir, file), 'utf8').catch(() => '')));
  if (!texts.some(namesAttributes)) return null;
  const folder = nameIn(appDir, `${codeDir}/src`);
  const index = moduleFiles(await filesIn(`${codeDir}/src`)).files.find(({ name }) => name === 'index');
  const code = await readAppCode(`${codeDir}/src`, folder);
  const run = code.ok ? code.value.register : failingWith(code.failure);
  return index === undefined || run === undefined ? null : { file: `${folder}/${basename(index.path)}`, run };
}

const failingWith =
  ({ details }: AppFailure): AppStep =>
  () => {
    throw new Error(details.faults.map(({ message }) => message).join('; '));
  };

const namesAttributes = (text: string): boolean =>
  /\b(?:contentTypes?|getModel)\b/.test(text) && /\battributes\b/.test(text);
