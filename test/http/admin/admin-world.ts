import type { Log } from '../../../src/application/ports/log.js';
import type { RecordedEntry } from '../../../src/application/ports/audit-log.js';
import { openApp } from '../../../src/bootstrap/open-app.js';
import type { Parts } from '../../../src/bootstrap/parts.js';
import { describeAdminApi } from '../../../src/bootstrap/describe-admin-api.js';
import { readApp } from '../../../src/bootstrap/read-app.js';
import { serve } from '../../../src/bootstrap/start-server.js';
import type { Result } from '../../../src/domain/result.js';
import { valueOf } from '../../contract/results.js';
import { makeApp } from '../../cli/program.js';
import { appFiles, contentType, drafts, localized, relation, component } from '../../schema-builders.js';
import { lendDatabase, openDatabaseUrl } from '../chosen-store.js';
import type { LentDatabase } from '../../reused-stores.js';
import { documentedAnswers, type UndocumentedPart } from './documented-answers.js';

// Answers are read without types.
/* oxlint-disable no-explicit-any */

export interface Answered {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}

/** A browser: it keeps cookies, and says where its requests come from. */
export interface Browser {
  cookies: Readonly<Record<string, string>>;
  csrf: string;
  /** Calls `/admin/api`. */
  api(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered>;
  /** Opens a form and posts it filled in. */
  fill(path: string, values: Readonly<Record<string, string>>): Promise<Answered>;
  open(path: string): Promise<Answered>;
  post(path: string, values: Readonly<Record<string, string>>, headers?: object): Promise<Answered>;
}

export interface AdminWorld {
  readonly url: string;
  readonly parts: Parts;
  readonly errors: readonly string[];
  browser(): Browser;
  /** A browser of an administrator with this role, who has signed in. */
  signedIn(role: string): Promise<Browser>;
  trail(): Promise<readonly RecordedEntry[]>;
  stop(): Promise<void>;
}

export const password = 'a long enough password';

export const [dish, note] = ['api::dish.dish', 'api::note.note'];

const files = appFiles({
  contentTypes: [
    contentType(
      'dish',
      'dishes',
      {
        Name: { type: 'string', required: true },
        Secret: { type: 'string', private: true },
        parts: { type: 'component', component: 'menu.part', repeatable: true },
        notes: relation('manyToMany', 'note', { inversedBy: 'dishes' }),
        main: relation('manyToOne', 'note'),
        picture: { type: 'media', multiple: false },
        pictures: { type: 'media', multiple: true },
      },
      { ...drafts, ...localized },
    ),
    contentType('note', 'notes', {
      Title: { type: 'string' },
      dishes: relation('manyToMany', 'dish', { mappedBy: 'notes' }),
    }),
  ],
  components: [
    component('menu.part', {
      Text: { type: 'string' },
      note: relation('oneToOne', 'note'),
      notes: relation('oneToMany', 'note'),
      photos: { type: 'media', multiple: true },
    }),
    component('menu.other', { notes: relation('oneToMany', 'note') }),
  ],
});

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

export async function openAdmin(
  environment: Readonly<Record<string, string>> = {},
  given: typeof files = files,
): Promise<AdminWorld> {
  const app = await makeApp(given);
  const errors: string[] = [];
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  const database =
    given === files ? await usedDatabase(app.directory) : { url: await openDatabaseUrl(), giveBack() {} };
  const env = { DATABASE_URL: database.url, PORT: '0', NODE_ENV: 'test', ...environment };
  const opened = runs(await openApp({ directory: app.directory, environment: env, log }));
  const server = runs(await serve(opened));
  const { url } = server;
  const { parts } = opened;
  let people = 0;
  const undocumented = documentedAnswers(describeAdminApi(parts));
  const browser = (): Browser => createBrowser(url, undocumented);
  return {
    url,
    parts,
    errors,
    browser,
    async signedIn(role) {
      const email = `person${(people += 1)}@example.com`;
      const system = { kind: 'system', name: 'test', grants: { kind: 'all' } } as const;
      valueOf(await parts.administration.create(system, { email, name: 'Person', role, password }));
      const own = browser();
      const { status, body } = await own.api('POST', 'sign-in', { email, password });
      if (status !== 200) throw new Error(JSON.stringify(body));
      own.csrf = (await own.api('GET', 'start')).body.data.csrf as string;
      return own;
    },
    trail: async () => valueOf((await parts.audit?.find({}, 1000)) ?? { ok: true, value: [] }),
    async stop() {
      await server.stop();
      database.giveBack();
      await app.remove();
    },
  };
}

/** A database that other servers over the same files have used, which is faster than a new one. */
const usedDatabase = (directory: string): Promise<LentDatabase> =>
  lendDatabase(async () => runs(await readApp(directory, {})).schema);

function runs<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

/** A browser of a server at `url`. Each answer of the API has to be as `undocumented` expects it. */
export function createBrowser(url: string, undocumented: UndocumentedPart = () => undefined): Browser {
  const send = async (path: string, init: RequestInit): Promise<Answered> => {
    const cookie = Object.entries(browser.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const headers = { ...(cookie !== '' && { Cookie: cookie }), ...(init.headers as object) };
    const answer = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      browser.cookies = { ...browser.cookies, [name]: value };
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
  };
  const browser: Browser = {
    cookies: {},
    csrf: '',
    async api(method, path, body, headers = {}) {
      const isSafe = method === 'GET';
      const written = { Origin: url, 'X-Quire-Csrf': browser.csrf, 'Content-Type': 'application/json' };
      const answered = await send(`/admin/api/${path}`, {
        method,
        headers: { ...(isSafe ? {} : written), ...headers },
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
      const wrong = undocumented({ method, path, ...answered });
      if (wrong !== undefined) throw new Error(`The document of the admin API lacks ${wrong}`);
      return answered;
    },
    open: (path) => send(`/admin${path}`, {}),
    post: (path, values, headers = {}) =>
      send(`/admin${path}`, {
        method: 'POST',
        headers: { Origin: url, ...headers },
        body: new URLSearchParams(values),
      }),
    async fill(path, values) {
      const shown = await browser.open(path);
      const hidden = String(shown.body).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
      const given = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
      return browser.post(path.replace(/\?.*/, ''), { ...given, ...values });
    },
  };
  return browser;
}
