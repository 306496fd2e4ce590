import type { Limits, ReadPlan } from '../../domain/plan/read-plan.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Mutation } from '../../domain/query/mutation.js';
import type { Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentStore, ReadAnswer } from '../ports/document-store.js';
import type { Ids } from '../ports/ids.js';
import type { PasswordHasher } from '../ports/password-hasher.js';

/** The use cases over documents: what REST, GraphQL, the app's own code and batch jobs call. */
export interface Documents {
  /** The documents that fit the query. */
  find(principal: Principal, query: Query): Promise<Result<Answer>>;
  /** One document (`query.documentId`), else `DOCUMENT.NOT_FOUND`. */
  findOne(principal: Principal, query: Query): Promise<Result<Answer>>;
  count(principal: Principal, query: Query): Promise<Result<number>>;
  /** The created document, as `mutation.answer` selects it. */
  create(principal: Principal, mutation: Mutation & { kind: 'create' }): Promise<Result<Answer>>;
  update(principal: Principal, mutation: Mutation & { kind: 'update' }): Promise<Result<Answer>>;
  /** Succeeds also where there is no such document. */
  delete(principal: Principal, mutation: Mutation & { kind: 'delete' }): Promise<Result<null>>;
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
  /** How large an answer may grow; `defaultLimits` unless told. */
  readonly limits?: Limits;
}
