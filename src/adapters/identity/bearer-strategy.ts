import { Strategy } from 'passport-strategy';
import type { Principal } from '../../domain/permission/permission.js';

/**
 * Opaque API tokens, from the Authorization header alone: never from the address or the body, where they would end up
 * in logs and histories.
 */
export class BearerStrategy extends Strategy {
  readonly name = 'bearer';
  // Not a #private one: passport calls strategies through Object.create, which such members do not survive.
  private readonly principalOfToken: (token: string) => Principal | null;

  constructor(principalOfToken: (token: string) => Principal | null) {
    super();
    this.principalOfToken = principalOfToken;
  }

  override authenticate(request: {
    readonly headers: { readonly authorization?: string | undefined };
  }): void {
    const token = bearerToken(request.headers.authorization);
    const principal = token === null ? null : this.principalOfToken(token);
    if (principal === null) this.fail('Bearer', 401);
    else this.success(principal);
  }
}

/** What follows `Bearer` in an Authorization header; null where that is nothing, or the scheme is another. */
export function bearerToken(header: string | undefined): string | null {
  const match = header === undefined ? null : /^ *bearer +(.*[^ ]) *$/i.exec(header);
  return match?.[1] ?? null;
}
