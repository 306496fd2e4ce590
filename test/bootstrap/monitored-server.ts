import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

/** One message of the log with its fields. */
export interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface MonitoredServer {
  readonly quire: Quire;
  readonly url: string;
  readonly lines: readonly Line[];
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The lines of a message. */
  logged(message: string): readonly Line[];
  stop(): Promise<void>;
}

/** A server with one content-type, `chef`, whose log is kept. */
export async function startMonitored(
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<MonitoredServer> {
  const app = await makeApp(files);
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (message: string, fields: Line['fields'] = {}): void =>
      void lines.push({ level, message, fields });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const usual = { DATABASE_URL: 'memory:', PORT: '0', JWT_SECRET: 'x'.repeat(40) };
  const quire = createQuire({ app: app.directory, env: { ...usual, ...env }, log });
  const { url } = await quire.start();
  return {
    quire,
    url,
    lines,
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers }),
    logged: (message) => lines.filter((line) => line.message === message),
    stop: async () => {
      await quire.stop();
      await app.remove();
    },
  };
}
