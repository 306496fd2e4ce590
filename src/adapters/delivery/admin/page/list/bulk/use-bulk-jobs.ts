import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BulkJob } from '../../../contract/lists.js';
import { request } from '../../session/api.js';
import { openKept } from '../../session/kept.js';
import { useSession } from '../../session/session.js';

interface OwnJobs {
  /** Those that are under way, and the last that was, until it is put away. */
  readonly shown: readonly BulkJob[];
  readonly begun: (job: BulkJob) => void;
  readonly cancel: (job: BulkJob) => Promise<void>;
  /** Shows a job that has ended no longer. */
  readonly putAway: () => void;
}

const isOpen = ({ endedAt }: BulkJob): boolean => endedAt === null;
const none: readonly BulkJob[] = [];

/** Milliseconds until it is asked for again: more, the longer it takes. */
const pauseFor = (jobs: readonly BulkJob[]): number => {
  const left = Math.max(...jobs.map(({ total, done, refused }) => total - done - refused));
  return Math.min(5000, 1000 + left / 10);
};

/** What servers do for this administrator with entries of a content-type, whichever window it was begun in. */
export function useBulkJobs(uid: string, changed: () => Promise<void>): OwnJobs {
  const client = useQueryClient();
  const [last, setLast] = useLast(uid);
  const isAtStart = useSession().bulkJobs.includes(uid);
  const key = ['bulk-jobs', uid];
  const { data: jobs = none } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const path = `bulk-jobs?uid=${encodeURIComponent(uid)}`;
      return (await request<{ data: readonly BulkJob[] }>('GET', path, { signal })).data;
    },
    // Most lists have none, and make no request for it.
    enabled: last !== null || isAtStart,
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
    const now = jobs.filter(isOpen).map(({ documentId }) => documentId);
    watched.current = new Set(now);
    if (now[0] !== undefined) setLast(now[0]);
    if (isOver) void changed();
  }, [jobs, changed, setLast]);
  return {
    shown: [...jobs.filter((job) => !isOpen(job) && job.documentId === last), ...open],
    begun(job) {
      setLast(job.documentId);
      client.setQueryData<readonly BulkJob[]>(key, (earlier = none) => [job, ...earlier]);
    },
    async cancel({ documentId }) {
      // Where it fails the job goes on to be shown.
      await request('POST', `bulk-jobs/${documentId}/cancel`, { body: {} }).catch(() => undefined);
      await client.invalidateQueries({ queryKey: key });
    },
    putAway: () => setLast(null),
  };
}

/** The documentId of the last job that was seen under way, in this browser; null: it was put away. */
function useLast(uid: string): readonly [string | null, (documentId: string | null) => void] {
  const { documentId: person } = useSession().administrator;
  const kept = useMemo(
    () => openKept(person, ['bulk-job', uid], (given) => (typeof given === 'string' ? given : null)),
    [person, uid],
  );
  const [last, setLast] = useState(() => kept.read());
  useEffect(() => {
    const read = (): void => setLast(kept.read());
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [kept]);
  const set = useMemo(
    () => (documentId: string | null) => {
      kept.write(documentId);
      setLast(documentId);
    },
    [kept],
  );
  return [last, set];
}
