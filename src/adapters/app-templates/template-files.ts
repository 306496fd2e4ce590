import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ProjectFile } from './project-file.js';

/** Returns the files of a template in the folder of all templates. */
export function templateFiles(
  templates: string,
  name: 'blank' | 'blog',
  language: 'ts' | 'js',
): readonly ProjectFile[] {
  const parts = ['files', language === 'ts' ? 'typescript' : 'javascript'];
  return parts.flatMap((part) => filesBelow(join(templates, name, part)));
}

function filesBelow(folder: string): readonly ProjectFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: relative(folder, file).replaceAll(sep, '/'), content: { copyOf: file } };
    });
}
