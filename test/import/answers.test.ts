import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { valueOf } from '../contract/world.js';
import type { StoreKind } from '../integration/transfer/opened-stores.js';
import { skipWithoutMongo } from '../mongo.js';
import { libraryPath, openLibrary, readLibraryJson, type LibraryApp } from './library.js';

interface Asked {
  readonly request: {
    readonly url: string;
    readonly method?: string;
    readonly as?: string;
    readonly body?: unknown;
  };
  readonly status?: number;
  readonly body?: unknown;
  readonly allowed?: boolean;
  readonly user?: unknown;
  readonly error?: string;
  readonly bytes?: Readonly<Record<string, string>>;
}

const withoutUpdate = (user: unknown): unknown =>
  user === undefined ? undefined : { ...(user as object), updatedAt: null };

const inverseSides = /^\/api\/(?:authors|publishers)\b/;

/**
 * An inverse list of a type without locales has documents in all locales in Strapi, and in the one that was asked for
 * here: the others are taken out of the expected answer.
 */
function inLocaleOf(url: string, data: unknown): unknown {
  if (!inverseSides.test(url)) return data;
  const locale = /[?&]locale=(\w+)/.exec(url)?.[1] ?? 'de';
  const kept = (value: unknown): boolean => {
    const own = (value as { readonly locale?: unknown } | null)?.locale;
    return own === undefined || own === null || own === locale;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(kept).map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, kept(member) ? walk(member) : null]),
    );
  };
  return walk(data);
}

/** Fractions of seconds have three digits here. */
const withWholeFractions = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data).replace('"23:59:59.5"', '"23:59:59.500"'));

/** The order of translations is that of rows in Strapi's database, which an export does not have. */
const inOneOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => {
      const isTranslations = key === 'localizations' && Array.isArray(member);
      return [key, isTranslations ? member.toSorted(byLocale) : inOneOrder(member)];
    }),
  );
};

const byLocale = (left: { locale: string }, right: { locale: string }): number =>
  left.locale < right.locale ? -1 : 1;

/** The order of members does not matter, nor that of pages: the answers were put together from several. */
const dataOf = (body: unknown): unknown => (body as { readonly data?: unknown } | null)?.data ?? body;

for (const kind of ['memory', 'PostgreSQL', 'MongoDB'] as const satisfies readonly StoreKind[]) {
  describe(`the library imported into ${kind}`, function () {
    this.timeout(120_000);
    let library: LibraryApp;
    let served: Awaited<ReturnType<LibraryApp['serve']>>;
    const tokens = new Map<string, string | undefined>([['public', undefined]]);
    let answers: Readonly<Record<string, Asked>>;

    before(async function () {
      if (kind === 'MongoDB') await skipWithoutMongo(this);
      ({ answers } = (await readLibraryJson('answers.json')) as { answers: typeof answers });
      library = await openLibrary(kind);
      // The same content, exported twice.
      const isEncrypted = kind === 'memory';
      valueOf(
        isEncrypted
          ? await library.import(libraryPath('library.tar.gz.enc'), { key: 'library-key' })
          : await library.import(libraryPath('library.tar.gz')),
      );
      served = await library.serve();
    });
    after(async () => {
      await served?.stop();
      await library?.close();
    });

    const ask = async ({ url, method = 'GET', body }: Asked['request'], token: string | undefined) => {
      const answer = await fetch(`${served.url}${url}`, {
        method,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      return { status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : null };
    };
    const named = (kindOf: string) =>
      Object.entries(answers).filter(([name]) => name === kindOf || name.startsWith(`${kindOf}:`));

    for (const group of ['documents', 'list', 'files', 'users', 'locales']) {
      it(`answers as before: ${group}`, async () => {
        expect(named(group)).to.have.lengthOf.at.least(1);
        for (const [name, { request, status, body }] of named(group)) {
          const url = name.startsWith('documents') ? `${request.url}&pagination[pageSize]=100` : request.url;
          const answer = await ask({ ...request, url }, served.token);
          expect(answer.status, name).to.equal(status ?? 200);
          const expected = inLocaleOf(request.url, withWholeFractions(dataOf(body)));
          expect(inOneOrder(dataOf(answer.body)), name).to.deep.equal(inOneOrder(expected));
        }
      });
    }

    it('lets users sign in with the passwords that they had', async () => {
      for (const [name, { request, status, user, error }] of named('sign-in')) {
        const answer = await ask(request, undefined);
        expect(answer.status, name).to.equal(status);
        const body = answer.body as { user?: { username: string }; jwt?: string; error?: { name: string } };
        // The first sign-in replaces the hash of the password by one of this server's.
        expect(withoutUpdate(body.user), name).to.deep.equal(withoutUpdate(user));
        expect(body.error?.name, name).to.equal(error);
        if (body.user !== undefined) tokens.set(body.user.username, body.jwt);
      }
    });

    it('allows everybody what they were allowed', async () => {
      for (const [name, { request, allowed }] of named('access')) {
        const first = await firstOf(request.url);
        const url = request.url.replace('{first}', first);
        const answer = await ask({ ...request, url }, tokens.get(request.as ?? 'public'));
        expect(![401, 403].includes(answer.status), `${name} ${answer.status}`).to.equal(allowed);
      }
    });

    const firstOf = async (url: string): Promise<string> => {
      if (!url.includes('{first}')) return '';
      const list = await ask({ url: url.replace('/{first}', '?pagination[pageSize]=1') }, served.token);
      return (dataOf(list.body) as readonly { documentId: string }[])[0]?.documentId ?? '';
    };

    it('serves the same bytes', async () => {
      const bytes = named('files').flatMap(([, asked]) => Object.entries(asked.bytes ?? {}));
      expect(bytes).to.have.lengthOf.at.least(9);
      for (const [url, sha256] of bytes) {
        const answer = await fetch(`${served.url}${url}`);
        expect(answer.status, url).to.equal(200);
        const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
        expect(hash.digest('hex'), url).to.equal(sha256);
      }
    });
  });
}
