import { err, ok, type Result } from '../../domain/result.js';
import { wrongRefreshToken } from './refusals.js';
import {
  createSession,
  findSession,
  hasFamily,
  removeExpired,
  removeSessions,
  type SessionRecord,
} from './session-records.js';
import { createShortMemory } from './short-memory.js';
import type { AccountsDependencies } from './use-cases.js';

/** Refresh tokens: a family is what came from one sign-in, and each member of it is good for one successor. */
export interface SessionFamilies {
  begin(holder: Holder): Promise<Result<RefreshToken>>;
  /** The successor of a token; where that has one already, the family ends. */
  extend(holder: Holder, parent: Parent): Promise<Result<RefreshToken>>;
  /** At most a second old. */
  isHeld(family: string): Promise<Result<boolean>>;
  end(family: string): Promise<Result<void>>;
  endAllOf(user: string): Promise<Result<void>>;
}

/** Whose session it is: a documentId, and what the session was issued for. */
export interface Holder {
  readonly user: string;
  readonly epoch: string;
}

export type Parent = Pick<SessionRecord, 'family' | 'tokenHash' | 'endsAt'>;

export interface RefreshToken {
  readonly family: string;
  readonly refreshToken: string;
}

export const memoryMilliseconds = 1000;
export const remembered = 10_000;

export function createSessionFamilies(dependencies: AccountsDependencies): SessionFamilies {
  const { documents, secrets, clock } = dependencies;
  const held = createShortMemory<boolean>(memoryMilliseconds, remembered, (family) =>
    hasFamily(documents, family, clock.now()),
  );
  const end = async (family: string): Promise<Result<void>> => {
    const removed = await removeSessions(documents, 'family', family);
    held.forget(family);
    return removed;
  };
  const refused = async (family: string): Promise<Result<never>> => {
    const ended = await end(family);
    return ended.ok ? err(wrongRefreshToken) : ended;
  };
  return {
    async begin(holder) {
      const cleared = await removeExpired(documents, clock.now());
      return cleared.ok
        ? create(dependencies, holder, { family: secrets.create(), tokenHash: null, endsAt: null })
        : cleared;
    },
    async extend(holder, parent) {
      const { family, tokenHash } = parent;
      const next = await create(dependencies, holder, parent);
      if (!next.ok) return next.failure.code === 'INPUT.INVALID' ? refused(family) : next;
      // Whoever ends a family meanwhile sees either the new member, or here its parent is gone.
      const former = await findSession(documents, tokenHash);
      if (!former.ok) return former;
      return former.value === null ? refused(family) : next;
    },
    isHeld: held.of,
    end,
    endAllOf: (user) => removeSessions(documents, 'user', user),
  };
}

async function create(
  { documents, secrets, clock, settings }: AccountsDependencies,
  holder: Holder,
  {
    family,
    tokenHash: parent,
    endsAt: known,
  }: Omit<Parent, 'tokenHash'> & { readonly tokenHash: string | null },
): Promise<Result<RefreshToken>> {
  const { lifetime, idle } = settings.refresh ?? { lifetime: 0, idle: 0 };
  const after = (seconds: number): string => new Date(Date.parse(clock.now()) + seconds * 1000).toISOString();
  const refreshToken = secrets.create();
  const endsAt = known ?? after(lifetime);
  const unused = after(idle);
  const created = await createSession(documents, {
    ...holder,
    tokenHash: secrets.hash(refreshToken),
    parent,
    family,
    expiresAt: unused < endsAt ? unused : endsAt,
    endsAt,
  });
  return created.ok ? ok({ family, refreshToken }) : created;
}
