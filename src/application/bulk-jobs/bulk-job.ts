import type { Failure } from '../../domain/failure.js';
import type { Create, Delete, Transition, Update } from '../../domain/query/mutation.js';
import type { Query } from '../../domain/query/query.js';
import type { Action } from '../../domain/permission/permission.js';
import type { Planner } from '../access/planner.js';

/** What a job does with each document. */
export type JobChange =
  | Omit<Update, 'documentId' | 'row' | 'expected'>
  | Omit<Transition, 'documentId' | 'expected'>
  | Omit<Delete, 'documentId' | 'expected' | 'layer'>
  /** Makes a draft with the same content, or a document of a type without drafts. */
  | (Pick<Create, 'type' | 'locale'> & { readonly kind: 'duplicate' });

/** The action that a change needs a grant for. */
export const actionOf = ({ kind }: JobChange): Action => (kind === 'duplicate' ? 'create' : kind);

/** Which documents are meant, of those in the layer that is edited. */
export type JobMatch = Pick<Query, 'filters' | 'publication' | 'search'> & { readonly locale?: string };

/** `waiting`: no batch of it has begun. */
export const openJobStates = ['waiting', 'running'] as const;
/** `failed`: it could not go on; `problem` says why. What was done stays done. */
export const endJobStates = ['done', 'cancelled', 'failed'] as const;
export const jobStates = [...openJobStates, ...endJobStates] as const;

export type JobState = (typeof jobStates)[number];

/** A document that a job changes next. `label` null: who asked for the job does not find it. */
export interface ChosenDocument {
  readonly documentId: string;
  readonly label: string | null;
  /** The documentId of the copy that is made of it. */
  readonly copy?: string;
}

/** Why a document stays as it was. */
export interface JobRefusal {
  readonly documentId: string;
  readonly label: string;
  readonly failure: Failure;
}

/** A change of many documents, each by itself, that the servers make batch by batch. Times are ISO 8601 in UTC. */
export interface BulkJob {
  readonly documentId: string;
  readonly change: JobChange;
  readonly match: JobMatch;
  /** Instead of all that match: these, in their order, until it ends. */
  readonly documentIds: readonly string[] | null;
  /** How many documents are to be changed: no more are. At the end, how many there were. */
  readonly total: number;
  readonly state: JobState;
  /** On whose behalf it happens. */
  readonly planner: Planner;
  /** See `ownerOf`. */
  readonly owner: string;
  /** How many documents were changed. One that is changed twice, because a server stopped in between, counts once. */
  readonly done: number;
  readonly refused: number;
  /** The first of those that were refused. */
  readonly refusals: readonly JobRefusal[];
  readonly problem: Failure | null;
  /** The documentId of the last document that was handled; empty: none. */
  readonly cursor: string;
  /** What is being changed. It is written before the change begins, so that a server that goes on changes the same. */
  readonly batch: readonly ChosenDocument[];
  /** How often this batch has begun. */
  readonly attempts: number;
  /** From when on a server may take it: later than now while one has it. Null: it has ended. */
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Differs after each step. */
  readonly revision: string;
}

/** How many documents have been handled. */
export const handled = ({ done, refused }: Pick<BulkJob, 'done' | 'refused'>): number => done + refused;

export const isOpen = ({ state }: Pick<BulkJob, 'state'>): boolean =>
  (openJobStates as readonly JobState[]).includes(state);
