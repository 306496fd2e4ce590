import type { ApiError } from './errors.js';
import type { RequestOptions, Transport } from './transport.js';

interface Session {
  readonly jwt?: string;
  readonly refreshToken?: string;
}

/** The routes of accounts. Every session that is answered is kept, and used for the next requests. */
export function createAuth(transport: Transport) {
  let refreshing: Promise<unknown> | undefined;
  /** Counts the sessions that were opened or ended: what refreshes an earlier one is not kept. */
  let turn = 0;
  const auth = {
    refreshToken: undefined as string | undefined,
    login: (body: object, options?: RequestOptions) => open('/local', body, options),
    register: (body: object, options?: RequestOptions) => open('/local/register', body, options),
    /** A refresh token that is sent twice ends the sign-in, so calls at the same moment share a request. */
    refresh: (options?: RequestOptions) => (refreshing ??= renewed(options)),
    resetPassword: (body: object, options?: RequestOptions) => open('/reset-password', body, options),
    changePassword: async (body: object, options?: RequestOptions) =>
      opened(await transport.send('POST', '/auth/change-password', { body }, options)),
    forgotPassword: (email: string, options?: RequestOptions) => ask('/forgot-password', { email }, options),
    me: (query?: object, options?: RequestOptions) => transport.send('GET', '/users/me', { query }, options),
    updateMe: (body: object, options?: RequestOptions) =>
      transport.send('PUT', '/users/me', { body }, options),
    async logout(options?: RequestOptions) {
      try {
        await end(options).catch(async (error: unknown) => {
          if (auth.refreshToken === undefined || (error as ApiError).status !== 401) throw error;
          // The session has ended, but not the sign-in.
          await auth.refresh(options);
          await end(options);
        });
      } finally {
        beginTurn();
        [transport.token, auth.refreshToken] = [undefined, undefined];
      }
    },
  };
  const end = (options?: RequestOptions) => transport.send('POST', '/auth/logout', {}, options);
  const beginTurn = (): void => {
    turn += 1;
    refreshing = undefined;
  };
  const renewed = async (options?: RequestOptions): Promise<unknown> => {
    const [begun, { refreshToken }] = [turn, auth];
    try {
      const answer = await ask('/refresh', refreshToken === undefined ? {} : { refreshToken }, options);
      return turn === begun ? kept(answer) : answer;
    } finally {
      if (turn === begun) refreshing = undefined;
    }
  };
  /** Without the token, which may have ended. */
  const ask = (path: string, body: object, options?: RequestOptions) =>
    transport.send('POST', `/auth${path}`, { body, isAnonymous: true }, options);
  const open = async (path: string, body: object, options?: RequestOptions) =>
    opened(await ask(path, body, options));
  const opened = (answer: unknown): unknown => {
    beginTurn();
    return kept(answer);
  };
  const kept = (answer: unknown): unknown => {
    const { jwt, refreshToken } = answer as Session;
    if (jwt !== undefined) transport.token = jwt;
    if (refreshToken !== undefined) auth.refreshToken = refreshToken;
    return answer;
  };
  return auth;
}
