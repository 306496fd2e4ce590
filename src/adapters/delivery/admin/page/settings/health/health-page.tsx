import { useState } from 'react';
import type { Health, HealthFollower } from '../../../contract/health.js';
import { formatBytes, formatDay, formatNumber, say, type MessageId } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { Asked } from '../../ui/asked.js';
import { Empty } from '../../ui/empty.js';
import { areaAt, mayAll } from '../areas.js';
import { Load } from './load.js';
import { readAgain, Setting, SettingTable, useAnswer } from '../setting.js';
import { useAction } from '../use-action.js';

const area = areaAt('/settings/health');

/** Whether the server is well, and how far what follows the change log is. */
export function HealthPage() {
  const { rights } = useSession();
  const found = useAnswer<{ readonly data: Health }>('health', rights[area.area]?.find !== undefined);
  return (
    <Setting
      area={area}
      found={found}
      action={
        <button type="button" className="button" onClick={() => void found.refetch()}>
          {say('health.again')}
        </button>
      }
    >
      {({ data }) => (
        <>
          <Facts health={data} />
          <h2>{say('health.load')}</h2>
          <Load health={data} />
          <h2>{say('health.faults')}</h2>
          <p className="hint">{say('health.faults.text')}</p>
          <Faults faults={data.faults} />
          <h2>{say('health.followers')}</h2>
          <p className="hint">{say('health.followers.text')}</p>
          {data.followers.length === 0 ? (
            <Empty title={say('health.followers.none')} docs="change-log" />
          ) : (
            <Followers followers={data.followers} />
          )}
        </>
      )}
    </Setting>
  );
}

const ownDatabases: Readonly<Record<string, MessageId>> = {
  'PostgreSQL (built in)': 'health.database.builtIn',
  memory: 'health.database.memory',
};

function nameOfDatabase(database: string): string {
  const id = ownDatabases[database];
  return id === undefined ? database : say(id);
}

function Facts({ health }: { readonly health: Health }) {
  const { isReady, database, databaseVersion, version, node, environment, startedAt, memoryBytes } = health;
  const facts = [
    [say('health.state'), isReady ? say('health.ready') : say('health.notReady')],
    [
      say('health.database'),
      [nameOfDatabase(database), databaseVersion].filter((one) => one !== null).join(' '),
    ],
    [say('health.version'), version],
    [say('health.node'), node],
    [say('health.environment'), environment],
    [say('health.started'), formatDay(startedAt)],
    [say('health.memory'), formatBytes(memoryBytes)],
  ] as const;
  return (
    <dl className="health-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Faults({ faults }: Pick<Health, 'faults'>) {
  if (faults.length === 0) return <p>{say('health.faults.none')}</p>;
  return (
    <SettingTable
      caption={say('health.faults')}
      columns={[say('trail.when'), say('health.what'), say('health.error')]}
    >
      {faults.map(({ at, message, reason }, index) => (
        <tr key={index}>
          <td data-label={say('trail.when')}>
            <time dateTime={at}>{formatDay(at)}</time>
          </td>
          <th scope="row" dir="auto">
            {message}
          </th>
          <td data-label={say('health.error')} className="meaning">
            {reason && <bdi>{reason}</bdi>}
          </td>
        </tr>
      ))}
    </SettingTable>
  );
}

const states = {
  idle: ['good', '●', 'health.idle'],
  working: ['waiting', '◷', 'health.working'],
  failing: ['bad', '✕', 'health.failing'],
  'not running': ['idle', '○', 'health.notRunning'],
} as const;

function Followers({ followers }: { readonly followers: readonly HealthFollower[] }) {
  const { rights } = useSession();
  const action = useAction();
  const [done, setDone] = useState('');
  const mayUpdate = mayAll(rights, area.area, 'update');
  const act = async (name: string, what: 'retry' | 'skip'): Promise<void> => {
    const isDone = await action.run(async () => {
      await request('POST', `followers/${encodeURIComponent(name)}/${what}`);
      await readAgain('health');
    });
    setDone(isDone ? say(`health.${what}.done`, { name }) : '');
  };
  return (
    <>
      <SettingTable
        caption={say('health.followers')}
        columns={[say('column.name'), say('column.status'), say('health.lag'), say('health.error'), '']}
      >
        {followers.map(({ name, state, lag, error, retryAt, aside }) => {
          const [kind, shape, words] = states[state];
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-label={say('column.status')}>
                <span className={`state ${kind}`}>
                  {shape} {say(words)}
                </span>
              </td>
              <td data-label={say('health.lag')}>{formatNumber(lag)}</td>
              <td data-label={say('health.error')}>
                {error && <bdi>{error}</bdi>}
                {retryAt !== null && (
                  <span className="hint"> {say('health.retryAt', { when: formatDay(retryAt) })}</span>
                )}
                {aside > 0 && <span className="hint"> {say('health.aside', { count: aside })}</span>}
              </td>
              <td className="acts">
                {mayUpdate && (error !== null || aside > 0) && (
                  <>
                    <button
                      type="button"
                      className="button quiet"
                      disabled={action.isBusy}
                      onClick={() => void act(name, 'retry')}
                    >
                      {say('health.retry')}
                    </button>
                    <Asked
                      label={say('health.skip')}
                      question={say('health.skip.ask', { name })}
                      isOff={action.isBusy}
                      run={() => void act(name, 'skip')}
                    />
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </SettingTable>
      <p className={action.fault === undefined ? 'hint' : 'fault'} role="status">
        {action.fault ?? done}
      </p>
    </>
  );
}
