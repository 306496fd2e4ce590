import {
  copyFileSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectFile } from './project-file.js';

/**
 * Writes a project into an empty or a new folder. Throws if the folder holds anything, or if a file cannot be written;
 * then it takes back what it has written.
 */
export function writeProject(directory: string, files: readonly ProjectFile[]): void {
  const made: string[] = [];
  const written: string[] = [];
  try {
    makeFolder(directory, made);
    if (readdirSync(directory).length > 0) throw new Error(`${directory} is not empty`);
    for (const { path, content, isSecret } of files) {
      const target = join(directory, path);
      makeFolder(dirname(target), made);
      if ('text' in content)
        writeFileSync(target, content.text, { flag: 'wx', mode: isSecret ? 0o600 : 0o666 });
      else copyFileSync(content.copyOf, target, constants.COPYFILE_EXCL);
      written.push(target);
    }
  } catch (error) {
    takeBack(written, made);
    throw error;
  }
}

/** Makes a folder with those above it. Adds each that was missing to `made`, the outermost first. */
function makeFolder(folder: string, made: string[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), made);
  mkdirSync(folder);
  made.push(folder);
}

/** Removes only what this call has created, so that other files stay. */
function takeBack(written: readonly string[], made: readonly string[]): void {
  for (const file of written) rmSync(file, { force: true });
  for (const folder of made.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // It contains other files.
    }
  }
}
