import type { Principal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Administration } from '../administration/use-cases.js';
import type { GrantReading } from '../access/read-permission.js';
import { goneFrom } from '../schema-changes/leftover-grants.js';
import type { WebhookService } from '../webhooks/webhook-service.js';
import type { Mention } from './type-builder.js';

/** Finds what names a content-type or attribute that a schema lacks, of what the principal may see. */
export type MentionsOf = (principal: Principal, schema: Schema) => Promise<Result<readonly Mention[]>>;

interface Dependencies {
  readonly administration: Pick<Administration, 'roles'>;
  readonly webhooks: Pick<WebhookService, 'list'>;
  readonly filters: GrantReading['filters'];
}

/** Grants of content roles and tokens are listed by the schema store, as leftovers. */
export const createMentions =
  ({ administration, webhooks, filters }: Dependencies): MentionsOf =>
  async (principal, schema) => {
    const reading: GrantReading = { schema, filters };
    const roles = await visible(administration.roles(principal));
    if (!roles.ok) return roles;
    const hooks = await visible(webhooks.list(principal));
    if (!hooks.ok) return hooks;
    const named = [
      ...roles.value
        .filter(({ isBuiltIn }) => !isBuiltIn)
        .flatMap(({ name, grants }) =>
          (grants ?? []).map((grant) => ({ kind: 'administratorRole' as const, name, grant })),
        ),
      ...hooks.value.flatMap(({ name, types, filters: condition }) =>
        (types ?? []).map((type) => {
          const about = condition === null ? {} : { filters: condition };
          return { kind: 'webhook' as const, name, grant: { type, actions: ['find'] as const, ...about } };
        }),
      ),
    ];
    const mentions = named.flatMap(({ kind, name, grant }): Mention[] => {
      const gone = goneFrom(reading, grant);
      return gone === null ? [] : [{ kind, name, type: gone.type, attribute: gone.attribute ?? null }];
    });
    return ok([...new Map(mentions.map((one) => [JSON.stringify(one), one])).values()]);
  };

/** What the principal may not see is not named. */
async function visible<T>(found: Promise<Result<readonly T[]>>): Promise<Result<readonly T[]>> {
  const result = await found;
  return !result.ok && result.failure.code === 'POLICY.DENIED' ? ok([]) : result;
}
