import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles a project against the built declarations. Returns what the compiler says; nothing where all is well. */
export function compile(tsconfig: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '--noEmit', '-p', tsconfig], { cwd: root }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

/** Runs the built command line. Returns what it prints. */
export function runBuilt(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(root, 'bin/quire'), ...args], (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(stderr)),
    );
  });
}
