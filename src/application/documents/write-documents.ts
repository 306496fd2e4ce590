import { changed } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { expectsVersion, mayMake, type ValueChange } from '../../domain/plan/change.js';
import type { Create, Delete, Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { addressRemoval } from './address-change.js';
import { addressWrite, chosenBy, completeWrite } from './complete-write.js';
import { createOnce } from './create-once.js';
import { guardsOf } from './guards.js';
import { hookedWrites } from './hooked/hooked.js';
import { removeHooked } from './hooked/remove-hooked.js';
import { writeHooked } from './hooked/write-hooked.js';
import { marked } from './revision.js';
import { answered, planAnswer, storeChange } from './store-change.js';
import type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

export function createWrites(
  dependencies: DocumentsDependencies,
): Pick<Documents, 'create' | 'update' | 'delete'> {
  return {
    create(principal, mutation) {
      const { once, ...chosen } = chosenBy(principal, mutation);
      return once === undefined
        ? write(dependencies, principal, chosen)
        : createOnce(dependencies, principal, { ...chosen, once }, write);
    },
    update: (principal, mutation) => write(dependencies, principal, mutation),
    delete: (principal, mutation) => remove(dependencies, principal, mutation),
  };
}

async function write(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create | Update,
): Promise<Result<Answer>> {
  const addressed = await addressWrite(dependencies, principal, mutation);
  if (!addressed.ok) return addressed;
  const { type } = addressed.value.address;
  // Planned before the write, so that an invalid selection writes nothing.
  const plan = planAnswer(dependencies, principal, addressed.value.address, mutation.layer, mutation);
  if (!plan.ok) return plan;
  const completed = await completeWrite(dependencies, principal, mutation, addressed.value);
  if (!completed.ok) return completed;
  const { change, naming } = completed.value;
  const shown = type.draftAndPublish ? mutation.layer : 'published';
  // Code that writes single rows runs their hooks itself.
  const hooked = mutation.row === undefined ? hookedWrites(dependencies, type) : null;
  if (hooked !== null)
    return naming(
      await writeHooked(hooked, {
        principal,
        change,
        layer: shown,
        answer: plan.value,
        selection: mutation.answer,
      }),
    );
  const apply = (attempted: ValueChange) => {
    const guards = guardsOf(dependencies, principal, attempted, shown);
    return storeChange(dependencies, principal, attempted, plan.value, guards);
  };
  const written = await apply(change);
  // Most updates find their version. Only an update that does not is repeated with `checksExistence`, which loads the document.
  const missed =
    !written.ok &&
    written.failure.code === 'DOCUMENT.NOT_FOUND' &&
    mayMake(change) &&
    mutation.row === undefined;
  if (missed && expectsVersion(change)) return err(changed);
  const done = answered(missed ? await apply({ ...change, checksExistence: true }) : written, plan.value);
  return done.ok ? ok(marked(done.value, plan.value)) : naming(done);
}

async function remove(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Delete,
): Promise<Result<null>> {
  const addressed = await addressRemoval(dependencies, principal, mutation);
  if (!addressed.ok) return addressed;
  const change = addressed.value;
  const hooked = mutation.layer === undefined ? hookedWrites(dependencies, change.type) : null;
  if (hooked !== null) return removeHooked(hooked, principal, change);
  const guards = guardsOf(dependencies, principal, change, null);
  const removed = await storeChange(dependencies, principal, change, null, guards);
  return removed.ok ? ok(null) : removed;
}
