import { ok, type Result } from '../../domain/result.js';
import type { Accounts } from './use-cases.js';

/** Removes refresh tokens from all results, for deliveries whose answers scripts in a browser can read. */
export function withoutRefreshTokens(accounts: Accounts): Accounts {
  return {
    ...accounts,
    register: async (registration) => bare(await accounts.register(registration)),
    login: async (identifier, password, client) => bare(await accounts.login(identifier, password, client)),
    redeem: async (code, verifier) => bare(await accounts.redeem(code, verifier)),
    changePassword: async (principal, change) => bare(await accounts.changePassword(principal, change)),
    resetPassword: async (code, password, client) =>
      bare(await accounts.resetPassword(code, password, client)),
    refresh: async (token) => bare(await accounts.refresh(token)),
  };
}

function bare<T extends object>(answered: Result<T>): Result<T> {
  if (!answered.ok || !('refreshToken' in answered.value)) return answered;
  const { refreshToken: _refreshToken, ...rest } = answered.value;
  return ok(rest as T);
}
