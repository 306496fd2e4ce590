import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const quire = fileURLToPath(new URL('../bin/quire', import.meta.url));

/** Makes an API token of an app by the command line, with the options that say what it may do. */
export function createToken(
  app: string,
  env: Readonly<Record<string, string>>,
  ...options: readonly string[]
): string {
  const args = ['token', 'create', '--name', 'bench', ...options, '--app', app];
  const made = spawnSync(process.execPath, [quire, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const [token] = /[0-9a-f]{64}/.exec(made.stdout) ?? [];
  if (token === undefined) throw new Error(`no token was made: ${made.stderr}`);
  return token;
}
