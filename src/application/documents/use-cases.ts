import type { PlanBudget } from '../../domain/plan/plan-read.js';
import type { Limits, ReadPlan } from '../../domain/plan/read-plan.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Create, Delete, Transition, Update } from '../../domain/query/mutation.js';
import type { Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Relation, Schema } from '../../domain/schema/schema.js';
import type { Admission } from '../admission/admission.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentStore, ReadAnswer } from '../ports/document-store.js';
import type { Ids } from '../ports/ids.js';
import type { Locales } from '../ports/locales.js';
import type { PasswordHasher } from '../ports/password-hasher.js';

/** The use cases over documents: what REST, GraphQL, the app's own code and batch jobs call. */
export interface Documents {
  /** The documents that fit the query. */
  find(principal: Principal, query: Query): Promise<Result<Answer>>;
  /** One document (`query.documentId`, or the one of a single type), else `DOCUMENT.NOT_FOUND`. */
  findOne(principal: Principal, query: Query): Promise<Result<Answer>>;
  count(principal: Principal, query: Query): Promise<Result<number>>;
  /** The created document, as `mutation.answer` selects it. */
  create(principal: Principal, mutation: Create): Promise<Result<Answer>>;
  /** Also makes a translation that is not there yet, and the document of a single type. */
  update(principal: Principal, mutation: Update): Promise<Result<Answer>>;
  /** The published version becomes what the draft is. What is missing or out of bounds is `INPUT.INVALID`. */
  publish(principal: Principal, mutation: Transition & { kind: 'publish' }): Promise<Result<Answer>>;
  /** Removes the published version, if there is one; answers the draft. */
  unpublish(principal: Principal, mutation: Transition & { kind: 'unpublish' }): Promise<Result<Answer>>;
  /** The draft becomes what the published version is; without one `INPUT.MISMATCH`. Answers the draft. */
  discardDraft(
    principal: Principal,
    mutation: Transition & { kind: 'discardDraft' },
  ): Promise<Result<Answer>>;
  /** Succeeds also where there is no such document. */
  delete(principal: Principal, mutation: Delete): Promise<Result<null>>;
}

/** What was found, beside the plan that shaped it. One document is a list of one. */
export interface Answer {
  readonly answer: ReadAnswer;
  readonly plan: ReadPlan;
}

export interface DocumentsDependencies {
  readonly schema: Schema;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: PasswordHasher;
  /** Unless told, every code is a locale, and the schema says which is the default. */
  readonly locales?: Locales;
  /** Where who wrote what is recorded; nowhere unless told. */
  readonly audit?: Pick<AuditTrail, 'record'>;
  /** Shares the store among callers; runs everything at once by default. */
  readonly admission?: Admission;
  /** The relations that filters of any grants go through; by default those of the principal's own grants. */
  readonly decisive?: () => ReadonlySet<Relation>;
  /** How large an answer may grow; `defaultLimits` unless told. */
  readonly limits?: Limits;
  /** What plans may cost; unlimited by default. */
  readonly budget?: () => PlanBudget;
}
