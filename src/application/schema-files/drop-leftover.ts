import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { typeArea } from '../../domain/schema/built-in-uids.js';
import { chooseLeftovers } from '../schema-changes/leftovers.js';
import type { TypeBuilderDependencies } from './dependencies.js';
import type { DropRequest } from './type-builder.js';

/** What `quire schema drop` does, for one leftover that somebody has looked at, with an entry in the trail. */
export async function dropLeftover(
  { store, audit }: Pick<TypeBuilderDependencies, 'store' | 'audit'>,
  principal: Principal,
  { name, values }: DropRequest,
): Promise<Result<void>> {
  if (!mayWithAll(principal, 'delete', typeArea)) return err(denied);
  const found = await store.leftovers();
  if (!found.ok) return found;
  const chosen = chooseLeftovers(found.value, [name]);
  if (!chosen.ok) return chosen;
  if (chosen.value.some((leftover) => leftover.values !== values)) return err(changed);
  const dropped = await store.drop([name]);
  const outcome = dropped.ok ? 'done' : 'refused';
  await audit?.record(principal, { action: 'delete', outcome, subject: 'leftover', names: [name] });
  return dropped.ok ? ok(undefined) : dropped;
}

const changed = failure('STORE.CONFLICT', reason('leftover.changed'));
