import { expect } from 'chai';
import {
  buildSchema,
  getVariableValues,
  parse,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { coerceVariables } from '../../../../src/adapters/delivery/graphql/read/coerce-variables.js';
import { createRandom } from '../../../http/random-request.js';

const schema = buildSchema(`
  enum Kind { bistro diner }
  input TextFilter { eq: String in: [String] not: TextFilter }
  input Filters { and: [Filters] or: [Filters!] Name: TextFilter Rating: Int Kind: Kind ids: [ID!] page: Page }
  input Page { start: Int = 0 limit: Int! }
  type Query { found(filters: Filters, page: Page, sort: [String], status: Kind): Int }
`);
const definitionsOf = (text: string): readonly VariableDefinitionNode[] =>
  (parse(text).definitions[0] as OperationDefinitionNode).variableDefinitions ?? [];
const definitions = definitionsOf(
  'query($f: Filters, $p: Page!, $s: [String] = ["id"], $k: Kind = diner) { found(filters: $f, page: $p, sort: $s, status: $k) }',
);

/** What graphql-js makes of the variables; null if it refuses them. */
const usual = (given: Record<string, unknown>, wanted = definitions): unknown =>
  getVariableValues(schema, wanted, given).coerced ?? null;

describe('variables of GraphQL', () => {
  it('are coerced as graphql-js coerces them, or left to it', () => {
    const random = createRandom(7);
    const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const names = ['and', 'or', 'Name', 'Rating', 'Kind', 'ids', 'page', 'eq', 'in', 'not', 'start', 'limit'];
    const any = (depth: number): unknown => {
      if (depth === 0 || random() < 0.3)
        return pick<unknown>(1, 2.5, 'a', 'diner', 'nobody', null, true, [], {}, ['a', null], 2 ** 40);
      if (random() < 0.2) return [any(depth - 1), any(depth - 1)];
      return Object.fromEntries([pick(...names), pick(...names)].map((name) => [name, any(depth - 1)]));
    };
    const text = (depth: number): unknown =>
      pick<unknown>(null, { eq: 'x' }, { in: ['a', null] }, ...(depth > 0 ? [{ not: text(depth - 1) }] : []));
    const filters = (depth: number): unknown =>
      pick<unknown>(
        { Name: text(depth) },
        { Rating: pick<unknown>(1, null), Kind: pick('bistro', 'diner') },
        { ids: ['1', 2], page: { limit: 1 } },
        ...(depth > 0
          ? [{ and: [filters(depth - 1), null] }, { or: [filters(depth - 1), filters(depth - 1)] }]
          : []),
      );
    let coerced = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const isWild = random() < 0.5;
      const given: Record<string, unknown> = {
        f: isWild ? any(4) : filters(3),
        p: pick<unknown>({ limit: 3 }, { start: null, limit: 3 }, ...(isWild ? [any(2), null] : [])),
        ...pick<object>({}, { s: ['a'] }, { s: null }, { k: 'bistro' }, isWild ? { s: 'a' } : {}),
      };
      const own = coerceVariables(schema, definitions, given);
      if (own === null) expect(isWild, JSON.stringify(given)).to.equal(true);
      else expect(own, JSON.stringify(given)).to.deep.equal(usual(given));
      coerced += own === null ? 0 : 1;
    }
    expect(coerced).to.be.above(1_500);
  });

  it('are left to graphql-js where they are missing, unknown or named to do harm', () => {
    for (const given of [
      {},
      { p: null },
      { p: {} },
      { p: { limit: 1, more: 1 } },
      { p: { limit: 1 }, f: JSON.parse('{"__proto__": {"eq": 1}}') as unknown },
      { p: { limit: 1 }, f: { constructor: {} } },
      { p: { limit: 1 }, f: [{}] },
      { p: { limit: 1 }, k: 'nobody' },
    ])
      expect([given, coerceVariables(schema, definitions, given), usual(given)]).to.deep.equal([
        given,
        null,
        null,
      ]);
  });

  it('that the operation does not define are ignored', () => {
    const wanted = definitionsOf('query($k: Kind) { found(status: $k) }');
    expect(coerceVariables(schema, wanted, { other: 1 })).to.deep.equal({});
    expect(usual({ other: 1 }, wanted)).to.deep.equal({});
  });
});
