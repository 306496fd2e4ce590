import type { ApiError } from './errors.js';
import type { RequestOptions, Transport } from './transport.js';

interface Session {
  readonly jwt?: string;
  readonly refreshToken?: string;
}

/** The routes of accounts. Every session that is answered is kept, and used for the next requests. */
export function createAuth(transport: Transport) {
  let refreshing: Promise<unknown> | undefined;
  const auth = {
    refreshToken: undefined as string | undefined,
    login: (body: object, options?: RequestOptions) => open('/local', body, options),
    register: (body: object, options?: RequestOptions) => open('/local/register', body, options),
    /** A refresh token that is sent twice ends the sign-in, so calls at the same moment share a request. */
    refresh: (options?: RequestOptions) => (refreshing ??= renewed(options)),
    resetPassword: (body: object, options?: RequestOptions) => open('/reset-password', body, options),
    changePassword: async (body: object, options?: RequestOptions) =>
      kept(await transport.send('POST', '/auth/change-password', { body }, options)),
    forgotPassword: (email: string, options?: RequestOptions) =>
      transport.send('POST', '/auth/forgot-password', { body: { email }, isAnonymous: true }, options),
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
        [transport.token, auth.refreshToken] = [undefined, undefined];
      }
    },
  };
  const end = (options?: RequestOptions) => transport.send('POST', '/auth/logout', {}, options);
  const renewed = (options?: RequestOptions) => {
    const { refreshToken } = auth;
    return open('/refresh', refreshToken === undefined ? {} : { refreshToken }, options).finally(() => {
      refreshing = undefined;
    });
  };
  /** Without the token, which may have ended. */
  const open = async (path: string, body: object, options?: RequestOptions) =>
    kept(await transport.send('POST', `/auth${path}`, { body, isAnonymous: true }, options));
  const kept = (answer: unknown): unknown => {
    const { jwt, refreshToken } = answer as Session;
    if (jwt !== undefined) transport.token = jwt;
    if (refreshToken !== undefined) auth.refreshToken = refreshToken;
    return answer;
  };
  return auth;
}
