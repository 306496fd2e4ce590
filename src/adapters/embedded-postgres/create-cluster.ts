import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DataPlace } from './data-place.js';
import type { Binaries } from './find-binaries.js';
import { serverEnvironment } from './server-environment.js';

/** Creates the data directory, or checks that the existing one can be used. */
export async function ensureCluster(
  place: DataPlace,
  binaries: Binaries,
  onProgress: (message: string) => void,
): Promise<void> {
  if (existsSync(place.data)) return checkCluster(place, binaries);
  onProgress(`Making a database in ${place.data} (the first time takes a few seconds)`);
  if (!existsSync(place.password)) {
    writeFileSync(place.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  ownFolder(draft, place);
  await runInitdb(place, binaries, draft);
  renameSync(draft, place.data);
}

function checkCluster({ data, account, password }: DataPlace, { major }: Binaries): void {
  const { uid } = statSync(data);
  const user = account.ids?.uid ?? process.getuid?.() ?? uid;
  if (uid !== user) {
    throw new Error(
      `${data} belongs to user ${uid}, and this is user ${user}: start as that user (or as root), or give it over with chown -R`,
    );
  }
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== major) {
    throw new Error(
      `${data} was made by PostgreSQL ${version}, and this is PostgreSQL ${major}: move the data over with pg_dump, or start from an empty folder`,
    );
  }
  if (!existsSync(password)) {
    throw new Error(`${password}, the password of the database in ${data}, is missing: put it back`);
  }
}

function ownFolder(path: string, { account }: DataPlace): void {
  mkdirSync(path, { mode: 0o700 });
  if (account.ids !== undefined) chownSync(path, account.ids.uid, account.ids.gid);
}

/** Sorts and compares by bytes, with upper and lower case of every script. */
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

async function runInitdb(place: DataPlace, { initdb }: Binaries, data: string): Promise<void> {
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, readFileSync(place.password), { mode: 0o600 });
  if (place.account.ids !== undefined) chownSync(passwordFile, place.account.ids.uid, place.account.ids.gid);
  const args = [
    `--pgdata=${data}`,
    '--username=quire',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--no-instructions',
    ...locale,
  ];
  try {
    await run(initdb, args, place);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function run(program: string, args: readonly string[], { account, home }: DataPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account.ids,
      cwd: home,
      env: serverEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)));
    }
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new Error(
              explain(output) ?? `${program} ended with ${signal ?? `code ${code}`}:\n${output.trim()}`,
            ),
          ),
    );
  });
}

/** The error of containers that run as a user without a name. */
function explain(output: string): string | undefined {
  const user = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  if (user === undefined) return undefined;
  return `PostgreSQL does not run as user ${user}, who has no name on this machine (no line in /etc/passwd): start as a user with a name, or name a server of your own with DATABASE_URL=postgres://user:password@host/database`;
}
