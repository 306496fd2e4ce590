import type { Action, Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';

/** Says somewhere who was refused what: in development, where whoever reads the log can change it. */
export type TellDenied = (principal: Principal, action: Action, type: Uid) => void;

/** Who lacks which grant, and the command that gives it. */
export function missingGrant(principal: Principal, action: Action, type: Uid): string {
  const { kind, name, role } = principal;
  if (kind === 'token')
    return `403: the token ${JSON.stringify(name)} may not ${action} ${type}. Make one that may: quire token create --name NAME --access custom --grant ${type}:${action}`;
  const who = kind === 'user' ? `${JSON.stringify(name)}, whose role is ${role ?? 'unknown'},` : 'public';
  const to = kind === 'user' ? (role ?? 'ROLE') : 'public';
  return `403: ${who} may not ${action} ${type}. To allow it: quire grant ${to} ${type} ${action}`;
}

/** The use cases, where what the policy refuses is told. */
export function tellingDenied(documents: Documents, tell: TellDenied): Documents {
  const telling =
    <Asked extends { readonly type: Uid }, T>(
      work: (principal: Principal, asked: Asked) => Promise<Result<T>>,
      actionOf: (asked: Asked) => Action,
    ) =>
    async (principal: Principal, asked: Asked): Promise<Result<T>> => {
      const done = await work(principal, asked);
      if (!done.ok && done.failure.code === 'POLICY.DENIED') tell(principal, actionOf(asked), asked.type);
      return done;
    };
  const kindOf = ({ kind }: { readonly kind: Action }): Action => kind;
  return {
    find: telling(documents.find, ({ action }) => action),
    findOne: telling(documents.findOne, ({ action }) => action),
    count: telling(documents.count, ({ action }) => action),
    create: telling(documents.create, kindOf),
    update: telling(documents.update, kindOf),
    publish: telling(documents.publish, kindOf),
    unpublish: telling(documents.unpublish, kindOf),
    discardDraft: telling(documents.discardDraft, kindOf),
    delete: telling(documents.delete, kindOf),
  };
}
