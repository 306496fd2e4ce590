import { LRUCache } from 'lru-cache';
import {
  decide,
  type Action,
  type GrantedAction,
  type Principal,
} from '../../domain/permission/permission.js';
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

/** Describes the missing grant, and the command that adds it. */
function missingGrant(principal: Principal, action: GrantedAction, type: Uid): string {
  const { kind, name, role } = principal;
  if (kind === 'token')
    return `403: the token ${JSON.stringify(name)} may not ${action} ${type}. Make one that may: quire token create --name NAME --access custom --grant ${type}:${action}`;
  const who = kind === 'user' ? `${JSON.stringify(name)}, whose role is ${role ?? 'unknown'},` : 'public';
  const to = kind === 'user' ? (role ?? 'ROLE') : 'public';
  return `403: ${who} may not ${action} ${type}. To allow it: quire grant ${to} ${type} ${action}`;
}

/** Aggregates are reads by `find`. */
type Read = Pick<Query, 'type'> & Partial<Pick<Query, 'action'>>;

/**
 * Wraps the use cases to report refused actions. A read that is refused although the principal has the grant is a read
 * of drafts, which needs `findDrafts`.
 */
export function reportingDenied(documents: Documents, report: ReportDenied): Documents {
  const reporting =
    <Request extends { readonly type: Uid }, T>(
      work: (principal: Principal, requested: Request) => Promise<Result<T>>,
      actionOf: (requested: Request, principal: Principal) => Action,
    ) =>
    async (principal: Principal, requested: Request): Promise<Result<T>> => {
      const done = await work(principal, requested);
      if (!done.ok && done.failure.code === 'POLICY.DENIED') {
        report(principal, actionOf(requested, principal), requested.type);
      }
      return done;
    };
  const readOf = ({ action = 'find', type }: Read, principal: Principal): Action =>
    decide(principal, action, type) === null ? action : 'findDrafts';
  const kindOf = ({ kind }: { readonly kind: Action }): Action => kind;
  return {
    find: reporting(documents.find, readOf),
    findOne: reporting(documents.findOne, readOf),
    count: reporting(documents.count, readOf),
    aggregate: reporting(documents.aggregate, readOf),
    create: reporting(documents.create, kindOf),
    async writeAll(principal, steps) {
      const results = await documents.writeAll(principal, steps);
      for (const [index, result] of results.entries())
        if (!result.ok && result.failure.code === 'POLICY.DENIED')
          report(principal, steps[index]!.mutation.kind, steps[index]!.mutation.type);
      return results;
    },
    update: reporting(documents.update, kindOf),
    publish: reporting(documents.publish, kindOf),
    unpublish: reporting(documents.unpublish, kindOf),
    discardDraft: reporting(documents.discardDraft, kindOf),
    delete: reporting(documents.delete, kindOf),
  };
}
