import type { FolderEntry } from './list-folder.js';

/** A module in a folder. */
export interface ModuleFile {
  /** Without the extension. */
  readonly name: string;
  /** With it. */
  readonly file: string;
  readonly path: string;
}

const source = /(?<!\.d)\.ts$|\.[cm]?js$/;

/**
 * Returns the modules among files: `.ts`, `.js`, `.cjs` and `.mjs`. `shadowed` are `.js` files beside a `.ts` of their
 * name, which are what an earlier build made of it.
 */
export function moduleFiles(entries: readonly FolderEntry[]): {
  readonly files: readonly ModuleFile[];
  readonly shadowed: readonly string[];
} {
  const names = new Set(entries.map(({ name }) => name));
  const isShadowed = (name: string): boolean => name.endsWith('.js') && names.has(name.replace(/js$/, 'ts'));
  const modules = entries.filter(({ name }) => source.test(name));
  return {
    files: modules
      .filter(({ name }) => !isShadowed(name))
      .map(({ name, path }) => ({ name: name.replace(source, ''), file: name, path })),
    shadowed: modules.map(({ name }) => name).filter(isShadowed),
  };
}

/** Sentences for the log. `folder` is the folder as messages name it. */
export const shadowedNotes = (shadowed: readonly string[], folder: string): readonly string[] =>
  shadowed.map((name) => `${folder}/${name} is not loaded, as the .ts file beside it is: remove it`);
