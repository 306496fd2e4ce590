import { lazy, useState } from 'react';
import type { BulkAction, BulkRefusal } from '../../../contract/lists.js';
import type { WireType } from '../../../contract/types.js';
import { formatNumber, say } from '../../messages/messages.js';
import { usualLocale } from '../../session/locales.js';
import { useSession } from '../../session/session.js';
import { Later } from '../../ui/later.js';
import type { ListSearch } from '../list-search.js';
import { countOf, type Selection } from '../selection.js';
import type { CountedTotal } from '../use-rows.js';
import { JobStrip } from './job-strip.js';
import type { BulkTask } from './send-change.js';
import { settableOf } from './settable.js';
import { useBulkJobs } from './use-bulk-jobs.js';

const ReleaseDialog = lazy(() => import('./release-dialog.js'));
const BulkDialog = lazy(() => import('./bulk-dialog.js'));

/** All of a release happens in one transaction. */
const mostInRelease = 200;

interface Props {
  readonly type: WireType;
  readonly search: ListSearch;
  readonly selection: Selection;
  readonly counted: CountedTotal;
  /** How many rows are shown. */
  readonly shown: number;
  /** Whether all rows of the page are chosen. */
  readonly isPage: boolean;
  /** Runs when entries may have changed. */
  readonly changed: () => Promise<void>;
  /** Where the focus goes when this bar goes. */
  readonly leave: () => void;
  readonly exportRows: () => void;
}

/** What can be done with the entries that are chosen. */
export function BulkBar({
  type,
  search,
  selection,
  counted,
  shown,
  isPage,
  changed,
  leave,
  exportRows,
}: Props) {
  const session = useSession();
  const jobs = useBulkJobs(type.uid, changed);
  const [isReleasing, setReleasing] = useState(false);
  const [task, setTask] = useState<BulkTask | null>(null);
  const { chosen } = selection;
  const total = counted.total?.total ?? shown;
  const isAbout = counted.total?.isEstimate === true;
  const count = countOf(chosen, total);
  const chooseAll = async (): Promise<void> => {
    // No more are changed than were shown to match, so they are counted first.
    if (isAbout && (await counted.countExactly()) === undefined) return;
    selection.chooseAll();
  };
  const rights = session.rights[type.uid] ?? {};
  const offered: readonly BulkAction[] = [
    ...(type.draftAndPublish && rights.publish ? (['publish'] as const) : []),
    ...(type.draftAndPublish && rights.unpublish ? (['unpublish'] as const) : []),
    ...(settableOf(type, session.rights).length > 0 ? (['set'] as const) : []),
    ...(rights.create ? (['duplicate'] as const) : []),
    ...(rights.delete ? (['delete'] as const) : []),
  ];
  const released = (['publish', 'unpublish'] as const).filter((one) => offered.includes(one));
  const clear = (): void => {
    leave();
    selection.clear();
  };
  const select = (refused: readonly BulkRefusal[]): void =>
    selection.choose(new Map(refused.map(({ documentId, label }) => [documentId, label])));
  return (
    <>
      {jobs.shown.map((job) => (
        <JobStrip
          key={job.documentId}
          job={job}
          cancel={() => void jobs.cancel(job)}
          putAway={() => {
            leave();
            jobs.putAway();
            if (job.refusals.length > 0 && (job.locale ?? undefined) === search.locale) select(job.refusals);
          }}
        />
      ))}
      <section className="bulk" aria-label={say('bulk.label')}>
        <div>
          <span role="status">{count > 0 && say('bulk.chosen', { count, shown: formatNumber(count) })}</span>
          {count > 0 && !isPage && (
            <button type="button" className="button quiet" onClick={() => selection.togglePage(true)}>
              {say('bulk.page')}
            </button>
          )}
          {count > 0 && chosen.kind === 'some' && total > count && (
            <button
              type="button"
              className="button quiet"
              disabled={counted.isCounting}
              onClick={() => void chooseAll()}
            >
              {say(isAbout ? 'bulk.allAbout' : 'bulk.all', { shown: formatNumber(total) })}
            </button>
          )}
        </div>
        {count > 0 && (
          <div>
            {offered.map((one) => (
              <button
                key={one}
                type="button"
                className={`button ${one === 'delete' ? 'danger' : ''}`}
                aria-haspopup="dialog"
                onClick={() => setTask({ uid: type.uid, search, chosen, count, action: one })}
              >
                {say(`bulk.${one}`)}
              </button>
            ))}
            {released.length > 0 && chosen.kind === 'some' && count <= mostInRelease && (
              <button
                type="button"
                className="button"
                aria-haspopup="dialog"
                onClick={() => setReleasing(true)}
              >
                {say('release.add')}
              </button>
            )}
            <button type="button" className="button" aria-haspopup="dialog" onClick={exportRows}>
              {say('export.do')}
            </button>
            <button type="button" className="button quiet" onClick={clear}>
              {say('bulk.clear')}
            </button>
          </div>
        )}
        <Later>
          {isReleasing && chosen.kind === 'some' && (
            <ReleaseDialog
              uid={type.uid}
              ids={[...chosen.labels.keys()]}
              locale={type.localized ? (search.locale ?? usualLocale(session, type) ?? null) : null}
              offered={released}
              close={(isDone) => {
                setReleasing(false);
                if (isDone) clear();
              }}
            />
          )}
          {task !== null && (
            <BulkDialog
              type={type}
              task={task}
              changed={changed}
              begun={(job) => {
                setTask(null);
                clear();
                jobs.begun(job);
              }}
              close={(refused) => {
                setTask(null);
                if (refused === null) return;
                leave();
                select(refused);
              }}
            />
          )}
        </Later>
      </section>
    </>
  );
}
