import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../free-port.js';

export interface Pooler {
  /** The address of the database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
export const pgbouncer = places.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));

/** Starts PgBouncer in transaction mode, with three connections to the database for all clients. */
export async function startPgbouncer(program: string, url: string): Promise<Pooler> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'quire-pooler-'));
  const listening = await freePort();
  const credentials = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${hostname} port=${port === '' ? '5432' : port} dbname=${name} ${credentials}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = extra_float_digits, statement_timeout
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(listening);
  await untilOpen(through.href, () => child.exitCode === null);
  return {
    url: through.href,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilOpen(url: string, isRunning: () => boolean): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (!isRunning()) throw new Error('PgBouncer ended', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
