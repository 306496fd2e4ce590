import type { AdminSession } from '../../contract/sign-in.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { FailureView } from '../shell/failure-view.js';
import { readAgain, SettingTable, useAnswer } from '../settings/setting.js';
import { useAction } from '../settings/use-action.js';
import { Asked } from '../ui/asked.js';
import { Loading } from '../ui/loading.js';
import { browserOf } from './browser-of.js';
import { Part } from './part.js';

/** Where the administrator is signed in, and ending that. */
export function OwnSignIns() {
  const found = useAnswer<{ readonly data: readonly AdminSession[] }>('sessions');
  const action = useAction();
  const all = found.data?.data;
  const others = all?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const end = async (sessions: readonly AdminSession[]): Promise<void> => {
    await action.run(async () => {
      for (const { id } of sessions) await request('DELETE', `sessions/${id}`);
    });
    await readAgain('sessions');
    document.getElementById('profile-sign-ins')?.focus();
  };
  return (
    <Part id="sign-ins" title={say('signIns.title')} text={say('signIns.text')}>
      {found.error && all === undefined ? (
        <FailureView error={found.error} retry={() => void found.refetch()} />
      ) : all === undefined ? (
        <Loading bars={2} />
      ) : (
        <Sessions sessions={all} isBusy={action.isBusy} end={(one) => void end([one])} />
      )}
      <div className="row">
        {others.length > 1 && (
          <Asked
            className="danger"
            label={say('signIns.endOthers')}
            question={say('signIns.endOthers.ask')}
            isOff={action.isBusy}
            run={() => void end(others)}
          />
        )}
        <span className="fault" role="alert">
          {action.fault}
        </span>
      </div>
    </Part>
  );
}

interface Props {
  readonly sessions: readonly AdminSession[];
  readonly isBusy: boolean;
  readonly end: (session: AdminSession) => void;
}

function Sessions({ sessions, isBusy, end }: Props) {
  const columns = [
    say('signIns.browser'),
    say('signIns.from'),
    say('signIns.began'),
    say('signIns.used'),
    '',
  ];
  return (
    <SettingTable caption={say('signIns.title')} columns={columns}>
      {sessions.map((session) => {
        const browser = browserOf(session.agent) ?? say('signIns.unknown');
        return (
          <tr key={session.id}>
            <th scope="row" title={session.agent ?? undefined}>
              <bdi>{browser}</bdi>{' '}
              {session.isCurrent && <span className="state good">● {say('signIns.this')}</span>}
            </th>
            <td data-label={say('signIns.from')}>
              <bdi>{session.origin}</bdi>
            </td>
            <td data-label={say('signIns.began')}>{formatDay(session.createdAt)}</td>
            <td data-label={say('signIns.used')}>{formatDay(session.usedAt)}</td>
            <td className="acts">
              {!session.isCurrent && (
                <Asked
                  label={say('signIns.end')}
                  name={say('signIns.end.one', { browser, when: formatDay(session.createdAt) })}
                  question={say('signIns.end.ask')}
                  isOff={isBusy}
                  run={() => end(session)}
                />
              )}
            </td>
          </tr>
        );
      })}
    </SettingTable>
  );
}
