import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import { buildSchema } from '../../domain/schema/build-schema.js';
import type { SchemaFile } from '../ports/schema-files.js';
import type { TypeBuilderDependencies } from './dependencies.js';
import type { Applied, TypesPlan } from './type-builder.js';

interface Change {
  readonly plan: TypesPlan;
  /** All files as they were. */
  readonly stored: readonly SchemaFile[];
  readonly accepted: readonly string[];
}

/**
 * Writes the files of a plan and has them served. If they cannot be served, the former files come back, unless the
 * database has already followed the new ones: then the former files would begin with empty attributes.
 */
export async function writeAndReload(
  dependencies: TypeBuilderDependencies,
  { plan, stored, accepted }: Change,
): Promise<Result<Applied['reloaded']>> {
  const { files, reload } = dependencies;
  let written: Result<void> = ok(undefined);
  const paths = plan.files.map(({ file }) => file);
  const reloaded = await reload.around(paths, accepted, async () => {
    written = await files.write(plan.files);
    return written.ok;
  });
  if (!written.ok) return written;
  if (reloaded.kind !== 'failed') return ok(reloaded.kind === 'served' ? 'served' : 'later');
  const { problem } = reloaded;
  const areKept = !(await fitsBefore(dependencies, stored)) || !(await putBack(dependencies, plan));
  const why = areKept ? reason('types.kept') : reason('types.back');
  return err(failure('INPUT.MISMATCH', why, { problem, areKept }));
}

/** Whether the database would change nothing for the files from before. */
async function fitsBefore(
  { files, store }: TypeBuilderDependencies,
  stored: readonly SchemaFile[],
): Promise<boolean> {
  const built = buildSchema(await files.sources(stored));
  if (!built.ok) return true;
  const changes = await store.plan(built.value);
  return changes.ok && changes.value.every(({ kind }) => kind === 'leftover');
}

const putBack = async ({ files }: TypeBuilderDependencies, plan: TypesPlan): Promise<boolean> => {
  const back = plan.files.map(({ file, before, after }) => ({ file, before: after, after: before }));
  return (await files.write(back)).ok;
};
