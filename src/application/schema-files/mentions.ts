import { mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import { roleType, tokenArea } from '../../domain/schema/built-in-uids.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import type { Access } from '../access/access.js';
import type { Administration } from '../administration/use-cases.js';
import type { ListedView, ViewService } from '../administration/views.js';
import type { GrantRecord } from '../ports/access-store.js';
import type { GrantReading } from '../access/read-permission.js';
import { goneFrom } from '../schema-changes/leftover-grants.js';
import type { WebhookService } from '../webhooks/webhook-service.js';
import type { Mention } from './type-builder.js';

/** Finds what names a content-type or attribute that a schema lacks, of what the principal may see. */
export type MentionsOf = (principal: Principal, schema: Schema) => Promise<Result<readonly Mention[]>>;

interface Dependencies {
  readonly administration: Pick<Administration, 'roles'>;
  readonly webhooks: Pick<WebhookService, 'list'>;
  readonly views: Pick<ViewService, 'list'>;
  readonly access: Pick<Access, 'grants' | 'listTokens'>;
  readonly filters: GrantReading['filters'];
  /** The one that is served. */
  readonly served: Schema;
}

/** Something that names attributes of a content-type, in the form of a grant. */
interface Naming {
  readonly kind: Mention['kind'];
  readonly name: string;
  readonly grant: GrantRecord;
}

export const createMentions =
  ({ administration, webhooks, views, access, filters, served }: Dependencies): MentionsOf =>
  async (principal, schema) => {
    const reading: GrantReading = { schema, filters };
    const roles = await visible(administration.roles(principal));
    if (!roles.ok) return roles;
    const hooks = await visible(webhooks.list(principal));
    if (!hooks.ok) return hooks;
    const lists = await visible(views.list(principal));
    if (!lists.ok) return lists;
    const may = (area: Uid): boolean => mayWithAll(principal, 'find', area);
    const named: readonly Naming[] = [
      ...roles.value
        .filter(({ isBuiltIn }) => !isBuiltIn)
        .flatMap((role) => ofHolder('administratorRole', role.name, role.grants ?? [])),
      ...(may(roleType) ? access.grants() : []).flatMap(({ name, grants }) =>
        ofHolder('contentRole', name, grants),
      ),
      ...(may(tokenArea) ? access.listTokens() : []).flatMap(({ name, grants }) =>
        ofHolder('token', name, grants),
      ),
      ...lists.value.map((view) => ofView(served, view)),
      ...hooks.value.flatMap(({ name, types, filters: condition }) =>
        (types ?? []).map((type): Naming => {
          const about = condition === null ? {} : { filters: condition };
          return { kind: 'webhook', name, grant: { type, actions: ['find'], ...about } };
        }),
      ),
    ].filter(({ grant }) => isServed(served, filters, grant));
    const mentions = named.flatMap(({ kind, name, grant }): Mention[] => {
      const gone = goneFrom(reading, grant);
      return gone === null ? [] : [{ kind, name, type: gone.type, attribute: gone.attribute ?? null }];
    });
    return ok([...new Map(mentions.map((one) => [JSON.stringify(one), one])).values()]);
  };

/** What names something that is gone already is no matter of the edits. */
const isServed = (served: Schema, filters: GrantReading['filters'], grant: GrantRecord): boolean =>
  goneFrom({ schema: served, filters }, grant) === null;

const ofHolder = (kind: Naming['kind'], name: string, grants: readonly GrantRecord[]): readonly Naming[] =>
  grants.map((grant) => ({ kind, name, grant }));

/** A view names its columns, its order and its filters. A column can go through relations, and need not be an attribute. */
function ofView(served: Schema, { type, name, search }: ListedView): Naming {
  const { columns, sort, filters } = search;
  const attributes = served.contentTypes.get(type)?.attributes;
  const listed = [columns, sort].flatMap((text) => (typeof text === 'string' ? text.split(',') : []));
  const names = listed.map((one) => one.split(/[.:]/)[0] ?? '').filter((one) => attributes?.has(one));
  const about = { ...(names.length > 0 && { fields: names }), ...(filters !== undefined && { filters }) };
  return { kind: 'view', name, grant: { type, actions: ['find'], ...about } };
}

/** What the principal may not see is not named. */
async function visible<T>(found: Promise<Result<readonly T[]>>): Promise<Result<readonly T[]>> {
  const result = await found;
  return !result.ok && result.failure.code === 'POLICY.DENIED' ? ok([]) : result;
}
