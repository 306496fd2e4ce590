import { expect } from 'chai';
import { createRequestLog } from '../../../../src/adapters/observe/log-requests.js';
import { createQueryDecoder } from '../../../../src/adapters/delivery/codec/create-query-decoder.js';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import { RequestRecord } from '../../../../src/application/observations/request-record.js';
import { defaultLimits } from '../../../../src/application/documents/limits.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import { component, contentType, drafts, relation, schemaFrom } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType(
      'dish',
      'dishes',
      {
        name: { type: 'string' },
        price: { type: 'integer' },
        sizes: { type: 'component', component: 'menu.size', repeatable: true },
        extras: { type: 'dynamiczone', components: ['menu.size'] },
        restaurant: relation('manyToOne', 'restaurant', { inversedBy: 'dishes' }),
      },
      drafts,
    ),
    contentType('restaurant', 'restaurants', {
      name: { type: 'string' },
      dishes: relation('oneToMany', 'dish', { mappedBy: 'restaurant' }),
    }),
  ],
  components: [component('menu.size', { grams: { type: 'integer' } })],
});

describe('the log of requests', () => {
  const nothing = (): void => {};
  const linesFor = (options: Parameters<typeof createRequestLog>[1], beganMsAgo: number, asked = '') => {
    const lines: { message: string; fields: Readonly<Record<string, unknown>> }[] = [];
    const add = (message: string, fields = {}): void => void lines.push({ message, fields });
    const observer = createRequestLog({ debug: nothing, info: add, warn: add, error: nothing }, options);
    const observations = createObservations(observer === null ? [] : [observer]);
    const head = { id: 'one', method: 'GET', path: '/', traceparent: undefined, tracestate: undefined };
    const request = new RequestRecord(observations, head, performance.now() - beganMsAgo);
    const decoded = createQueryDecoder({ defaultLimit: 25, maxLimit: 100 }).list('api::dish.dish', asked);
    const plan = decoded.ok ? planRead(schema, decoded.value.query, systemPrincipal, defaultLimits) : decoded;
    if (!plan.ok) throw new Error(plan.failure.message);
    request.planned(plan.value, performance.now());
    request.end(200);
    request.end(500);
    return lines;
  };

  it('has a slow request with the shape of its plans, and no value', () => {
    const asked = [
      'filters[$or][0][name][$containsi]=secret',
      'filters[$or][1][restaurant][name][$eq]=secret',
      'filters[$not][sizes][grams][$gt]=4711',
      'filters[restaurant][id][$null]=true',
      'sort=restaurant.name:desc',
      'populate[restaurant][populate]=dishes',
      'populate[extras]=*',
      'pagination[start]=4711',
    ].join('&');
    const [line, ...rest] = linesFor({ all: false, slowMs: 1_000 }, 60_000, asked);
    expect(rest).to.deep.equal([]);
    expect(line?.message).to.equal('slow request');
    expect(line?.fields['plans']).to.deep.equal([
      'api::dish.dish published where ((name contains or restaurant(name eq)) and sizes(not grams gt) and not restaurant(any)) sort restaurant.name desc, id desc populate restaurant(dishes), extras offset limit 25 count',
    ]);
    expect(JSON.stringify(line)).not.to.include('secret').and.not.to.include('4711');
  });

  it('has no quick request if it shall have slow ones only', () => {
    expect(linesFor({ all: false, slowMs: 3_600_000 }, 0)).to.deep.equal([]);
  });

  it('has one line for a request that ends twice', () => {
    const lines = linesFor({ all: true, slowMs: 0 }, 0);
    expect(lines.map(({ message, fields }) => [message, fields['status']])).to.deep.equal([['request', 200]]);
  });

  it('observes nothing if it shall have nothing', () => {
    expect(linesFor({ all: false, slowMs: 0 }, 60_000)).to.deep.equal([]);
  });
});
