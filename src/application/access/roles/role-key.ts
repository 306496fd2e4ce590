/**
 * The `type` of a role from its name, as clients know it: `Head chef (Lyon)` is `head_chef_lyon`. Empty where the name
 * has neither letters nor digits.
 */
export const roleKey = (name: string): string =>
  (
    name
      .normalize('NFD')
      .replace(/([a-z])[\u0300-\u036f]+/gi, '$1')
      .normalize('NFC')
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  ).join('_');

/** What a `type` may be where it is chosen. */
export const isRoleKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{M}\p{N}_-]{1,100}$/u.test(value);
