import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A provider of OpenID Connect on this machine, and a browser that says yes to it. */
export interface LocalProvider {
  readonly issuer: string;
  /** Signs in as `account` where the URL leads to, and answers the address to which the browser is sent back. */
  signIn(url: string, account: string): Promise<string>;
  /** Puts another signature into the ID tokens that it answers from now on, or its own one again. */
  forgeSignatures(forges: boolean): void;
  close(): Promise<void>;
}

export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
}

export const client = { id: 'quire', secret: 'a secret of the tests, long enough' };

export async function openLocalProvider(
  accounts: Readonly<Record<string, Account>>,
  ...callbacks: readonly string[]
): Promise<LocalProvider> {
  const { Provider } = await import('oidc-provider');
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [...callbacks] }],
    claims: { email: ['email', 'email_verified'], profile: ['preferred_username'] },
    pkce: { required: () => true },
    cookies: { keys: ['tests'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...accounts[id] }),
    }),
  });
  const answer = provider.callback();
  let forges = false;
  server.on('request', (request, response) => {
    if (forges && request.url === '/token') forgeIn(response);
    void answer(request, response);
  });
  return {
    issuer,
    forgeSignatures: (wanted) => void (forges = wanted),
    signIn: (url, account) => browse(url, account, callbacks),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forgeIn(response: ServerResponse): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((text: string | Buffer) => {
    const answer = JSON.parse(String(text)) as { id_token?: string };
    const [header = '', claims = '', signature = ''] = answer.id_token?.split('.') ?? [];
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const changed = JSON.stringify({ ...answer, id_token: `${header}.${claims}.${forged}` });
    response.setHeader('Content-Length', Buffer.byteLength(changed));
    return end(changed);
  }) as ServerResponse['end'];
}

/** Follows redirections and fills in the two forms of the provider, keeping its cookies, until it is sent back. */
async function browse(url: string, account: string, callbacks: readonly string[]): Promise<string> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    form = undefined;
    if (location !== null) {
      next = new URL(location, next);
      if (callbacks.some((callback) => next.href.startsWith(callback))) return next.href;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`the provider shows no form: ${page.slice(0, 300)}`);
    form = new URLSearchParams(prompt === 'login' ? { prompt, login: account, password: 'x' } : { prompt });
  }
  throw new Error('the provider never sent the browser back');
}
