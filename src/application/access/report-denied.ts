import { LRUCache } from 'lru-cache';
import {
  decide,
  type Action,
  type GrantedAction,
  type Principal,
} from '../../domain/permission/permission.js';
import type { Failure } from '../../domain/failure.js';
import type { Result } from '../../domain/result.js';
import type { Query } from '../../domain/query/query.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { Log } from '../ports/log.js';

/** Reports a refused action. Used in development, where the reader of the log can add the missing grant. */
export type ReportDenied = (principal: Principal, action: GrantedAction, type: Uid) => void;

/** Logs each message at most once a minute, so that a flood of requests does not fill the log. */
export function createReportDenied(log: Log): ReportDenied {
  const logged = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });
  return (principal, action, type) => {
    const sentence = missingGrant(principal, action, type);
    if (logged.has(sentence)) return;
    logged.set(sentence, true);
    log.warn(sentence);
  };
}

/**
 * Describes the missing grant, and the command that adds it. Where there is a grant, no command: it would replace the
 * limits of that grant.
 */
function missingGrant(principal: Principal, action: GrantedAction, type: Uid): string {
  const { kind, name, role } = principal;
  const isGranted = decide(principal, action, type) !== null;
  const limits = `may ${action} ${type}, but this request goes beyond the fields or the filter of a grant. To see these:`;
  if (kind === 'token') {
    const token = `403: the token ${JSON.stringify(name)}`;
    return isGranted
      ? `${token} ${limits} quire access export`
      : `${token} may not ${action} ${type}. Make one that may: quire token create --name NAME --access custom --grant ${type}:${action}`;
  }
  const who = kind === 'user' ? `${JSON.stringify(name)}, whose role is ${role || 'unknown'},` : 'public';
  const to = kind === 'user' ? role || 'ROLE' : 'public';
  return isGranted
    ? `403: ${who} ${limits} quire grants`
    : `403: ${who} may not ${action} ${type}. To allow it: quire grant ${to} ${type} ${action}`;
}

/** Aggregates are reads by `find`. */
type Read = Pick<Query, 'type'> & Partial<Pick<Query, 'action'>>;

/** Wraps the use cases to report refused actions. */
export function reportingDenied(documents: Documents, report: ReportDenied): Documents {
  const reportFailure = (principal: Principal, failure: Failure, action: Action, type: Uid): void => {
    if (failure.code !== 'POLICY.DENIED') return;
    const missing = failure.missing ?? { action, type };
    report(principal, missing.action as GrantedAction, missing.type);
  };
  const reporting =
    <Request extends { readonly type: Uid }, T>(
      work: (principal: Principal, requested: Request) => Promise<Result<T>>,
      actionOf: (requested: Request) => Action,
    ) =>
    async (principal: Principal, requested: Request): Promise<Result<T>> => {
      const done = await work(principal, requested);
      if (!done.ok) reportFailure(principal, done.failure, actionOf(requested), requested.type);
      return done;
    };
  const readOf = ({ action = 'find' }: Read): Action => action;
  const kindOf = ({ kind }: { readonly kind: Action }): Action => kind;
  return {
    find: reporting(documents.find, readOf),
    findOne: reporting(documents.findOne, readOf),
    count: reporting(documents.count, readOf),
    aggregate: reporting(documents.aggregate, readOf),
    create: reporting(documents.create, kindOf),
    async writeAll(principal, steps) {
      const results = await documents.writeAll(principal, steps);
      for (const [index, result] of results.entries()) {
        const { kind, type } = steps[index]!.mutation;
        if (!result.ok) reportFailure(principal, result.failure, kind, type);
      }
      return results;
    },
    lock: documents.lock,
    checkLinks: documents.checkLinks,
    update: reporting(documents.update, kindOf),
    publish: reporting(documents.publish, kindOf),
    unpublish: reporting(documents.unpublish, kindOf),
    discardDraft: reporting(documents.discardDraft, kindOf),
    delete: reporting(documents.delete, kindOf),
  };
}
