import { expect } from 'chai';
import { createQueryDecoder } from '../../../../src/adapters/delivery/codec/create-query-decoder.js';
import type { ListQuery } from '../../../../src/adapters/delivery/codec/decode-query.js';
import type { Failure } from '../../../../src/domain/failure.js';
import type { Query } from '../../../../src/domain/query/query.js';
import { withoutReasons } from '../../../without-reasons.js';

const decoder = createQueryDecoder({ defaultLimit: 25, maxLimit: 100 });

function listOf(text: string): ListQuery {
  const decoded = decoder.list('api::x.x', text);
  if (!decoded.ok) throw new Error(decoded.failure.message);
  return decoded.value;
}

const queryOf = (text: string): Query => listOf(text).query;

function refusalOf(text: string): Omit<Failure, 'reasons'> {
  const decoded = decoder.list('api::x.x', text);
  if (decoded.ok) throw new Error(`${text} is accepted: ${JSON.stringify(decoded.value)}`);
  return withoutReasons(decoded.failure);
}

const filtersOf = (text: string) => queryOf(text).filters;
const populateOf = (text: string) => queryOf(text).populate;
const rangeOf = (text: string) => queryOf(text).range;

const eq = (value: string) => ({ kind: 'compare', operator: '$eq', value });
const at = (key: string, filter: object) => ({ kind: 'at', key, filter });
const member = (name: string, rest: object = {}) => ({ name, ...rest });
const members = (...list: object[]) => ({ all: false, members: list });

describe('query strings', () => {
  it('an empty one asks for the first page of everything', () => {
    expect(listOf('')).to.deep.equal({
      query: {
        type: 'api::x.x',
        action: 'find',
        range: { offset: 0, limit: 25 },
        count: true,
        layer: 'published',
      },
      paging: { kind: 'page', page: 1, pageSize: 25, count: true },
      highlight: false,
    });
  });

  it('the same text means the same, also when it was seen before', () => {
    const text = 'filters[a]=1&sort=b';
    expect(listOf(text)).to.equal(listOf(text));
    expect(decoder.one('api::x.x', 'one', text)).to.deep.equal(decoder.one('api::x.x', 'one', text));
    expect(decoder.one('api::x.x', 'two', text)).to.have.nested.property('value.documentId', 'two');
  });

  it('unknown parameters are ignored', () => {
    expect(queryOf('utm_source=x&q=y&cache[z]=1')).to.deep.equal(queryOf(''));
  });

  it('more than 1,000 parameters are refused, never cut off', () => {
    expect(queryOf(Array.from({ length: 1000 }, (_, i) => `x${i}=1`).join('&'))).to.have.property('layer');
    const { code, message } = refusalOf('a=1&'.repeat(1001));
    expect([code, message]).to.deep.equal(['QUERY.INVALID', 'Too many parameters: 1002, at most 1000']);
  });

  it('more than 20 levels are refused', () => {
    expect(refusalOf(`filters${'[a]'.repeat(21)}=1`).message).to.contain('deeper than 20');
  });

  it('list indexes of 100 and more are kept, in order', () => {
    expect(
      queryOf('filters[a][$in][150]=z&filters[a][$in][2]=y&filters[a][$in][1000]=zz').filters,
    ).to.deep.equal(at('a', { kind: 'compare', operator: '$in', value: ['y', 'z', 'zz'] }));
    const many = Array.from({ length: 130 }, (_, i) => `fields[${i}]=f${i}`).join('&');
    expect(queryOf(many).fields).to.have.lengthOf(130);
    const repeated = Array.from({ length: 130 }, (_, i) => `filters[a]=${i}`).join('&');
    expect(queryOf(repeated).filters).to.have.nested.property('filter.value').with.lengthOf(130);
  });

  it('names that objects inherit are ordinary names', () => {
    expect(queryOf('filters[toString]=1').filters).to.deep.equal(at('toString', eq('1')));
    expect(refusalOf('filters[__proto__][a]=1').message).to.equal('Invalid key filters[__proto__][a]');
    expect(refusalOf('filters[%5F_proto__]=1').message).to.equal('Invalid key filters[__proto__]');
  });

  it('text that is not percent-encoded UTF-8, and null characters, are refused by name', () => {
    expect(refusalOf('filters[a]=%E0%A4%A')).to.deep.include({
      message: 'The parameter filters[a] is not percent-encoded UTF-8',
      details: { key: 'filters[a]', source: 'query' },
    });
    expect(refusalOf('filters[b]=x%00y').message).to.equal('The parameter filters[b] holds a null character');
  });

  it('encoded brackets, spaces and characters are read', () => {
    expect(queryOf('filters%5BName%5D%5B%24eq%5D=F%20a+b%C3%A9').filters).to.deep.equal(
      at('Name', eq('F a bé')),
    );
  });
});

