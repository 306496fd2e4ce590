import type { Action, GrantedAction, Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { ReportDenied } from '../access/report-denied.js';
import type { Documents } from '../documents/use-cases.js';
import type { AuditTrail } from './audit-trail.js';

type Recorder = Pick<AuditTrail, 'record'>;

const reads: ReadonlySet<GrantedAction> = new Set(['find', 'findOne', 'findDrafts']);

const isKnown = ({ kind }: Principal): boolean =>
  kind === 'token' || kind === 'user' || kind === 'administrator';

/** Where refusals are reported. */
export interface RefusalReports {
  readonly audit?: Recorder | undefined;
  /** The log, in development. */
  readonly reportDenied?: ReportDenied | undefined;
}

/** Reports a refusal that happens before a use case of documents is called. Those report their own refusals. */
export async function reportRefusal(
  { audit, reportDenied }: RefusalReports,
  principal: Principal,
  refused: Refused,
): Promise<void> {
  reportDenied?.(principal, refused.action, refused.type);
  if (audit !== undefined) await recordRefusal(audit, principal, refused);
}

export interface Refused {
  readonly action: GrantedAction;
  readonly type: string;
  readonly documentId?: string | undefined;
}

/** Records that a write was refused, for tokens, users and administrators only: anonymous clients could fill the trail. */
export async function recordRefusal(
  audit: Recorder,
  principal: Principal,
  { action, type, documentId }: Refused,
): Promise<void> {
  if (reads.has(action) || !isKnown(principal)) return;
  const about = documentId === undefined ? {} : { documentId };
  await audit.record(principal, { action, outcome: 'refused', type, ...about });
}

/** Wraps the use cases to record refused writes. */
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
    async writeAll(principal, steps) {
      const results = await documents.writeAll(principal, steps);
      for (const [index, result] of results.entries()) {
        const { kind, ...refused } = steps[index]!.mutation;
        if (!result.ok && result.failure.code === 'POLICY.DENIED')
          await recordRefusal(audit, principal, { action: kind, ...refused });
      }
      return results;
    },
    update: recording(documents.update),
    publish: recording(documents.publish),
    unpublish: recording(documents.unpublish),
    discardDraft: recording(documents.discardDraft),
    delete: recording(documents.delete),
  };
}
