import type { Principal } from '../../domain/permission/permission.js';
import type { Create } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import { admitsAll, type Admission } from '../admission/admission.js';
import type { WriteWork } from '../ports/document-store.js';
import { createPauses } from '../stores/in-turns.js';
import { addressWrite, chosenBy, completeWrite, type CompletedWrite } from './complete-write.js';
import { createOne } from './create-each.js';
import { guardsOf } from './guards.js';
import { hookedWrites } from './hooked/hooked.js';
import { workOf } from './store-change.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';

/** A create that waits to be written with others. */
interface Waiting extends Pick<CompletedWrite, 'naming'> {
  readonly documentId: string;
  readonly work: WriteWork;
}

/** Prepares creates one after the other, and writes those together that do not need what others of them have written. */
export const createAll =
  (dependencies: DocumentsDependencies, create: Documents['create']): Documents['createAll'] =>
  async (principal, mutations) => {
    const { schema, store, admission = admitsAll } = dependencies;
    const results: Result<string>[] = [];
    const isFailed = (): boolean => results.at(-1)?.ok === false;
    let waiting: Waiting[] = [];
    const write = async (): Promise<void> => {
      const group = waiting;
      waiting = [];
      if (group.length === 0 || isFailed()) return;
      const works = group.map(({ work }) => work);
      const written = await admission.write(principal.caller, () => store.writeAll(works));
      if (!written.ok) return void results.push(written);
      for (const [index, result] of written.value.entries()) {
        const { naming, documentId } = group[index]!;
        results.push(result.ok ? ok(documentId) : naming(result));
      }
    };
    const preparing = { ...dependencies, admission: after(write, admission) };
    const pause = createPauses();
    for (const mutation of mutations) {
      await pause();
      // Code of the app may do anything around a write.
      const isHooked = hookedWrites(dependencies, contentTypeOf(schema, mutation.type)) !== null;
      const prepared = isHooked ? null : await prepare(preparing, principal, mutation);
      if (prepared?.ok === true) waiting.push(prepared.value);
      else {
        await write();
        if (isFailed()) return results;
        results.push(prepared ?? (await createOne(create, principal, mutation)));
      }
      if (isFailed()) return results;
    }
    await write();
    return results;
  };

/** Writes what waits before anything is read, so that each create reads what those before it have written. */
const after = (write: () => Promise<void>, admission: Admission): Admission => ({
  ...admission,
  async read(caller, plan, work) {
    await write();
    return admission.read(caller, plan, work);
  },
  async write(caller, work) {
    await write();
    return admission.write(caller, work);
  },
});

async function prepare(
  dependencies: DocumentsDependencies,
  principal: Principal,
  given: Create,
): Promise<Result<Waiting>> {
  const mutation = chosenBy(principal, given);
  const addressed = await addressWrite(dependencies, principal, mutation);
  if (!addressed.ok) return addressed;
  const { type, documentId } = addressed.value.address;
  const completed = await completeWrite(dependencies, principal, mutation, addressed.value);
  if (!completed.ok) return completed;
  const { change, naming } = completed.value;
  const guards = guardsOf(
    dependencies,
    principal,
    change,
    type.draftAndPublish ? mutation.layer : 'published',
  );
  const work = await workOf(dependencies, principal, change, { answer: null, guards, recorded: change });
  return work.ok ? ok({ documentId, work: work.value, naming }) : work;
}