describe('fields', () => {
  it('come as one text, as a list, or as a star', () => {
    expect(queryOf('fields=a,b, a').fields).to.deep.equal(['a', 'b']);
    expect(queryOf('fields[0]=a&fields[1]=b').fields).to.deep.equal(['a', 'b']);
    expect(queryOf('fields=*').fields).to.deep.equal(['*']);
    expect(queryOf('fields=')).to.not.have.property('fields');
  });

  it('anything else is refused', () => {
    expect(refusalOf('fields[a]=b')).to.deep.equal({
      code: 'QUERY.INVALID_KEY',
      message: 'Invalid key a',
      details: { key: 'a', path: 'a', source: 'query', param: 'fields' },
    });
    expect(refusalOf('fields[0][x]=b').code).to.equal('QUERY.INVALID_KEY');
  });
});

describe('sort', () => {
  const a = { path: ['a'], direction: 'asc' };
  const bc = { path: ['b', 'c'], direction: 'desc' };

  it('comes as one text, as a list, or as nested keys', () => {
    expect(queryOf('sort=a,b.c:desc').sort).to.deep.equal([a, bc]);
    expect(queryOf('sort[0]=a:asc&sort[1]=b.c:DESC').sort).to.deep.equal([a, bc]);
    expect(queryOf('sort[a]=asc&sort[b][c]=desc').sort).to.deep.equal([a, bc]);
    expect(queryOf('sort[0][a]=asc&sort[1][b][c]=desc').sort).to.deep.equal([a, bc]);
    expect(queryOf('sort=Name:asc&sort=Slug').sort).to.have.lengthOf(2);
    expect(queryOf('sort=a&sort=a:desc').sort).to.deep.equal([a]);
  });

  it('an order that is neither asc nor desc is refused by name', () => {
    for (const text of ['sort=a:up', 'sort=a:', 'sort[a]=up', 'sort[a]', 'sort=a:asc:asc'])
      expect(refusalOf(text), text).to.deep.include({
        code: 'QUERY.INVALID',
        message: 'Invalid order at a. It can only be one of asc|desc|ASC|DESC',
        details: { key: 'a', source: 'query', param: 'sort' },
      });
    expect(refusalOf('sort=a..b').details).to.deep.include({ param: 'sort' });
  });

  it('more than 32 keys are refused', () => {
    expect(refusalOf(`sort=${Array.from({ length: 33 }, (_, i) => `k${i}`).join(',')}`).message).to.contain(
      '32',
    );
  });
});

