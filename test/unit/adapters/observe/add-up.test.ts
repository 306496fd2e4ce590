import { expect } from 'chai';
import { addUp } from '../../../../src/adapters/observe/metrics/add-up.js';

const metrics = (requests: number, lag: number, more = ''): string =>
  `# HELP quire_requests_total Answered requests.
# TYPE quire_requests_total counter
quire_requests_total{api="rest",status="2xx"} ${requests}
${more}# HELP nodejs_eventloop_lag_p99_seconds Delay of the event loop.
# TYPE nodejs_eventloop_lag_p99_seconds gauge
nodejs_eventloop_lag_p99_seconds ${lag}
`;

describe('metrics of several processes', () => {
  it('are added up by series, but of delays the largest counts', () => {
    const other = 'quire_requests_total{api="graphql",status="4xx"} 2\n';
    expect(addUp([metrics(3, 0.2), metrics(4.5, 0.1, other)])).to.equal(metrics(7.5, 0.2, other));
  });

  it('of one process are what they were, and of none nothing', () => {
    expect(addUp([metrics(3, 0.2)])).to.equal(metrics(3, 0.2));
    expect(addUp([])).to.equal('');
  });
});
