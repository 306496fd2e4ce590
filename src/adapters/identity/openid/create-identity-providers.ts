import type * as openid from 'openid-client';
import type {
  Identity,
  IdentityProviders,
  PendingSignIn,
  SignInStart,
} from '../../../application/ports/identity-providers.js';
import type { Log } from '../../../application/ports/log.js';
import { failure, notFound } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';

type Client = typeof openid;
type Configuration = Awaited<ReturnType<Client['discovery']>>;

export interface ProviderSettings {
  /** `https://accounts.example.com`: the provider's issuer identifier. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** In addition to `openid`; by default `email` and `profile`. */
  readonly scopes?: readonly string[];
}

export interface IdentityProvidersOptions {
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  /** Allows providers without TLS, for development only. */
  readonly allowHttp: boolean;
  readonly log: Log;
}

const timeoutSeconds = 10;
const longestAnswerBytes = 1024 * 1024;

/**
 * Authorization code flow with PKCE (RFC 7636), state and nonce, as RFC 9700 recommends. ID tokens are verified with
 * the provider's keys. A provider's metadata is fetched at the first sign-in, so a server starts even if the provider
 * is down.
 */
export function createIdentityProviders(options: IdentityProvidersOptions): IdentityProviders {
  const known = new Map(Object.entries(options.providers));
  const found = new Map<string, Promise<Configuration>>();
  const configurationOf = (name: string, settings: ProviderSettings): Promise<Configuration> => {
    const held = found.get(name) ?? discover(settings, options);
    found.set(name, held);
    // The next sign-in fetches it again.
    held.catch(() => found.delete(name));
    return held;
  };
  const withProvider = async <T>(
    name: string,
    act: (client: Client, configuration: Configuration, settings: ProviderSettings) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const settings = known.get(name);
    if (settings === undefined) return err(notFound);
    let configuration: Configuration;
    try {
      configuration = await configurationOf(name, settings);
    } catch (error) {
      options.log.error(`the sign-in provider ${name} cannot be reached`, { error });
      return err(failure('IDENTITY.UNAVAILABLE', reason('signIn.provider', { name })));
    }
    return act(await import('openid-client'), configuration, settings);
  };
  return {
    names: [...known.keys()],
    begin: (name, callback, asksAgain = false) =>
      withProvider(name, async (client, configuration, settings) =>
        ok(await start(client, configuration, settings, { provider: name, callback, asksAgain })),
      ),
    finish: (pending, address) =>
      withProvider(pending.provider, (client, configuration) =>
        redeem(client, configuration, pending, address, options.log),
      ),
  };
}

async function discover(settings: ProviderSettings, { allowHttp }: IdentityProvidersOptions) {
  // Imported at the first sign-in, as most servers have none.
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = settings;
  // By default the package does not verify signatures of ID tokens that it fetched over TLS.
  const verify = client.enableNonRepudiationChecks;
  const execute = allowHttp ? [verify, client.allowInsecureRequests] : [verify];
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: timeoutSeconds,
    // The configuration keeps it for all later requests to the provider.
    [client.customFetch]: boundedFetch,
  });
}

/** As `fetch`, but reading the answer fails after 1 MB. */
const boundedFetch: openid.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  if (answer.body === null) return answer;
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > longestAnswerBytes) controller.error(new Error('the answer of the provider is too long'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(bounded), answer);
};

type Begun = Pick<PendingSignIn, 'provider' | 'callback'> & { readonly asksAgain: boolean };

async function start(
  client: Client,
  configuration: Configuration,
  { scopes = ['email', 'profile'] }: ProviderSettings,
  { provider, callback, asksAgain }: Begun,
): Promise<SignInStart> {
  const codeVerifier = client.randomPKCECodeVerifier();
  const pending = {
    provider,
    callback,
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier,
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: ['openid', ...scopes].join(' '),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // With `max_age` the answer has to say when it asked: the browser could leave both out of the address.
    ...(asksAgain && { prompt: 'login', max_age: '0' }),
  });
  return { url: url.href, pending };
}

async function redeem(
  client: Client,
  configuration: Configuration,
  { provider, callback, state, nonce, codeVerifier }: PendingSignIn,
  address: string,
  log: Log,
): Promise<Result<Identity>> {
  const refused = (why: string) =>
    err(failure('IDENTITY.REFUSED', `Signing in with ${provider} failed: ${why}`));
  const came = parsed(address);
  // The browser must return to exactly the address that was sent to the provider.
  if (came === null || came.origin + came.pathname !== callback) return refused('it came back elsewhere');
  try {
    const tokens = await client.authorizationCodeGrant(configuration, came, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const subject = tokens.claims()?.sub;
    const authenticatedAt = timeOf(tokens.claims()?.auth_time);
    if (subject === undefined) return refused('it does not say who');
    const claims = tokens.claims() ?? {};
    const more = await userInfo(client, configuration, tokens.access_token, subject);
    // Each of the two vouches only for the address that it names itself.
    const email = emailOf(claims) ?? emailOf(more);
    return ok({ provider, subject, email, username: nameOf({ ...claims, ...more }), authenticatedAt });
  } catch (error) {
    log.warn(`signing in with ${provider} failed`, { reason: reasonOf(error) });
    return refused(error instanceof client.AuthorizationResponseError ? error.error : 'it was not accepted');
  }
}

/** Omits the error's cause, which contains the provider's response, with tokens and personal data. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return `${String(code)}: ${String(message)}`;
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Some providers return the e-mail address only here. */
async function userInfo(client: Client, configuration: Configuration, token: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(configuration, token, subject);
}

type Claims = Readonly<Record<string, unknown>>;

/** An unverified address may belong to somebody else. */
const emailOf = ({ email, email_verified: verified }: Claims): string | null =>
  typeof email === 'string' && verified === true ? email.toLowerCase() : null;

/** `auth_time` is in seconds. */
const timeOf = (seconds: unknown): string | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : null;

const nameOf = (claims: Claims): string | null => {
  const names = [claims['preferred_username'], claims['name'], claims['given_name']];
  return names.find((name): name is string => typeof name === 'string' && name.length > 0) ?? null;
};
