import { formatDay, joinNames, say } from '../../messages/messages.js';
import { offeredLocales, usualLocale } from '../../session/locales.js';
import { useSession } from '../../session/session.js';
import { FailureView } from '../../shell/failure-view.js';
import { Dialog } from '../../ui/dialog.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { Outdated } from './side-by-side.js';
import { useBeside, useTranslations } from './use-locales.js';
import './locales.css';

/** All locales of the entry: which are missing, which are published, and which are older than the usual locale. */
export default function LocaleMatrix({ close }: { readonly close: () => void }) {
  const { store, type } = useOpenEntry();
  const session = useSession();
  const found = useTranslations(undefined);
  const locales = offeredLocales(session, type, store.place.locale);
  const usual = locales.find(({ code }) => code === usualLocale(session, type));
  const { go } = useBeside();
  const isThere = useEntry(({ entry }) => entry !== null);
  if (usual === undefined) return null;
  return (
    <Dialog title={say('locales.matrix')} close={close}>
      {(dismiss) => (
        <>
          <p className="hint">{say('locales.matrix.text', { name: usual.name })}</p>
          {found.error && <FailureView error={found.error} retry={() => void found.refetch()} />}
          {found.data === undefined && !found.error && isThere && <Loading bars={2} />}
          {(found.data !== undefined || !isThere) && (
            <table className="locale-matrix">
              <thead>
                <tr>
                  <th scope="col">{say('locale')}</th>
                  <th scope="col">{say('locales.state')}</th>
                  <th scope="col">{say('locales.changed')}</th>
                  <th scope="col">
                    <span className="hidden">{say('locales.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {locales.map(({ code, name }) => {
                  const version = found.data?.versions.find((one) => one.code === code);
                  return (
                    <tr key={code} aria-current={code === store.place.locale ? 'true' : undefined}>
                      <th scope="row">{name}</th>
                      <td>
                        <Status state={version?.state ?? 'missing'} />{' '}
                        {version?.isOutdated === true && <Outdated />}
                        {version !== undefined && version.outdated.length > 0 && (
                          <span className="hint"> {joinNames(version.outdated)}</span>
                        )}
                      </td>
                      <td className="hint">
                        {version !== undefined && (
                          <time dateTime={version.updatedAt}>{formatDay(version.updatedAt)}</time>
                        )}
                      </td>
                      <td>
                        <span className="row">
                          <button
                            type="button"
                            className="button quiet"
                            aria-label={say(
                              version === undefined ? 'locales.begin.one' : 'locales.open.one',
                              { name },
                            )}
                            onClick={() => {
                              dismiss();
                              go(code, undefined);
                            }}
                          >
                            {say(version === undefined ? 'locales.begin' : 'locales.open')}
                          </button>
                          {code !== usual.code && (
                            <button
                              type="button"
                              className="button quiet"
                              aria-label={say('locales.beside.one', { name, source: usual.name })}
                              onClick={() => {
                                dismiss();
                                go(code, usual.code);
                              }}
                            >
                              {say('beside.open')}
                            </button>
                          )}
                        </span>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('close')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
