import type { Principal } from '../../domain/permission/permission.js';
import { mayMake, type Change } from '../../domain/plan/change.js';
import type { Mutation } from '../../domain/query/mutation.js';
import type { Layer } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import { admitsAll, type Admission } from '../admission/admission.js';
import type { WriteWork } from '../ports/document-store.js';
import { createPauses } from '../stores/in-turns.js';
import { addressMove, addressRemoval } from './address-change.js';
import { addressWrite, chosenBy, completeWrite, type CompletedWrite } from './complete-write.js';
import { guardsOf } from './guards.js';
import { hookedWrites } from './hooked/hooked.js';
import { workOf } from './store-change.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';
import { resolved, writeOne, type SingleWrites } from './write-in-turn.js';

/** A write that waits to be performed with others. */
interface Waiting extends Prepared {
  readonly mutation: Mutation;
  readonly work: WriteWork;
}

interface Prepared {
  readonly change: Change;
  /** The layer of which the writer is answered a version; null: none. */
  readonly answered: Layer | null;
  readonly naming: CompletedWrite['naming'];
}

/** The most writes that are performed together. Others wait meanwhile for the documents that they write and link. */
export const mostTogether = 500;

/**
 * Prepares writes one after the other, and performs those together that do not need what others of them have written. While some
 * are performed, the next are prepared.
 */
export const writeAll =
  (dependencies: DocumentsDependencies, single: SingleWrites): Documents['writeAll'] =>
  async (principal, steps) => {
    const { store, admission = admitsAll } = dependencies;
    const results: Result<string>[] = [];
    const isFailed = (): boolean => results.at(-1)?.ok === false;
    const documentIds: string[] = [];
    let waiting: Waiting[] = [];
    let writing = Promise.resolve();
    const perform = async (all: readonly Waiting[]): Promise<void> => {
      let group = all;
      let most = all.length;
      while (group.length > 0 && !isFailed()) {
        const works = group.slice(0, most).map(({ work }) => work);
        const written = await admission.write(principal.caller, () => store.writeAll(works));
        if (!written.ok) return void results.push(written);
        most *= 2;
        for (const [index, result] of written.value.entries()) {
          const one = group[index]!;
          const isMissed = !result.ok && result.failure.code === 'DOCUMENT.NOT_FOUND' && mayMake(one.change);
          // Those that follow a version that is not there are likely to miss theirs, and would all be loaded again for each.
          if (isMissed) most = 1;
          if (isMissed) results.push(await writeOne(single, principal, one.mutation));
          else results.push(result.ok ? ok(one.change.documentId) : one.naming(result));
        }
        group = group.slice(written.value.length);
      }
    };
    /** Begins to write what waits, after what is being written. */
    const begin = async (): Promise<void> => {
      await writing;
      const group = waiting;
      waiting = [];
      writing = perform(group);
      // It is awaited later, and fails there.
      writing.catch(() => {});
    };
    const write = async (): Promise<void> => {
      await begin();
      await writing;
    };
    const preparing = { ...dependencies, admission: after(write, admission) };
    const pause = createPauses();
    try {
      for (const step of steps) {
        await pause();
        const mutation = resolved(step, documentIds);
        const prepared = isAlone(dependencies, mutation)
          ? null
          : await prepare(preparing, principal, mutation);
        if (isFailed()) return results;
        if (prepared?.ok === true) {
          waiting.push(prepared.value);
          documentIds.push(prepared.value.change.documentId);
          if (waiting.length === mostTogether) await begin();
          continue;
        }
        await write();
        if (isFailed()) return results;
        const result = prepared ?? (await writeOne(single, principal, mutation));
        results.push(result);
        if (!result.ok) return results;
        documentIds.push(result.value);
      }
      await write();
      return results;
    } finally {
      // Nothing of it goes on after this.
      await writing.catch(() => {});
    }
  };

/**
 * Whether a write is performed by itself: code of the app may do anything around it, the server's own code writes single rows, a
 * writer who expects a version is told what it is, and the one document of a single type is found by a read.
 */
function isAlone(dependencies: DocumentsDependencies, mutation: Mutation): boolean {
  const type = contentTypeOf(dependencies.schema, mutation.type);
  const isOfRow = 'row' in mutation && mutation.row !== undefined;
  const expects = 'expected' in mutation && mutation.expected !== undefined;
  return isOfRow || expects || type.kind === 'singleType' || hookedWrites(dependencies, type) !== null;
}

/** Writes what waits before anything is read, so that each write reads what those before it have written. */
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
  mutation: Mutation,
): Promise<Result<Waiting>> {
  const prepared = await changeOf(dependencies, principal, mutation);
  if (!prepared.ok) return prepared;
  const { change, answered } = prepared.value;
  const guards = guardsOf(dependencies, principal, change, answered);
  const work = await workOf(dependencies, principal, change, { answer: null, guards, recorded: change });
  return work.ok ? ok({ ...prepared.value, mutation, work: work.value }) : work;
}

async function changeOf(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Mutation,
): Promise<Result<Prepared>> {
  switch (mutation.kind) {
    case 'create':
    case 'update': {
      const chosen = mutation.kind === 'create' ? chosenBy(principal, mutation) : mutation;
      const addressed = await addressWrite(dependencies, principal, chosen);
      if (!addressed.ok) return addressed;
      const completed = await completeWrite(dependencies, principal, chosen, addressed.value);
      if (!completed.ok) return completed;
      const { draftAndPublish } = addressed.value.address.type;
      return ok({ ...completed.value, answered: draftAndPublish ? mutation.layer : 'published' });
    }
    case 'delete': {
      const change = await addressRemoval(dependencies, principal, mutation);
      return change.ok ? ok({ change: change.value, answered: null, naming: asIs }) : change;
    }
    default: {
      const change = await addressMove(dependencies, principal, mutation);
      const answered = mutation.kind === 'publish' ? 'published' : 'draft';
      return change.ok ? ok({ change: change.value, answered, naming: asIs }) : change;
    }
  }
}

const asIs = <T>(result: Result<T>): Result<T> => result;
