import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BulkJob } from '../../../contract/lists.js';
import { request } from '../../session/api.js';
import { openKept } from '../../session/kept.js';
import { useSession } from '../../session/session.js';

interface OwnJobs {
  /** Those that are under way, and the latest if it has ended and was not put away. */
  readonly shown: readonly BulkJob[];
  readonly begun: (job: BulkJob) => void;
  readonly cancel: (job: BulkJob) => Promise<void>;
  /** Shows a job that has ended no longer, in this browser. */
  readonly putAway: (job: BulkJob) => void;
}

const isOpen = ({ endedAt }: BulkJob): boolean => endedAt === null;
const none: readonly BulkJob[] = [];

/** Milliseconds until it is asked for again: more, the longer it takes. */
const pauseFor = (jobs: readonly BulkJob[]): number => {
  const left = Math.max(...jobs.map(({ total, done, refused }) => total - done - refused));
  return Math.min(5000, 1000 + left / 10);
};

/** What servers do for this administrator with entries of a content-type, in this window or in others. */
export function useBulkJobs(uid: string, changed: () => Promise<void>): OwnJobs {
  const client = useQueryClient();
  const { administrator } = useSession();
  const kept = useMemo(
    () =>
      openKept(administrator.documentId, ['bulk-job', uid], (given) =>
        typeof given === 'string' ? given : null,
      ),
    [administrator.documentId, uid],
  );
  const [away, setAway] = useState(() => kept.read());
  const key = ['bulk-jobs', uid];
  const { data: jobs = none } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (
        await request<{ data: readonly BulkJob[] }>('GET', `bulk-jobs?uid=${encodeURIComponent(uid)}`, {
          signal,
        })
      ).data,
    refetchInterval: ({ state }) => {
      const open = (state.data ?? none).filter(isOpen);
      return open.length > 0 && pauseFor(open);
    },
    refetchOnWindowFocus: true,
  });
  const open = jobs.filter(isOpen);
  const watched = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const isOver = jobs.some((job) => !isOpen(job) && watched.current.has(job.documentId));
    watched.current = new Set(jobs.filter(isOpen).map(({ documentId }) => documentId));
    if (isOver) void changed();
  }, [jobs, changed]);
  const put = (job: BulkJob): void =>
    void client.setQueryData<readonly BulkJob[]>(key, (earlier = none) => [
      job,
      ...earlier.filter(({ documentId }) => documentId !== job.documentId),
    ]);
  const [latest] = jobs;
  const isShown = latest !== undefined && !isOpen(latest) && latest.documentId !== away;
  return {
    shown: isShown ? [latest, ...open] : open,
    begun: put,
    async cancel({ documentId }) {
      await request('POST', `bulk-jobs/${documentId}/cancel`, { body: {} }).catch(() => undefined);
      await client.invalidateQueries({ queryKey: key });
    },
    putAway({ documentId }) {
      kept.write(documentId);
      setAway(documentId);
    },
  };
}
