import { expect } from 'chai';
import { addUp, countersOf } from '../../../../src/adapters/observe/metrics/add-up.js';

const metrics = (requests: number, lag: number, more = ''): string =>
  `# HELP quire_requests_total Answered requests.
# TYPE quire_requests_total counter
quire_requests_total{api="rest",status="2xx"} ${requests}
${more}# HELP nodejs_eventloop_lag_p99_seconds Delay of the event loop.
# TYPE nodejs_eventloop_lag_p99_seconds gauge
nodejs_eventloop_lag_p99_seconds ${lag}
`;

const memory = (
  bytes: number,
): string => `# HELP process_resident_memory_bytes Resident memory of the process.
# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes ${bytes}
`;

describe('metrics of several processes', () => {
  it('are added up by series, but of delays the largest counts', () => {
    const other = 'quire_requests_total{api="graphql",status="4xx"} 2\n';
    expect(addUp([metrics(3, 0.2), metrics(4.5, 0.1, other)])).to.equal(metrics(7.5, 0.2, other));
    expect(addUp([memory(1000), memory(500)])).to.equal(memory(1500));
  });

  it('keep the counters of those that have ended, and nothing else', () => {
    expect(countersOf(metrics(3, 0.2))).to.equal(metrics(3, 0.2).split('# HELP nodejs')[0]);
    expect(countersOf('')).to.equal('');
  });

  it('of one process are what they were, and of none nothing', () => {
    expect(addUp([metrics(3, 0.2)])).to.equal(metrics(3, 0.2));
    expect(addUp([])).to.equal('');
  });
});
