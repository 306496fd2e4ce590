import { expect } from 'chai';
import {
  filtersOf,
  groupsOf,
  parametersOf,
  readFilters,
  type Condition,
  type FilterJson,
  type Group,
} from '../../../../src/adapters/delivery/admin/page/list/filters/conditions.js';
import { queryOf, readListSearch } from '../../../../src/adapters/delivery/admin/page/list/list-search.js';
import { restAddress } from '../../../../src/adapters/delivery/admin/page/list/query/as-rest.js';
import { parseQueryText } from '../../../../src/adapters/delivery/codec/parse-query-text.js';

const rated: Condition = { path: ['Rating'], operator: '$gte', value: '4' };
const one: Group = { join: 'any', parts: [rated] };
const either: Group = {
  join: 'any',
  parts: [
    { path: ['category', 'Title'], operator: '$containsi', value: 'sea' },
    { path: ['category'], operator: '$null', value: true },
  ],
};
const among: Group = { join: 'any', parts: [{ path: ['Kind'], operator: '$in', value: ['a', 'b'] }] };

describe('the filters in the address of a list', () => {
  it('are written as REST takes them, and read back', () => {
    for (const groups of [[], [one], [either], [one, either, among], [one, one]])
      expect(groupsOf(filtersOf(groups))).to.deep.equal(groups);
    expect(filtersOf([one, either])).to.deep.equal({
      $and: [
        { Rating: { $gte: '4' } },
        { $or: [{ category: { Title: { $containsi: 'sea' } } }, { category: { $null: true } }] },
      ],
    });
  });

  it('have groups in groups, and deny them', () => {
    const all: readonly (readonly [Group, object])[] = [
      [{ join: 'none', parts: [rated] }, { $not: { Rating: { $gte: '4' } } }],
      [{ join: 'none', parts: [rated, rated] }, { $not: { $or: [filtersOf([one]), filtersOf([one])] } }],
      [
        { join: 'notAll', parts: [rated, either] },
        { $not: { $and: [filtersOf([one]), filtersOf([either])] } },
      ],
      [{ join: 'all', parts: [rated, either] }, { $and: [filtersOf([one]), filtersOf([either])] }],
      [
        { join: 'any', parts: [rated, { join: 'all', parts: [rated, { join: 'none', parts: [either] }] }] },
        {
          $or: [filtersOf([one]), { $and: [filtersOf([one]), { $not: filtersOf([either]) }] }],
        },
      ],
      [{ join: 'none', parts: [{ join: 'none', parts: [rated] }] }, { $not: { $not: filtersOf([one]) } }],
    ];
    for (const [group, filters] of all) {
      expect(filtersOf([group])).to.deep.equal(filters);
      // What reads in a simpler way is written as it was.
      expect(filtersOf(groupsOf({ $and: [filters, filters] })!)).to.deep.equal({ $and: [filters, filters] });
    }
    expect(groupsOf(all[2]![1] as FilterJson)).to.deep.equal([all[2]![0]]);
    expect(groupsOf(all[4]![1] as FilterJson)).to.deep.equal([
      {
        join: 'any',
        parts: [rated, { join: 'all', parts: [rated, { join: 'none', parts: either.parts }] }],
      },
    ]);
  });

  it('are shown as a whole if the builder cannot make them', () => {
    const others: readonly Record<string, unknown>[] = [
      { $not: { Rating: { $gte: '1', $lte: '2' } } },
      { Rating: { $not: { $eq: '1' } } },
      { Rating: { $gte: '1', $lte: '2' } },
      { Rating: {} },
      { $or: [] },
      { $not: { $or: [] } },
      { Rating: { $sql: '1' } },
      { $eq: '1' },
      { Rating: { $null: false } },
      { Rating: { $in: [{}] } },
    ];
    for (const filters of others) expect(groupsOf(filters), JSON.stringify(filters)).to.equal(null);
    expect(groupsOf({ Rating: 4 })).to.deep.equal([
      { join: 'any', parts: [{ path: ['Rating'], operator: '$eq', value: '4' }] },
    ]);
  });

  it('are left out if they are none', () => {
    for (const given of ['x', 1, null, [], {}, undefined]) expect(readFilters(given)).to.equal(undefined);
    expect(
      readListSearch({
        filters: 'x',
        row: -1,
        after: {},
        before: [],
        size: 3,
        state: 'gone',
        sort: {},
        search: 12,
      }),
    ).to.deep.equal({
      search: '12',
    });
  });

  it('reach the server as they are', () => {
    const filters = filtersOf([one, either, among])!;
    const parsed = parseQueryText(queryOf({ filters, state: 'changed', after: 'x', row: 101 }, ['Name']));
    const params = JSON.parse(JSON.stringify(parsed.ok && parsed.value)) as unknown;
    expect(params).to.deep.equal({
      filters: JSON.parse(JSON.stringify(filters).replace('true', '"true"')) as unknown,
      publicationFilter: 'modified',
      columns: 'Name',
      pagination: { after: 'x', pageSize: '50' },
    });
    expect(parametersOf({ 'a&b': { $eq: '=' } })).to.deep.equal([['filters[a&b][$eq]', '=']]);
  });

  it('stand beside the search in the address of REST', () => {
    const type = { pluralName: 'dishes', draftAndPublish: true };
    const filters = { $not: { Rating: { $eq: '1' } } };
    expect(restAddress(type, [], { search: 'a b', filters, sort: 'Name:asc', size: 25 }, '/api')).to.equal(
      '/api/dishes?filters[$and][0][$not][Rating][$eq]=1&filters[$and][1][$or][0][documentId][$eq]=a+b' +
        '&status=draft&sort=Name%3Aasc&pagination[after]=&pagination[pageSize]=25',
    );
    expect(restAddress({ ...type, draftAndPublish: false }, [], {}, '/api')).to.equal(
      '/api/dishes?sort=updatedAt%3Adesc&pagination[after]=&pagination[pageSize]=50',
    );
  });
});
