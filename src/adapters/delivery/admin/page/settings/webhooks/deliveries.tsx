import { useState } from 'react';
import type { WebhookDelivery } from '../../../contract/webhooks.js';
import { formatDay, say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { readAgain, SettingTable, useAnswer } from '../setting.js';
import { reasonOf, useAction } from '../use-action.js';

interface Props {
  /** A documentId. */
  readonly webhook: string;
  readonly mayResend: boolean;
}

const states = ['waiting', 'delivered', 'failed'] as const;

const shapes = {
  waiting: ['waiting', '◷'],
  delivered: ['good', '●'],
  failed: ['bad', '✕'],
} as const;

/** The latest deliveries of a webhook, with the answers that came. */
export function Deliveries({ webhook, mayResend }: Props) {
  const [state, setState] = useState('');
  const asked = new URLSearchParams({ limit: '50', ...(state !== '' && { state }) });
  const path = `webhooks/${webhook}/deliveries`;
  const found = useAnswer<{ readonly data: readonly WebhookDelivery[] }>(`${path}?${asked.toString()}`);
  return (
    <section className="setting-form wide" aria-labelledby="deliveries">
      <div className="list-head">
        <h2 id="deliveries">{say('deliveries.title')}</h2>
        <select
          className="input locale"
          aria-label={say('column.status')}
          value={state}
          onChange={({ target }) => setState(target.value)}
        >
          <option value="">{say('release.all')}</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {say(`deliveries.${one}`)}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={() => void found.refetch()}>
          {say('health.again')}
        </button>
      </div>
      {found.error ? (
        <p className="fault" role="alert">
          {reasonOf(found.error)}
        </p>
      ) : found.data === undefined ? (
        <div className="bar wide" />
      ) : found.data.data.length === 0 ? (
        <p className="hint">{say(state === '' ? 'deliveries.empty' : 'deliveries.none')}</p>
      ) : (
        <Table path={path} deliveries={found.data.data} mayResend={mayResend} />
      )}
    </section>
  );
}

interface TableProps {
  readonly path: string;
  readonly deliveries: readonly WebhookDelivery[];
  readonly mayResend: boolean;
}

function Table({ path, deliveries, mayResend }: TableProps) {
  const action = useAction();
  const resend = (id: string): Promise<boolean> =>
    action.run(async () => {
      await request('POST', `${path}/${id}/resend`);
      await readAgain(path);
    });
  return (
    <>
      <p className="fault" role="alert" hidden={action.fault === undefined}>
        {action.fault}
      </p>
      <SettingTable
        caption={say('deliveries.title')}
        columns={[
          say('deliveries.event'),
          say('column.status'),
          say('deliveries.answer'),
          say('deliveries.when'),
          '',
        ]}
      >
        {deliveries.map(
          ({ documentId, event, state, attempts, status, reason, endedAt, nextAt, firstAt }) => {
            const [kind, shape] = shapes[state];
            return (
              <tr key={documentId}>
                <th scope="row">
                  <code>{event}</code>
                </th>
                <td data-label={say('column.status')}>
                  <span className={`state ${kind}`}>
                    {shape} {say(`deliveries.${state}`)}
                  </span>{' '}
                  <span className="hint">
                    {attempts > 1 && say('deliveries.attempts', { count: attempts })}
                  </span>
                </td>
                <td data-label={say('deliveries.answer')}>{status ?? reason}</td>
                <td data-label={say('deliveries.when')}>{whenOf(endedAt ?? nextAt ?? firstAt)}</td>
                <td className="acts">
                  {mayResend && state !== 'waiting' && (
                    <button
                      type="button"
                      className="button quiet"
                      disabled={action.isBusy}
                      onClick={() => void resend(documentId)}
                    >
                      {say('deliveries.resend')}
                    </button>
                  )}
                </td>
              </tr>
            );
          },
        )}
      </SettingTable>
    </>
  );
}

const whenOf = (time: string | null): string => (time === null ? '' : formatDay(time));
