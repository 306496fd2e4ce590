import type { Input } from '../../domain/document/input.js';
import type { Revision } from '../../domain/document/revision.js';
import type { PlanBudget } from '../../domain/plan/plan-read.js';
import type { Limits, ReadPlan } from '../../domain/plan/read-plan.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Create, Delete, Mutation, Transition, Update } from '../../domain/query/mutation.js';
import type { AggregateFunction, AggregateQuery } from '../../domain/query/aggregate.js';
import type { Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { ContentType, Json, Relation, Schema } from '../../domain/schema/schema.js';
import type { Admission } from '../admission/admission.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { ChangeLog } from '../ports/change-log.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentStore, ReadAnswer } from '../ports/document-store.js';
import type { Ids } from '../ports/ids.js';
import type { Locales } from '../ports/locales.js';
import type { CursorCodec } from '../ports/cursor-codec.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { Onces } from './onces.js';
import type { RowHooks } from './row-hooks.js';

/** The use cases of documents, called by REST, GraphQL, app code and batch jobs. */
export interface Documents {
  /** Returns the documents that match the query. */
  find(principal: Principal, query: Query): Promise<Result<Answer>>;
  /**
   * Returns one document: that of `query.documentId`, or that of a single type. Fails with `DOCUMENT.NOT_FOUND` if
   * there is none.
   */
  findOne(principal: Principal, query: Query): Promise<Result<Answer>>;
  count(principal: Principal, query: Query): Promise<Result<number>>;
  /**
   * Computes groups of the documents that `find` would return. Fails with `DOCUMENT.NOT_FOUND` where code of the app runs
   * around reads of the type, because it might hide or change what is aggregated.
   */
  aggregate(principal: Principal, query: AggregateQuery): Promise<Result<Aggregate>>;
  /** Returns the new document, in the shape of `mutation.answer`. */
  create(principal: Principal, mutation: Create): Promise<Result<Answer>>;
  /**
   * Writes documents as the use cases of one do one after the other, and returns their documentIds: a result for each, up to the
   * first failure, and those that failed together with it (`DocumentStore.writeAll`). They take effect together only in a unit of
   * work. `mutation.answer` selects the documentId.
   */
  writeAll(principal: Principal, steps: readonly WriteStep[]): Promise<readonly Result<string>[]>;
  /**
   * Locks the documents that the writes name, for the rest of the current unit of work, in the order in which single writes lock
   * theirs. Locks none that the principal may not write or link. Fails only as the store does: what is wrong with a write is told
   * by the write itself. `mutations` is not called if the store needs no locks.
   */
  lock(principal: Principal, mutations: () => Promise<readonly Mutation[]>): Promise<Result<null>>;
  /** Fails as a write of the input would, if it links what the principal may not link. For code that writes for somebody. */
  checkLinks(principal: Principal, type: ContentType, input: Input): Promise<Result<null>>;
  /** Also creates a missing translation, and the document of a single type. */
  update(principal: Principal, mutation: Update): Promise<Result<Answer>>;
  /**
   * Copies the draft to the published version. Fails with `INPUT.INVALID` if a required value is missing or a value is
   * out of bounds. Returns the published version.
   */
  publish(principal: Principal, mutation: Transition & { kind: 'publish' }): Promise<Result<Answer>>;
  /** Removes the published version, if there is one. Returns the draft. */
  unpublish(principal: Principal, mutation: Transition & { kind: 'unpublish' }): Promise<Result<Answer>>;
  /** Copies the published version to the draft; fails with `INPUT.MISMATCH` if there is none. Returns the draft. */
  discardDraft(
    principal: Principal,
    mutation: Transition & { kind: 'discardDraft' },
  ): Promise<Result<Answer>>;
  /** Succeeds if the document does not exist. */
  delete(principal: Principal, mutation: Delete): Promise<Result<null>>;
}

/** One of several writes. */
export interface WriteStep {
  readonly mutation: Mutation;
  /** Returns the mutation to perform instead, which may link what the steps before it have written. */
  readonly resolve?: (documentIds: readonly string[]) => Mutation;
}

/** An answer of the store with the plan that shaped it. A single document is a list of one. */
export interface Answer {
  readonly answer: ReadAnswer;
  readonly plan: ReadPlan;
  /** Of the document that was written, or read with `Query.revision`. */
  readonly revision?: Revision;
  /**
   * Absent unless the plan reads only values that every write of the version moves the revision for: two answers with the
   * same revision and the same mark are the same. Without relations, components, and hooks of the app for reads.
   */
  readonly mark?: string;
  /** Whether the content was left unread, as `Query.revision` asks for. */
  readonly unread?: boolean;
  /** Of a page that was asked for with `Query.cursor`. */
  readonly cursors?: PageCursors;
}

/** The groups of a page, and the number of groups on all pages. */
export interface Aggregate {
  readonly groups: readonly Group[];
  readonly total: number;
}

/** The group's keys by attribute, the number of its documents, and its values by function and attribute. */
export type Group = { readonly group: Values; readonly count?: number } & {
  readonly [name in AggregateFunction]?: Values;
};

type Values = { readonly [attribute: string]: Json };

/** The cursors of the first and the last row of a page; null if it is empty. */
export interface PageCursors {
  readonly start: string | null;
  readonly end: string | null;
  /** Forward from a cursor, there is the row that it names, as far as anybody knows. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

export interface DocumentsDependencies {
  readonly schema: Schema;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: PasswordHasher;
  /** Absent: lists have no cursors. */
  readonly cursors?: CursorCodec;
  /** Absent: every code is a locale, and the schema's default locale is used. */
  readonly locales?: Locales;
  /** The audit trail; absent: refusals are not recorded. */
  readonly audit?: Pick<AuditTrail, 'record'>;
  /** Shares the store among callers; absent: everything runs at once. */
  readonly admission?: Admission;
  /** The relations that filters of any grants go through; absent: those of the principal's own grants. */
  readonly decisive?: () => ReadonlySet<Relation>;
  /** The maximum size of an answer; absent: `defaultLimits`. */
  readonly limits?: Limits;
  /** Groups of fewer documents are left out of aggregates; absent: 1. */
  readonly minGroupSize?: number;
  /** The maximum cost of a plan; absent: unlimited. */
  readonly budget?: () => PlanBudget;
  /** Absent: a write that expected another revision is not told what has changed. */
  readonly changes?: Pick<ChangeLog, 'read' | 'start' | 'end'>;
  /** Whether writes capture versions of types with a history; absent: no. */
  readonly keepsHistory?: boolean;
  /** Absent: no mutation may have `once`. */
  readonly onces?: Onces;
  /** Code of the app that runs around reads and writes of rows, in units of work of the store. */
  readonly hooked?: { readonly hooks: RowHooks; readonly units: UnitsOfWork };
}