describe('filters', () => {
  it('a bare value is $eq, repeated ones are $in', () => {
    expect(filtersOf('filters[a]=1')).to.deep.equal(at('a', eq('1')));
    expect(filtersOf('filters[a]=1&filters[a]=2')).to.deep.equal(
      at('a', { kind: 'compare', operator: '$in', value: ['1', '2'] }),
    );
    expect(filtersOf('filters[a][$ne][0]=1&filters[a][$ne][1]=2')).to.have.nested.property(
      'filter.operator',
      '$notIn',
    );
  });

  it('a list under another operator is any of its values, under a negation none of them', () => {
    expect(filtersOf('filters[a][$contains]=x&filters[a][$contains]=y')).to.have.nested.property(
      'filter.kind',
      'or',
    );
    expect(filtersOf('filters[a][$notContains]=x&filters[a][$notContains]=y')).to.have.nested.property(
      'filter.kind',
      'and',
    );
  });

  it('keys descend, and several keys must all hold', () => {
    expect(filtersOf('filters[owner][Name][$eq]=x&filters[b]=2')).to.deep.equal({
      kind: 'and',
      filters: [at('owner', at('Name', eq('x'))), at('b', eq('2'))],
    });
  });

  it('groups come as lists or objects, at the root and under an attribute', () => {
    expect(filtersOf('filters[$or][0][a]=1&filters[$or][1][b]=2')).to.deep.equal({
      kind: 'or',
      filters: [at('a', eq('1')), at('b', eq('2'))],
    });
    expect(filtersOf('filters[$and][a]=1')).to.deep.equal({ kind: 'and', filters: [at('a', eq('1'))] });
    expect(filtersOf('filters[$not][a]=1')).to.deep.equal({ kind: 'not', filter: at('a', eq('1')) });
    expect(filtersOf('filters[a][$not][$contains]=1')).to.deep.equal(
      at('a', { kind: 'not', filter: { kind: 'compare', operator: '$contains', value: '1' } }),
    );
    expect(filtersOf('filters[a][$or][0]=1&filters[a][$or][1][$gt]=2')).to.deep.equal(
      at('a', { kind: 'or', filters: [eq('1'), { kind: 'compare', operator: '$gt', value: '2' }] }),
    );
  });

  it('an empty $in is empty', () => {
    for (const text of ['filters[a][$in]=', 'filters[a][$in]'])
      expect(filtersOf(text)).to.have.nested.property('filter.value').with.lengthOf(0);
    expect(filtersOf('filters[a][$in][0]=')).to.have.nested.property('filter.value').that.deep.equals(['']);
  });

  it('no value at all is a question for null', () => {
    expect(filtersOf('filters[a]')).to.deep.equal(
      at('a', { kind: 'compare', operator: '$null', value: true }),
    );
    expect(filtersOf('filters[a][$ne]')).to.deep.equal(
      at('a', { kind: 'compare', operator: '$notNull', value: true }),
    );
    expect(filtersOf('filters[a][$null]=false')).to.have.nested.property('filter.value', false);
  });

  it('an unknown operator is refused at its attribute', () => {
    expect(refusalOf('filters[Rating][$foo]=1')).to.deep.equal({
      code: 'QUERY.INVALID_KEY',
      message: 'Invalid key $foo at Rating',
      details: { key: '$foo', path: 'Rating', source: 'query', param: 'filters' },
    });
    expect(refusalOf('filters[owner][Name][$foo]=1').message).to.equal('Invalid key $foo at owner.Name');
    expect(refusalOf('filters[$eq]=1').details).to.deep.include({ key: '$eq', path: null });
    expect(refusalOf('populate[categories][filters][Name][$foo]=1').details).to.deep.equal({
      key: '$foo',
      path: 'Name',
      source: 'query',
      param: 'populate',
    });
  });

  it('values that do not fit their operator are refused by name', () => {
    const refused = {
      'filters[a][$between]=1': '$between',
      'filters[a][$between][0]=1&filters[a][$between][1]=2&filters[a][$between][2]=3': '$between',
      'filters[a][$null]=maybe': '$null',
      'filters[a][$contains]': '$contains',
      'filters[$or]=1': '$or',
      'filters=1': 'filters',
      'filters[0]=1&filters[1]=2': 'filters',
      'filters[a][$in][0][x]=1': '$in',
    };
    for (const [text, key] of Object.entries(refused))
      expect(refusalOf(text), text)
        .to.deep.include({ code: 'QUERY.INVALID' })
        .and.nested.include({ 'details.key': key });
    expect(refusalOf('filters[a][$eq][x]=1').message).to.equal('Invalid key x at a');
    expect(refusalOf('filters[a][0][x]=1').message).to.equal('Invalid key 0 at a');
  });

  it('more than 1,000 parts are refused', () => {
    const text = Array.from({ length: 600 }, (_, i) => `filters[$or][${i}][a]=${i}`).join('&');
    expect(refusalOf(text).message).to.equal('The parameter filters has more than 1000 parts');
  });
});

