import type { Health } from '../../../contract/health.js';
import { formatBytes, formatNumber, say, type MessageId } from '../../messages/messages.js';
import { SettingTable } from '../setting.js';

interface Measure {
  readonly name: MessageId;
  readonly text: MessageId;
  readonly value: string;
  /** Whether somebody should look after it. */
  readonly isBad: boolean;
}

/** What is measured, and from when on it is too much. */
function measuresOf(health: Health): readonly Measure[] {
  const { answerMs, delayMs, pool, requests, queues, files, heapBytes, heapLimitBytes } = health;
  const { webhooks, releases, jobs } = queues;
  const measure = (
    name: 'answer' | 'delay' | 'pool' | 'requests' | 'webhooks' | 'releases' | 'jobs' | 'files' | 'heap',
    value: string,
    isBad: boolean,
  ): Measure => ({ name: `health.${name}`, text: `health.${name}.text`, value, isBad });
  const delay = { typical: formatNumber(delayMs.typical), worst: formatNumber(delayMs.worst) };
  return [
    measure('answer', `${formatNumber(answerMs)} ms`, answerMs > 100),
    ...(pool === null ? [] : [measure('pool', say('health.pool.value', pool), pool.waiting > 0)]),
    measure('requests', say('health.requests.value', requests), requests.waiting > 10),
    measure('delay', say('health.delay.value', delay), delayMs.worst > 200),
    measure(
      'heap',
      say('health.heap.value', { used: formatBytes(heapBytes), limit: formatBytes(heapLimitBytes) }),
      heapBytes > heapLimitBytes * 0.85,
    ),
    measure('webhooks', say('health.webhooks.value', webhooks), webhooks.failed > 0),
    measure('releases', say('health.releases.value', releases), releases.failed + releases.overdue > 0),
    measure('jobs', say('health.jobs.value', jobs), jobs.failed > 0),
    measure(
      'files',
      say('health.files.value', { count: files.count, size: formatBytes(files.bytes) }),
      false,
    ),
  ];
}

/** How busy the server is and what waits, each with what it means. */
export const Load = ({ health }: { readonly health: Health }) => (
  <SettingTable
    caption={say('health.load')}
    columns={[say('health.what'), say('health.now'), say('health.meaning')]}
  >
    {measuresOf(health).map(({ name, text, value, isBad }) => (
      <tr key={name}>
        <th scope="row">{say(name)}</th>
        <td data-label={say('health.now')}>
          {value} {isBad && <span className="state bad">{say('health.attention')}</span>}
        </td>
        <td className="meaning">{say(text)}</td>
      </tr>
    ))}
  </SettingTable>
);
