import { Link } from '@tanstack/react-router';
import type { ReleaseView } from '../../../contract/releases.js';
import { formatDay, say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { useAction } from '../../settings/use-action.js';
import { Asked } from '../../ui/asked.js';
import { Problems } from '../../releases/release-words.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import '../../releases/release-words.css';

/** What is planned for the entry, and what of it has failed. */
export default function Planned() {
  const planned = useEntry((state) => state.planned);
  return planned.map((release) => <PlannedRelease key={release.documentId} release={release} />);
}

function PlannedRelease({ release }: { readonly release: ReleaseView }) {
  const { store } = useOpenEntry();
  const cancelling = useAction();
  const { documentId, state, problems, may } = release;
  const cancel = (): Promise<boolean> =>
    cancelling.run(async () => {
      await request('POST', `releases/${documentId}/cancel`);
      const { planned } = store.state.getState();
      store.state.setState({ planned: planned.filter((one) => one.documentId !== documentId) });
    });
  return (
    <section className={state === 'failed' ? 'banner bad planned' : 'banner planned'}>
      <p>
        <Words release={release} /> <Link to="/releases">{say('release.show')}</Link>
      </p>
      {may.cancel && (
        <Asked
          className="quiet"
          label={say('release.cancel')}
          question={say(release.actions.length > 1 ? 'release.cancel.askMany' : 'release.cancel.ask')}
          run={() => void cancel()}
          isOff={cancelling.isBusy}
        />
      )}
      {problems.length > 0 && <Problems release={release} problems={problems} />}
      {cancelling.fault && (
        <p className="fault" role="alert">
          {cancelling.fault}
        </p>
      )}
    </section>
  );
}

function Words({ release: { name, actions, at, state, plannedBy } }: { readonly release: ReleaseView }) {
  const { type, store } = useOpenEntry();
  const { locales } = useSession();
  const id = useEntry(({ entry }) => entry?.documentId) ?? null;
  const action = actions.find(
    (one) =>
      one.type === type.uid &&
      (one.documentId === id || one.documentId === null) &&
      (one.locale === null || one.locale === store.place.locale),
  );
  const first = action ?? actions[0];
  const verb = first?.action ?? 'publish';
  const when = at === null ? say('release.byHand') : formatDay(at);
  const isOfOne = actions.every((one) => one.type === type.uid && one.documentId === first?.documentId);
  const other = locales.find(({ code }) => code === first?.locale && code !== store.place.locale)?.name;
  return (
    <>
      {say(state === 'failed' ? `planned.failed.${verb}` : `planned.${verb}`, { when, by: plannedBy.name })}
      {other !== undefined && ` ${say('planned.locale', { locale: other })}`}
      {isOfOne && actions.length > 1 && ` ${say('planned.locales', { count: actions.length })}`}
      {!isOfOne && ` ${say('planned.release', { name, count: actions.length })}`}
    </>
  );
}
