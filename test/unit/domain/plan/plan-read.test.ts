import { expect } from 'chai';
import {
  grantsOf,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../../../src/domain/permission/permission.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { Filter, Query } from '../../../../src/domain/query/query.js';
import { printPlan } from './print-plan.js';
import { component, contentType, drafts, localized, relation, schemaFrom } from '../../../schema-builders.js';
import { withoutReasons } from '../../../without-reasons.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('place', 'places', {
      Name: { type: 'string' },
      Stars: { type: 'integer' },
      Tags: { type: 'json' },
      Secret: { type: 'string', private: true },
      Key: { type: 'password' },
      owner: relation('manyToOne', 'api::chef.chef', { inversedBy: 'places' }),
      kinds: relation('manyToMany', 'api::kind.kind', { inversedBy: 'places' }),
      hidden: relation('manyToMany', 'api::kind.kind', { private: true }),
      menu: relation('oneToOne', 'api::menu.menu'),
      seo: { type: 'component', component: 'shared.seo' },
      hours: { type: 'component', component: 'shared.hours', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
    }),
    contentType('kind', 'kinds', {
      Name: { type: 'string' },
      places: relation('manyToMany', 'api::place.place', { mappedBy: 'kinds' }),
    }),
    contentType('chef', 'chefs', {
      Name: { type: 'string' },
      places: relation('oneToMany', 'api::place.place', { mappedBy: 'owner' }),
    }),
    contentType('menu', 'menus', { Title: { type: 'string' } }, { ...drafts, ...localized }),
  ],
  components: [
    component('shared.seo', { title: { type: 'string' }, hush: { type: 'string', private: true } }),
    component('shared.hours', {
      day: { type: 'string' },
      note: { type: 'component', component: 'shared.quote' },
    }),
    component('shared.quote', { text: { type: 'text' }, by: relation('manyToOne', 'api::chef.chef') }),
  ],
});

const may = (...grants: [uid: string, ...actions: Action[]][]): Principal => ({
  kind: 'public',
  name: 'public',
  grants: grantsOf(grants.map(([uid, ...actions]) => [uid, actions])),
});

/** May read everything but chefs. */
const visitor = may(
  ['api::place.place', 'find', 'findOne'],
  ['api::kind.kind', 'find'],
  ['api::menu.menu', 'find'],
);

function ask(question: Partial<Query>, principal: Principal = visitor) {
  const query: Query = {
    type: 'api::place.place',
    action: 'find',
    range: { offset: 0, limit: 25 },
    count: false,
    layer: 'published',
    ...question,
  };
  return planRead(schema, query, principal, { rows: 100, textSize: 1000, searchText: 8_000 });
}

function plan(question: Partial<Query>, principal?: Principal): string {
  const planned = ask(question, principal);
  if (!planned.ok) throw new Error(JSON.stringify(planned.failure));
  return printPlan(planned.value);
}

function refuse(question: Partial<Query>, principal?: Principal) {
  const planned = ask(question, principal);
  if (planned.ok) throw new Error(printPlan(planned.value));
  return withoutReasons(planned.failure);
}

const at = (...path: [...string[], Filter]): Filter => {
  const filter = path.at(-1) as Filter;
  return (path.slice(0, -1) as string[]).reduceRight<Filter>(
    (inner, key) => ({ kind: 'at', key, filter: inner }),
    filter,
  );
};
const compare = (operator: string, value: unknown): Filter =>
  ({ kind: 'compare', operator, value }) as Filter;
const not = (filter: Filter): Filter => ({ kind: 'not', filter });
const where = (filter: Filter, principal?: Principal): string =>
  /where (.*)/.exec(plan({ filters: filter }, principal))?.[1] ?? 'everything';

const populate = (...members: (string | object)[]) => ({
  populate: {
    all: false,
    members: members.map((member) => (typeof member === 'string' ? { name: member } : member)),
  } as never,
});

const fields = 'id documentId Name Stars Tags createdAt updatedAt publishedAt';

