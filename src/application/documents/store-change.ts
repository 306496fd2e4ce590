import { isPlainObject } from '../../domain/document/plain-object.js';
import { isLogged } from '../../domain/change-log/is-logged.js';
import { notFound } from '../../domain/failure.js';
import { asAnswered, type Permission, type Principal } from '../../domain/permission/permission.js';
import { shownAfter } from '../../domain/permission/write-permission.js';
import type { Change } from '../../domain/plan/change.js';
import { requirementsOf } from '../../domain/plan/requirements-of.js';
import { planPermitted } from '../../domain/plan/plan-read.js';
import { planWrite } from '../../domain/plan/plan-write.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Create, Transition, Update } from '../../domain/query/mutation.js';
import type { Layer } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { admitsAll } from '../admission/admission.js';
import { writeEntry } from '../audit/audit-entry.js';
import { changeEntry } from '../change-log/change-entry.js';
import type { Clock } from '../ports/clock.js';
import { captureOf } from '../history/plan-capture.js';
import type { Capture, Guard, ReadAnswer, WriteWork } from '../ports/document-store.js';
import { measuringPlan } from '../observations/request-record.js';
import { localesOf, type Address } from './address.js';
import { countItems } from './complete-input.js';
import { defaultLimits } from './limits.js';
import type { Answer, DocumentsDependencies } from './use-cases.js';
import { withoutRevision } from './revision.js';
import { systemQuery } from './system-query.js';

/**
 * Plans the answer to the writer: the version in `layer`, with the fields of `mutation.answer`. Guards of the write decide
 * whether the writer may read it, unless `again` does, for what is answered without a write.
 */
export function planAnswer(
  dependencies: DocumentsDependencies,
  principal: Principal,
  { type, documentId, locale }: Address,
  layer: Layer,
  mutation: Create | Update | Transition,
  again?: Permission,
): Result<ReadPlan> {
  const { kind, locale: context } = mutation;
  const { fields, populate } = mutation.answer;
  const { schema, limits = defaultLimits, budget } = dependencies;
  const query = systemQuery(type.uid, {
    action: 'findOne',
    documentId,
    limit: 1,
    revision: true,
    // From a row of a type without drafts, relations lead to the versions of both layers.
    layer: 'row' in mutation && mutation.row !== undefined && !type.draftAndPublish ? 'any' : layer,
    locale: type.localized ? locale : (context ?? localesOf(dependencies).default),
    ...(fields !== undefined && { fields }),
    ...(populate !== undefined && { populate }),
  });
  const ofDraft = type.draftAndPublish && layer === 'draft' ? sentIn(mutation) : undefined;
  const reader = asAnswered(principal);
  const shown = again ?? { ...shownAfter(reader, kind, type.uid, ofDraft), filter: null };
  // The server would see attributes that a permission leaves out.
  const isBound = reader.kind === 'system' && shown.fields !== null;
  const client = isBound ? { ...reader, kind: 'public' as const } : reader;
  return measuringPlan(principal, () => planPermitted(schema, query, client, shown, limits, budget?.()));
}

/** The names of the attributes in the mutation's data. */
const sentIn = (mutation: Create | Update | Transition): ReadonlySet<string> =>
  new Set('data' in mutation && isPlainObject(mutation.data) ? Object.keys(mutation.data) : []);

/** Decides and applies a change in one transaction of the store, when it is the caller's turn. */
export async function storeChange(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
  answer: ReadPlan | null,
  guards: readonly Guard[],
): Promise<Result<ReadAnswer | null>> {
  const { admission = admitsAll } = dependencies;
  return admission.write(principal.caller, () =>
    applyChange(dependencies, principal, change, { answer, guards, recorded: change }),
  );
}

export interface Applying {
  readonly answer: ReadPlan | null;
  readonly guards: readonly Guard[];
  /** The change that the change log and the audit trail name; null: none. */
  readonly recorded: Change | null;
}

export async function applyChange(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
  applying: Applying,
): Promise<Result<ReadAnswer | null>> {
  const work = await workOf(dependencies, principal, change, applying);
  return work.ok ? dependencies.store.write(work.value) : work;
}

/** Returns the work of the store that applies the change. */
export async function workOf(
  { schema, store, clock, audit, keepsHistory }: DocumentsDependencies,
  principal: Principal,
  change: Change,
  { answer, guards, recorded }: Applying,
): Promise<Result<WriteWork>> {
  const isNew = change.kind === 'update' && change.checksExistence;
  const items = 'input' in change ? countItems(change.input, isNew) : 0;
  const reserved = items === 0 ? ok(0) : await store.reserveItemIds(items);
  if (!reserved.ok) return reserved;
  return ok({
    requirements: requirementsOf(
      schema,
      change,
      guards.some(({ when }) => when === 'before'),
    ),
    decide: (loaded) => {
      let next = reserved.value;
      return planWrite(schema, change, loaded, () => next++);
    },
    answer,
    guards,
    ...(recorded !== null &&
      isLogged(recorded.type) &&
      entriesOf(principal, recorded, timeOf(recorded, clock), audit)),
    ...(recorded !== null && keepsHistory === true && captured(captureOf(schema, recorded))),
  });
}

const captured = (capture: Capture | undefined): Pick<WriteWork, 'capture'> =>
  capture === undefined ? {} : { capture };

/** The time that a change writes to its versions. */
const timeOf = (change: Change, clock: Clock): string => ('now' in change ? change.now : clock.now());

const entriesOf = (
  principal: Principal,
  recorded: Change,
  at: string,
  audit: DocumentsDependencies['audit'],
): Pick<WriteWork, 'change' | 'entry'> => ({
  change: changeEntry(principal, recorded, at),
  ...(audit && { entry: writeEntry(principal, recorded, at) }),
});

export function answered(written: Result<ReadAnswer | null>, plan: ReadPlan): Result<Answer> {
  if (!written.ok) return written;
  const answer = written.value;
  if (answer === null || answer.size === 0) return err(notFound);
  return ok(withoutRevision(answer, plan));
}
