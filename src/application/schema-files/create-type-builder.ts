import { checkDepth } from '../../domain/document/validate-data.js';
import { Faults } from '../../domain/document/validation.js';
import { denied, failure, type Failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { internalTypes, typeArea } from '../../domain/schema/built-in-uids.js';
import { buildSchema } from '../../domain/schema/build-schema.js';
import { outlineOf, possibleRenames } from '../../domain/schema/possible-renames.js';
import type { SchemaEdit } from '../../domain/schema/schema-edit.js';
import type { SchemaFault } from '../../domain/schema/schema-source.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { SchemaFile, SchemaFiles } from '../ports/schema-files.js';
import type { SchemaChange, SchemaStore } from '../ports/schema-store.js';
import { applyEdits } from './apply-edits.js';
import type { TypeBuilderDependencies } from './dependencies.js';
import { dropLeftover } from './drop-leftover.js';
import { definitionIn, EditedFiles } from './edited-files.js';
import type { Applied, ApplyRequest, TypeBuilder, TypesPlan, TypesState } from './type-builder.js';
import { writeAndReload } from './write-and-reload.js';

interface Planned {
  readonly plan: TypesPlan;
  readonly stored: readonly SchemaFile[];
  /** Possible renames that whoever applies the plan has decided on. */
  readonly accepted: readonly string[];
}

export function createTypeBuilder(dependencies: TypeBuilderDependencies): TypeBuilder {
  let isApplying = false;
  const apply = async (principal: Principal, request: ApplyRequest): Promise<Result<Applied>> => {
    const planned = await planFor(dependencies, principal, request.edits);
    if (!planned.ok) return planned;
    const { plan } = planned.value;
    const refusal = refusalOf(plan, request.revision);
    if (refusal !== null) return err(refusal);
    const written = await writeAndReload(dependencies, planned.value);
    const names = plan.files.map(({ file }) => file);
    const outcome = written.ok ? 'done' : 'refused';
    await dependencies.audit?.record(principal, { action: 'update', outcome, subject: 'types', names });
    return written.ok ? ok({ files: names, reloaded: written.value }) : written;
  };
  return {
    async read(principal) {
      if (!mayWithAll(principal, 'find', typeArea)) return err(denied);
      const stored = await dependencies.files.read();
      return stored.ok ? ok(await stateOf(dependencies, principal, stored.value, stored.value)) : stored;
    },
    async plan(principal, edits) {
      if (!mayWithAll(principal, 'find', typeArea)) return err(denied);
      const planned = await planFor(dependencies, principal, edits);
      return planned.ok ? ok(planned.value.plan) : planned;
    },
    async apply(principal, request) {
      if (!mayWithAll(principal, 'update', typeArea)) return err(denied);
      if (isApplying) return err(conflict(reason('types.busy')));
      isApplying = true;
      try {
        return await apply(principal, request);
      } finally {
        isApplying = false;
      }
    },
    async leftovers(principal) {
      return mayWithAll(principal, 'find', typeArea) ? dependencies.store.leftovers() : err(denied);
    },
    drop: (principal, request) => dropLeftover(dependencies, principal, request),
  };
}

async function stateOf(
  { files, schema }: TypeBuilderDependencies,
  principal: Principal,
  stored: readonly SchemaFile[],
  current: readonly SchemaFile[],
): Promise<TypesState> {
  const shapes = current.filter(({ holds }) => holds === 'schema');
  const layouts = new Map(current.filter(({ holds }) => holds === 'layout').map((file) => [file.uid, file]));
  const own = new Set(shapes.map(({ uid }) => uid));
  const builtIns = [...schema.contentTypes.values()].filter(
    ({ uid, exposed }) => !exposed && !own.has(uid) && !internalTypes.has(uid),
  );
  const mayChange = mayWithAll(principal, 'update', typeArea);
  return {
    revision: files.revisionOf(stored),
    fixed: (await files.whyFixed()) ?? (mayChange ? null : 'right'),
    shapes: shapes.map((file) => {
      const { uid, shaped, file: path } = file;
      const layout = layouts.get(uid);
      return {
        uid,
        shaped,
        file: path,
        definition: definitionIn(file) ?? null,
        layout: layout === undefined ? null : { file: layout.file, definition: definitionIn(layout) ?? null },
      };
    }),
    builtIns: builtIns.map(({ uid, displayName }) => ({ uid, displayName })),
  };
}

async function planFor(
  dependencies: TypeBuilderDependencies,
  principal: Principal,
  edits: readonly SchemaEdit[],
): Promise<Result<Planned>> {
  const { files, store, isTransient, mentionsOf } = dependencies;
  const tooDeep = depthFailure(edits);
  if (tooDeep !== null) return err(tooDeep);
  const stored = await files.read();
  if (!stored.ok) return stored;
  const edited = new EditedFiles(stored.value, files);
  applyEdits(edited, edits);
  const state = await stateOf(dependencies, principal, stored.value, edited.current);
  const built = buildSchema(await files.sources(edited.current));
  const faults = [
    ...edited.faults,
    ...(built.ok ? [] : ((built.failure.details?.['faults'] ?? []) as readonly SchemaFault[])),
    ...(await foldersInUse(files, edited)),
  ];
  const plan = {
    ...state,
    faults,
    files: edited.changes(),
    changes: [],
    renames: [],
    mentions: edited.mentions,
    isTransient,
  };
  if (!built.ok || faults.length > 0) return ok({ plan, stored: stored.value, accepted: [] });
  if (plan.files.length === 0) return ok({ plan, stored: stored.value, accepted: [] });
  const changes = await newChanges(store, built.value);
  if (!changes.ok) return changes;
  const mentions = await mentionsOf(principal, built.value);
  if (!mentions.ok) return mentions;
  const former = buildSchema(await files.sources(stored.value));
  const served = outlineOf(dependencies.schema);
  const renames = possibleRenames(former.ok ? outlineOf(former.value) : served, built.value);
  return ok({
    plan: {
      ...plan,
      changes: changes.value.map(said),
      renames,
      mentions: [...edited.mentions, ...mentions.value],
    },
    stored: stored.value,
    accepted: possibleRenames(served, built.value),
  });
}

/** What writes and checks files recurses. */
function depthFailure(edits: readonly SchemaEdit[]): Failure | null {
  const faults = new Faults();
  checkDepth(edits, faults);
  return faults.failure();
}

/** A content-type is its folder: what else is in it would be left without a schema. */
async function foldersInUse(files: SchemaFiles, edited: EditedFiles): Promise<readonly SchemaFault[]> {
  const gone = edited.changes().filter(({ after }) => after === null);
  const removed = gone.filter(({ file }) => file.endsWith('/schema.json'));
  const faults: SchemaFault[] = [];
  for (const { file } of removed) {
    const found = await files.besides(file);
    const layout = files.layoutPathOf(file);
    const others = gone.some((one) => one.file === layout)
      ? found.filter((one) => !layout.endsWith(`/${one}`))
      : found;
    if (others.length > 0)
      faults.push({
        file,
        path: '',
        message: `cannot be removed, as there is ${others.join(', ')} beside it: move or remove that first`,
      });
  }
  return faults;
}

/** Leftovers from before are no matter of the edits. */
async function newChanges(store: SchemaStore, schema: Schema): Promise<Result<readonly SchemaChange[]>> {
  const now = await store.status();
  if (!now.ok) return now;
  const planned = await store.plan(schema);
  if (!planned.ok) return planned;
  const known = new Set(now.value.filter(({ kind }) => kind === 'leftover').map(({ name }) => name));
  return ok(planned.value.filter(({ kind, name }) => kind !== 'leftover' || !known.has(name)));
}

const conflict = (why: Reason): Failure => failure('STORE.CONFLICT', why);
const noChange = failure('INPUT.INVALID', reason('types.noChange'));

const whyFixed: Readonly<Record<NonNullable<TypesPlan['fixed']>, Reason>> = {
  production: reason('types.production'),
  compiled: reason('types.compiled'),
  unwritable: reason('types.unwritable'),
  right: reason('types.right'),
};

function refusalOf(plan: TypesPlan, revision: string): Failure | null {
  const { fixed, faults, files, changes } = plan;
  if (fixed !== null) return failure('INPUT.MISMATCH', whyFixed[fixed], { fixed });
  if (plan.revision !== revision) return conflict(reason('types.changed'));
  if (faults.length > 0) return failure('INPUT.INVALID', reason('types.faults'), { faults });
  const unsafe = changes.filter(({ kind }) => kind === 'unsafe');
  if (unsafe.length > 0) return failure('INPUT.MISMATCH', reason('types.content'), { changes: unsafe });
  return files.length === 0 ? noChange : null;
}

/** What a plan says of a change. */
const said = ({ kind, name, message }: SchemaChange): SchemaChange => ({ kind, name, message });
