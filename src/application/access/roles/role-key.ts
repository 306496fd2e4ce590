/**
 * Makes the `type` of a role from its name, as Strapi does: `Head chef (Lyon)` becomes `head_chef_lyon`. Empty if the
 * name has neither letters nor digits.
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

/** Whether the value can be chosen as the `type` of a role. */
export const isRoleKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{M}\p{N}_-]{1,100}$/u.test(value);
