import type { Action, Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { TellDenied } from '../access/tell-denied.js';
import type { Documents } from '../documents/use-cases.js';
import type { AuditTrail } from './audit-trail.js';

type Recorder = Pick<AuditTrail, 'record'>;

const reads: ReadonlySet<Action> = new Set(['find', 'findOne', 'findDrafts']);

/** Where refusals are reported. */
export interface RefusalReports {
  readonly audit?: Recorder | undefined;
  /** In development: the log. */
  readonly tellDenied?: TellDenied | undefined;
}

/** Reports that the policy refused something before any use case of documents, which report their own refusals. */
export async function reportRefusal(
  { audit, tellDenied }: RefusalReports,
  principal: Principal,
  refused: Refused,
): Promise<void> {
  tellDenied?.(principal, refused.action, refused.type);
  if (audit !== undefined) await recordRefusal(audit, principal, refused);
}

export interface Refused {
  readonly action: Action;
  readonly type: string;
  readonly documentId?: string | undefined;
}

/**
 * Keeps that somebody was not allowed to write. Of tokens and users only: whoever has neither could fill the trail.
 */
export async function recordRefusal(
  audit: Recorder,
  principal: Principal,
  { action, type, documentId }: Refused,
): Promise<void> {
  if (reads.has(action) || (principal.kind !== 'token' && principal.kind !== 'user')) return;
  const about = documentId === undefined ? {} : { documentId };
  await audit.record(principal, { action, outcome: 'refused', type, ...about });
}

/** The use cases, where what the policy refuses is kept too. */
export function recordingRefusals(documents: Documents, audit: Recorder): Documents {
  const recording =
    <M extends { readonly kind: Action; readonly type: string; readonly documentId?: string }, T>(
      work: (principal: Principal, mutation: M) => Promise<Result<T>>,
    ) =>
    async (principal: Principal, mutation: M): Promise<Result<T>> => {
      const done = await work(principal, mutation);
      if (!done.ok && done.failure.code === 'POLICY.DENIED')
        await recordRefusal(audit, principal, { action: mutation.kind, ...mutation });
      return done;
    };
  return {
    ...documents,
    create: recording(documents.create),
    update: recording(documents.update),
    publish: recording(documents.publish),
    unpublish: recording(documents.unpublish),
    discardDraft: recording(documents.discardDraft),
    delete: recording(documents.delete),
  };
}