describe('planRead', () => {
  it('selects the scalar fields in schema order, without private ones', () => {
    expect(plan({})).to.equal(`place published\norder id asc\nrange 0+25\n{${fields}}`);
  });

  it("selects private fields for the server's own code", () => {
    expect(plan({}, systemPrincipal)).to.include('{id documentId Name Stars Tags Secret Key createdAt');
  });

  it('always selects id and documentId', () => {
    expect(plan({ fields: ['Stars', 'Name'] })).to.include('{id documentId Name Stars}');
  });

  it('refuses a type that the principal may not find, and names the grant', () => {
    expect(refuse({ type: 'api::chef.chef' })).to.deep.equal({
      code: 'POLICY.DENIED',
      message: 'Forbidden',
      missing: { action: 'find', type: 'api::chef.chef' },
    });
  });

  it('distinguishes find from findOne', () => {
    expect(refuse({ type: 'api::kind.kind', action: 'findOne' }).code).to.equal('POLICY.DENIED');
  });

  it('combines the documentId with the filters', () => {
    expect(plan({ documentId: 'abc', filters: at('Stars', compare('$gt', '2')) })).to.include(
      'where (documentId eq "abc" and Stars gt 2)',
    );
  });

  describe('filters', () => {
    const cases: readonly [title: string, filter: Filter, expected: string][] = [
      ['values are cast by their field', at('Stars', compare('$eq', '3')), 'Stars eq 3'],
      ['opposites are negated leaves', at('Name', compare('$ne', 'x')), 'Name not eq "x"'],
      ['folding operators say so', at('Name', compare('$containsi', 'x')), 'Name contains "x" i'],
      [
        'only text is folded',
        at('createdAt', compare('$eqi', '2024-01-01')),
        'createdAt eq "2024-01-01T00:00:00.000Z"',
      ],
      ['an empty list stays a list', at('Name', compare('$in', [])), 'Name in []'],
      [
        'null in a list is asked for itself',
        at('Name', compare('$in', ['a', null])),
        '(Name in ["a"] or Name null)',
      ],
      ['equal to null is null', at('Name', compare('$eq', null)), 'Name null'],
      ['repeated values are any of them', at('Name', compare('$eq', ['a', 'b'])), 'Name in ["a","b"]'],
      ['$null false is not null', at('Name', compare('$null', 'false')), 'Name not null'],
      ['negation goes down to the leaves', not(at('Name', compare('$eq', 'x'))), 'Name not eq "x"'],
      [
        'negation turns groups around',
        not({ kind: 'and', filters: [at('Name', compare('$eq', 'x')), at('Stars', compare('$null', true))] }),
        '(Name not eq "x" or Stars not null)',
      ],
      ['negation twice is none', not(not(at('Stars', compare('$gt', 1)))), 'Stars gt 1'],
      ['$not under a field', at('Stars', not(compare('$lt', '2'))), 'Stars not lt 2'],
      ['through a relation', at('kinds', 'Name', compare('$eq', 'x')), 'some kinds[Name eq "x"]'],
      [
        'what one object says holds of one target',
        at('kinds', {
          kind: 'and',
          filters: [at('Name', compare('$eq', 'x')), at('id', compare('$gt', '1'))],
        }),
        'some kinds[(Name eq "x" and id gt 1)]',
      ],
      [
        'a negated relation filter negates inside',
        at('kinds', 'Name', compare('$ne', 'x')),
        'some kinds[Name not eq "x"]',
      ],
      ['a relation by numeric id', at('kinds', compare('$eq', '5')), 'some kinds[id eq 5]'],
      ['a relation by documentId', at('kinds', compare('$eq', 'abc')), 'some kinds[documentId eq "abc"]'],
      ['a relation that is not there', at('kinds', compare('$null', 'true')), 'no kinds'],
      ['a relation that is there', at('kinds', not(compare('$null', 'true'))), 'some kinds'],
      ['contexts flow to targets', at('menu', 'Title', compare('$eq', 'x')), 'some menu link[Title eq "x"]'],
      ['components', at('hours', 'day', compare('$eq', 'mon')), 'some hours[day eq "mon"]'],
      [
        'nested components',
        at('hours', 'note', 'text', compare('$eq', 'x')),
        'some hours[some note[text eq "x"]]',
      ],
      ['JSON by its text', at('Tags', compare('$contains', 'fish')), 'Tags contains "fish"'],
      ['an empty group restricts nothing', { kind: 'and', filters: [] }, 'everything'],
    ];
    for (const [title, filter, expected] of cases) it(title, () => expect(where(filter)).to.equal(expected));

    const refusals: readonly [title: string, filter: Filter, message: string, path: string | null][] = [
      ['unknown', at('nope', compare('$eq', 1)), 'Invalid key nope', null],
      ['private', at('Secret', compare('$eq', 1)), 'Invalid key Secret', null],
      ['password', at('Key', compare('$startsWith', 'a')), 'Invalid key Key', null],
      [
        'a relation to what may not be found',
        at('owner', 'Name', compare('$eq', 1)),
        'Invalid key owner',
        null,
      ],
      ['its mere presence', at('owner', compare('$null', true)), 'Invalid key owner', null],
      [
        'unknown behind a relation',
        at('kinds', 'nope', compare('$eq', 1)),
        'Invalid key nope at kinds',
        'kinds',
      ],
      [
        'a way around to what is forbidden',
        at('kinds', 'places', 'owner', compare('$eq', 1)),
        'Invalid key owner at kinds.places',
        'kinds.places',
      ],
      ['private inside a component', at('seo', 'hush', compare('$eq', 1)), 'Invalid key hush at seo', 'seo'],
      [
        'forbidden inside a component',
        at('hours', 'note', 'by', compare('$eq', 1)),
        'Invalid key by at hours.note',
        'hours.note',
      ],
      ['an attribute under a scalar', at('Name', 'x', compare('$eq', 1)), 'Invalid key x at Name', 'Name'],
      ['a zone', at('zone', compare('$null', true)), 'Invalid key zone', 'zone'],
      ['prototype names', at('__proto__', compare('$eq', 1)), 'Invalid key __proto__', null],
    ];
    for (const [title, filter, message, path] of refusals) {
      it(`refuses ${title}`, () => {
        const { code, message: said, details } = refuse({ filters: filter });
        expect({ code, said, path: details?.['path'], param: details?.['param'] }).to.deep.equal({
          code: 'QUERY.INVALID_KEY',
          said: message,
          path,
          param: 'filters',
        });
      });
    }

    it('names the key of an invalid value', () => {
      const { code, message } = refuse({ filters: at('Stars', compare('$eq', 'many')) });
      expect({ code, message }).to.deep.equal({
        code: 'QUERY.INVALID',
        message: 'Invalid value "many" for $eq at Stars',
      });
      expect(refuse({ filters: at('Stars', compare('$between', ['1'])) }).code).to.equal('QUERY.INVALID');
      expect(refuse({ filters: at('Tags', compare('$gt', 'x')) }).message).to.equal(
        'Operator $gt cannot be used at Tags',
      );
      expect(refuse({ filters: at('Name', compare('$eq', { $ne: null })) }).code).to.equal('QUERY.INVALID');
    });

    for (const operator of ['$contains', '$startsWith', '$endsWith', '$eqi']) {
      it(`refuses a text that is too long for ${operator}`, () => {
        const { code, message } = refuse({ filters: at('Name', compare(operator, 'x'.repeat(8_001))) });
        expect({ code, message }).to.deep.equal({
          code: 'QUERY.INVALID',
          message: `The text to look for with ${operator} at Name has more than 8000 characters`,
        });
        plan({ filters: at('Name', compare(operator, 'x'.repeat(8_000))) });
        plan({ filters: at('Name', compare('$eq', 'x'.repeat(9_000))) });
      });
    }

    it('refuses more parts than the limit', () => {
      const filters = {
        kind: 'or' as const,
        filters: Array.from({ length: 1001 }, () => at('Stars', compare('$eq', 1))),
      };
      expect(refuse({ filters }).code).to.equal('PLAN.TOO_LARGE');
    });
  });

  describe('sort', () => {
    const order = (...sort: [path: string, direction: 'asc' | 'desc'][]) => ({
      sort: sort.map(([path, direction]) => ({ path: path.split('.'), direction })),
    });

    it('ends in id in the direction of the last key', () => {
      expect(plan(order(['Name', 'asc'], ['Stars', 'desc']))).to.include(
        'order Name asc, Stars desc, id desc\n',
      );
    });

    it('stops at id', () => {
      expect(plan(order(['id', 'desc'], ['Name', 'asc']))).to.include('order id desc\n');
    });

    it('sorts through to-one relations and single components', () => {
      expect(plan(order(['menu.Title', 'asc']))).to.include('order menu.Title asc, id asc\n');
      expect(plan(order(['seo.title', 'asc']))).to.include('order seo.title asc, id asc\n');
    });

    it('sorts through to-many relations by the value that comes first', () => {
      expect(plan(order(['kinds.Name', 'asc']))).to.include('order min kinds.Name asc, id asc\n');
      expect(plan(order(['kinds.Name', 'desc']))).to.include('order max kinds.Name desc, id desc\n');
    });

    for (const path of [
      'nope',
      'Secret',
      'Key',
      'owner.Name',
      'hours.day',
      'seo.hush',
      'Tags',
      'kinds',
      'zone',
    ]) {
      it(`refuses ${path}`, () => {
        const { code, details } = refuse(order([path, 'asc']));
        expect([code, details?.['param']]).to.deep.equal(['QUERY.INVALID_KEY', 'sort']);
      });
    }
  });

  describe('populate', () => {
    const shape = (question: Partial<Query>, principal?: Principal): string =>
      plan({ fields: ['Name'], ...question }, principal)
        .split('\n')
        .at(-1) as string;

    it('includes every permitted relation, component and zone of one level for *', () => {
      expect(shape({ populate: { all: true, members: [] } })).to.equal(
        '{id documentId Name kinds→ {id documentId Name createdAt updatedAt publishedAt} ' +
          'menu→ link {id documentId Title createdAt updatedAt publishedAt locale} seo {id title} hours {id day} ' +
          'zone {shared.seo {id title} shared.quote {id text}}}',
      );
    });

    it('leaves out what the principal may not find, without a failure', () => {
      expect(shape(populate('owner', { name: 'owner', filters: at('nope', compare('$eq', 1)) }))).to.equal(
        '{id documentId Name}',
      );
    });

    it('refuses private and unknown names, and scalars', () => {
      expect(refuse(populate('hidden')).details).to.deep.include({
        key: 'hidden',
        path: null,
        param: 'populate',
      });
      expect(refuse(populate('nope')).details).to.deep.include({
        key: 'nope',
        path: null,
        param: 'populate',
      });
      expect(refuse(populate('Name')).details).to.deep.include({
        key: 'Name',
        path: 'Name',
        param: 'populate',
      });
    });

    it('filters, sorts and selects inside a relation', () => {
      const inside = {
        name: 'kinds',
        fields: ['Name'],
        filters: at('Name', compare('$ne', 'x')),
        sort: [{ path: ['Name'], direction: 'desc' }],
      };
      expect(shape(populate(inside))).to.equal(
        '{id documentId Name kinds→[Name not eq "x"] by Name desc, id desc {id documentId Name}}',
      );
    });

    it('reports paths of nested filters from the relation on', () => {
      const inside = { name: 'kinds', filters: at('nope', compare('$eq', 1)) };
      expect(refuse(populate(inside)).details).to.deep.include({
        key: 'nope',
        path: null,
        param: 'populate',
      });
    });

    it('counts instead of listing', () => {
      expect(shape(populate({ name: 'kinds', count: true }))).to.equal('{id documentId Name count kinds}');
    });

    it('includes only the listed components of a zone', () => {
      const zone = { name: 'zone', on: [{ component: 'shared.quote', fields: ['text'] }] };
      expect(shape(populate(zone))).to.equal('{id documentId Name zone {shared.quote {id text}}}');
      expect(refuse(populate({ name: 'zone', on: [{ component: 'shared.hours' }] })).details).to.deep.include(
        { key: 'shared.hours' },
      );
    });

    it('refuses filters and sorts for components of a zone', () => {
      const sort = [{ path: ['text'], direction: 'asc' }] as const;
      const filters = { kind: 'at', key: 'hint', filter: compare('$eq', 'x') } as const;
      for (const [key, said] of Object.entries({ sort: { sort }, filters: { filters } })) {
        const zone = { name: 'zone', on: [{ component: 'shared.quote', ...said }] };
        expect(refuse(populate(zone)).details, key).to.deep.include({ key, path: 'zone.shared.quote' });
      }
    });

    it('applies permissions inside components and zones', () => {
      const inside = populate({ name: 'zone', ...populate('by') });
      expect(shape(inside)).to.equal(
        '{id documentId Name zone {shared.seo {id title} shared.quote {id text}}}',
      );
      expect(shape(inside, { ...systemPrincipal })).to.include('by→');
    });

    it('refuses a tree that is too deep or too large', () => {
      const deep = (levels: number): object =>
        levels === 0
          ? { name: 'kinds' }
          : { name: levels % 2 === 0 ? 'kinds' : 'places', ...populate(deep(levels - 1)) };
      expect(refuse(populate(deep(42))).code).to.equal('PLAN.TOO_LARGE');
    });
  });
});
