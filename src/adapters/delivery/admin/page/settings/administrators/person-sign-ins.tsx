import type { AdminSession } from '../../../contract/sign-in.js';
import type { Administrator } from '../../../contract/administrators.js';
import { formatDay, say } from '../../messages/messages.js';
import { browserOf } from '../../profile/browser-of.js';
import { request } from '../../session/api.js';
import { Asked } from '../../ui/asked.js';
import { Loading } from '../../ui/loading.js';
import { readAgain, useAnswer } from '../setting.js';
import { reasonOf, useAction } from '../use-action.js';

/** Where an administrator is signed in: each sign-in is ended by itself. */
export function PersonSignIns({ documentId, name }: Pick<Administrator, 'documentId' | 'name'>) {
  const path = `administrators/${documentId}/sessions`;
  const found = useAnswer<{ readonly data: readonly AdminSession[] }>(path);
  const action = useAction();
  const sessions = found.data?.data;
  const end = async (id: string): Promise<void> => {
    await action.run(() => request('DELETE', `${path}/${id}`));
    await readAgain(path);
    document.getElementById('person-sign-ins')?.focus();
  };
  return (
    <section className="field" aria-labelledby="person-sign-ins">
      <h3 className="label" id="person-sign-ins" tabIndex={-1}>
        {say('signIns.title')}
      </h3>
      {found.error && sessions === undefined ? (
        <p className="fault">{reasonOf(found.error)}</p>
      ) : sessions === undefined ? (
        <Loading bars={1} />
      ) : sessions.length === 0 ? (
        <p className="hint">{say('signIns.none', { name })}</p>
      ) : (
        <ul className="sign-in-list">
          {sessions.map(({ id, agent, origin, usedAt, createdAt, isCurrent }) => {
            const browser = browserOf(agent) ?? say('signIns.unknown');
            return (
              <li key={id}>
                <span title={agent ?? undefined}>
                  <bdi>{browser}</bdi>, <bdi>{origin}</bdi>{' '}
                  <span className="hint">{say('signIns.usedAt', { when: formatDay(usedAt) })}</span>
                </span>
                {isCurrent ? (
                  <span className="state good">● {say('signIns.this')}</span>
                ) : (
                  <Asked
                    label={say('signIns.end')}
                    name={say('signIns.end.one', { browser, when: formatDay(createdAt) })}
                    question={say('signIns.end.ofPerson', { name })}
                    isOff={action.isBusy}
                    run={() => void end(id)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {action.fault !== undefined && (
        <p className="fault" role="alert">
          {action.fault}
        </p>
      )}
    </section>
  );
}