describe('populate', () => {
  it('comes as a star, names, paths, lists and objects', () => {
    expect(populateOf('populate=*')).to.deep.equal({ all: true, members: [] });
    expect(populateOf('populate[seo]=*')).to.deep.equal(
      members(member('seo', { star: true, populate: { all: true, members: [] } })),
    );
    expect(populateOf('populate=a,b')).to.deep.equal(members(member('a'), member('b')));
    expect(populateOf('populate[0]=a&populate[1]=b.c')).to.deep.equal(
      members(member('a'), member('b', { populate: members(member('c')) })),
    );
    expect(populateOf('populate=a.b,a.c,a')).to.deep.equal(
      members(member('a', { populate: members(member('b'), member('c')) })),
    );
    expect(populateOf('populate[a]=true&populate[b]=false')).to.deep.equal(members(member('a')));
    expect(populateOf('populate[a.b][fields]=x')).to.deep.equal(
      members(member('a', { populate: members(member('b', { fields: ['x'] })) })),
    );
    expect(populateOf('populate=')).to.equal(undefined);
  });

  it('members take fields, filters, sort, populate and count', () => {
    expect(
      populateOf(
        'populate[a][fields][0]=x&populate[a][filters][y]=1&populate[a][sort]=z:desc&populate[a][populate][b][populate]=*',
      ),
    ).to.deep.equal(
      members(
        member('a', {
          fields: ['x'],
          filters: at('y', eq('1')),
          sort: [{ path: ['z'], direction: 'desc' }],
          populate: members(member('b', { populate: { all: true, members: [] } })),
        }),
      ),
    );
    expect(populateOf('populate[a][count]=true')).to.deep.equal(members(member('a', { count: true })));
  });

  it('zones list their components', () => {
    expect(
      populateOf('populate[z][on][s.quote][populate][speaker][fields]=Name&populate[z][on][s.gallery]=true'),
    ).to.deep.equal(
      members(
        member('z', {
          on: [
            { component: 's.quote', populate: members(member('speaker', { fields: ['Name'] })) },
            { component: 's.gallery' },
          ],
        }),
      ),
    );
  });

  it('wrong forms are refused with the key and where it stands', () => {
    const refused = {
      'populate=true': ['true', 'true'],
      'populate[0]=*': ['*', '*'],
      'populate[0]=*&populate[1]=a': ['*', '*'],
      'populate=a.*': ['a.*', 'a.*'],
      'populate[a][pagination][page]=1': ['pagination', 'a.pagination'],
      'populate[a][page]=1': ['page', 'a.page'],
      'populate[a][pageSize]=1': ['pageSize', 'a.pageSize'],
      'populate[a][limit]=1': ['limit', 'a.limit'],
      'populate[a][start]=1': ['start', 'a.start'],
      'populate[a][foo]=1': ['foo', 'a.foo'],
      'populate[a]=b': ['b', 'a.b'],
      'populate[a][0]=b': ['0', 'a.0'],
      'populate[a]': ['a', 'a'],
      'populate[0][x]=1': ['0', '0'],
      'populate[z][on]=1': ['on', 'z.on'],
      'populate[z][on][s.q][on][x]=true': ['on', 'z.s.q.on'],
      'populate[z][on][s.q]=x': ['s.q', 'z.s.q'],
      'populate=a..b': ['a..b', 'a..b'],
    };
    for (const [text, [key, path]] of Object.entries(refused))
      expect(refusalOf(text), text).to.deep.equal({
        code: 'QUERY.INVALID_KEY',
        message: key === path ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
        details: { key, path, source: 'query', param: 'populate' },
      });
    expect(refusalOf('populate[a][count]=maybe').details).to.deep.include({ key: 'count' });
  });

  it('paths deeper than 20 levels are refused', () => {
    expect(refusalOf(`populate=${Array(21).fill('a').join('.')}`).message).to.contain('deeper than 20');
  });
});

