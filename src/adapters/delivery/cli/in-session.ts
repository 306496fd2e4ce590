import { ok, type Result } from '../../../domain/result.js';
import type { Context, Run } from './command.js';
import type { Problem } from './describe-problem.js';
import type { Outcome } from './outcome.js';
import type { Session } from './session.js';

type Work = (session: Session, context: Context) => Promise<Result<Outcome, Problem>>;

/** Opens the database, runs `work` and closes the database. */
export const inSession =
  (work: Work): Run =>
  async (context) => {
    const opened = await context.open(context.app);
    if (!opened.ok) return opened;
    try {
      return await work(opened.value, context);
    } finally {
      await opened.value.close();
    }
  };

/**
 * Does the same after creating the tables, which are missing before the first start, and after `load`. Also runs if unsafe
 * changes of tables wait for a decision, so that a token can always be revoked.
 */
export const inTables = (load: (session: Session) => Promise<Result<unknown>>, work: Work): Run =>
  inSession(async (session, context) => {
    const applied = await session.schema.apply();
    const isReady = applied.ok || applied.failure.code === 'SCHEMA.UNSAFE_CHANGE';
    const loaded = isReady ? await load(session) : applied;
    return loaded.ok ? work(session, context) : loaded;
  });

export const withLocales = (work: Work): Run => inTables(({ locales }) => locales.load(), work);

export const withRoles = (work: Work): Run => inTables(({ roles }) => roles.load(), work);

/** For what is stored in documents, and needs nothing else. */
export const withDocuments = (work: Work): Run => inTables(() => Promise.resolve(ok(undefined)), work);

/** Does not load roles: tokens can be listed and revoked without them. */
export const withAccess = (work: Work): Run => inTables(({ access }) => access.load(), work);

/** Updates the tables first: older versions had no audit trail. */
export const withTrail = (work: Work): Run =>
  inSession(async (session, context) => {
    const applied = await session.schema.apply();
    return applied.ok ? work(session, context) : applied;
  });
