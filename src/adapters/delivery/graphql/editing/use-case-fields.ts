import type { GraphQLFieldConfigArgumentMap, GraphQLOutputType } from 'graphql';
import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import type { Action, Principal } from '../../../../domain/permission/permission.js';
import type { Result } from '../../../../domain/result.js';
import type { Uid } from '../../../../domain/schema/schema.js';
import { valueOrThrow } from '../client-error.js';
import type { Args } from '../read/decode-arguments.js';
import type { NamedField } from '../schema/named-field.js';

type Run<T> = (principal: Principal, args: Args) => Promise<Result<T>>;

/** Returns what makes root fields of use cases about the type `uid`. A refusal is reported. */
export const useCaseFields =
  (uid: Uid, reports: RefusalReports) =>
  <T>(present: (value: T) => unknown, type: GraphQLOutputType) =>
  (
    root: NamedField['root'],
    name: string,
    action: Action,
    args: GraphQLFieldConfigArgumentMap,
    run: Run<T>,
  ): NamedField => ({
    root,
    name,
    scope: { type: uid, action },
    field: {
      type,
      args,
      resolve: async (_source, given, { principal }) => {
        const done = await run(principal, given);
        if (!done.ok && done.failure.code === 'POLICY.DENIED')
          await reportRefusal(reports, principal, { action, type: uid });
        return present(valueOrThrow(done));
      },
    },
  });
