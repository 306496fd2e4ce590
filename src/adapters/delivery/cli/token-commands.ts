import type { Access } from '../../../application/access/access.js';
import { requestOf } from '../../../application/access/check-grants.js';
import type { Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { grantRow, grantText, isLimited, readLimits } from './grant-commands.js';
import { listed, noted, printed, type Outcome } from './outcome.js';
import { withAccess } from './in-session.js';

const page = 'access';

export const tokenCommands = [
  command({
    name: 'token create',
    options: {
      name: { value: 'N', isRequired: true },
      access: { value: 'full-access|read-only|custom', isRequired: true },
      grant: { value: 'UID:ACTION[,ACTION]', isRepeated: true },
      fields: { value: 'A,B' },
      where: { value: 'FILTERS' },
      expires: { value: '30d' },
    },
    summary: 'make an API token; it is shown once',
    page,
    read(_, { name, access: kind, grant, expires: expiresIn, ...options }) {
      const limits = readLimits(options);
      if (typeof limits === 'string') return limits;
      if (isLimited(limits) && grant.length === 0)
        return '--fields and --where are about grants: --grant is missing';
      const grants = grant.map((text) => ({ ...requestOf(text), ...limits }));
      return withAccess(async ({ access }) => {
        const created = await access.createToken({ name, access: kind, grants, expiresIn });
        return created.ok ? printed(created.value.token) : created;
      });
    },
  }),
  command({
    name: 'token list',
    options: { json: flag },
    summary: 'list the API tokens',
    page,
    read: (_, { json }) => withAccess(async ({ access }) => listTokens(access, json)),
  }),
  command({
    name: 'token rotate',
    operands: ['NAME'],
    options: {
      overlap: { value: '7d', isRequired: true },
      expires: { value: '90d|never' },
    },
    summary: 'give an API token another secret, shown once; the old one stays valid for the overlap, or 0',
    page,
    read: ([name], { overlap, expires }) =>
      withAccess(async ({ access }) => {
        const expiresIn = expires === 'never' ? null : expires;
        const rotated = await access.rotateToken(name, { overlap, expiresIn });
        return rotated.ok ? printed(rotated.value.token) : rotated;
      }),
  }),
  command({
    name: 'token revoke',
    operands: ['NAME'],
    summary: 'end an API token',
    page,
    read: ([name]) =>
      withAccess(async ({ access }) => {
        const revoked = await access.revokeToken(name);
        return revoked.ok ? noted(`Token ${JSON.stringify(name)} is revoked.`) : revoked;
      }),
  }),
];

async function listTokens(access: Access, asJson: boolean): Promise<Result<Outcome>> {
  const uses = await access.tokenUses();
  if (!uses.ok) return uses;
  const rows = access.listTokens().map(({ name, access: kind, grants, createdAt, expiresAt, expired }) => {
    const plain = { name, access: kind, createdAt, expiresAt, lastUsedAt: uses.value.get(name) ?? null };
    return asJson
      ? { ...plain, expired, grants: grants.map(grantRow) }
      : { ...plain, state: expired ? 'expired' : 'valid', grants: grants.map(grantText) };
  });
  return listed(rows, asJson, 'There are no tokens.');
}