describe('pagination', () => {
  it('is by page or by offset', () => {
    expect(listOf('pagination[page]=3&pagination[pageSize]=10')).to.deep.include({
      paging: { kind: 'page', page: 3, pageSize: 10, count: true },
    });
    expect(rangeOf('pagination[page]=3&pagination[pageSize]=10')).to.deep.equal({ offset: 20, limit: 10 });
    expect(listOf('pagination[limit]=3')).to.deep.include({
      paging: { kind: 'offset', start: 0, limit: 3, count: true },
    });
    expect(rangeOf('pagination[start]=7')).to.deep.equal({ offset: 7, limit: 25 });
  });

  it('values up to zero fall back to the default, large ones to the maximum', () => {
    expect(rangeOf('pagination[page]=0&pagination[pageSize]=-1')).to.deep.equal({ offset: 0, limit: 25 });
    expect(rangeOf('pagination[pageSize]=1000')).to.deep.equal({ offset: 0, limit: 100 });
    expect(rangeOf('pagination[start]=-5&pagination[limit]=0')).to.deep.equal({ offset: 0, limit: 25 });
  });

  it('count decides about the total, and whether an estimate will do', () => {
    const countingOf = (text: string) => {
      const { count, estimates = false } = queryOf(text);
      return { count, estimates };
    };
    expect(countingOf('pagination[count]=exact')).to.deep.equal({ count: true, estimates: false });
    expect(countingOf('pagination[start]=2&pagination[count]=estimated')).to.deep.equal({
      count: true,
      estimates: true,
    });
    expect(countingOf('pagination[count]=none')).to.deep.equal({ count: false, estimates: false });
  });

  it('withCount decides about the total', () => {
    for (const no of ['false', '0', 'f'])
      expect(queryOf(`pagination[withCount]=${no}`).count).to.equal(false);
    for (const yes of ['true', '1', 't'])
      expect(queryOf(`pagination[withCount]=${yes}`).count).to.equal(true);
    const uncounted = createQueryDecoder({ defaultLimit: 25, maxLimit: 100, withCount: false });
    for (const [text, count] of [
      ['', false],
      ['pagination[page]=2', false],
      ['pagination[withCount]=1', true],
    ] as const) {
      const decoded = uncounted.list('api::place.place', text);
      expect(decoded.ok && decoded.value.query.count).to.equal(count);
    }
    expect(refusalOf('pagination[withCount]=maybe')).to.deep.equal({
      code: 'QUERY.INVALID',
      message: 'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
    });
  });

  it('mixing both kinds, or standing outside, is a pagination error', () => {
    expect(refusalOf('pagination[page]=1&pagination[limit]=1')).to.deep.equal({
      code: 'QUERY.PAGINATION',
      message: 'Cannot use both page & offset pagination in the same query',
    });
    expect(refusalOf('page=2')).to.deep.equal({
      code: 'QUERY.PAGINATION',
      message:
        'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    });
  });

  it('anything but whole numbers that stay exact is refused by name', () => {
    for (const value of ['abc', '1.5', '', '1e3', '9007199254740993', '99999999999999999999'])
      expect(refusalOf(`pagination[page]=${value}`), value).to.nested.include({
        code: 'QUERY.INVALID',
        'details.key': 'page',
      });
    expect(refusalOf('pagination[page]=9007199254740991').message).to.contain('page');
    expect(refusalOf('pagination[foo]=1').message).to.equal('Invalid key foo');
    expect(refusalOf('pagination=3').details).to.deep.include({ key: 'pagination' });
  });
});

describe('status and locale', () => {
  it('are read', () => {
    expect(queryOf('status=draft')).to.deep.include({ layer: 'draft' });
    expect(queryOf('locale=fr')).to.deep.include({ locale: 'fr' });
    expect(queryOf('locale[0]=fr&locale[1]=en')).to.deep.include({ locale: ['fr', 'en'] });
  });

  it('anything else is refused', () => {
    expect(refusalOf('status=live').message).to.equal('Invalid status. Expected draft or published');
    expect(refusalOf('status[0]=draft').details).to.deep.include({ key: 'status' });
    expect(refusalOf('locale[x]=fr').details).to.deep.include({ key: 'locale' });
  });
});
