import { expect } from 'chai';
import { coversLocale } from '../../../../src/domain/permission/granted-locales.js';
import { compare, equals } from '../../../../src/domain/query/compare.js';
import type { Filter } from '../../../../src/domain/query/query.js';
import { scalarOf, type ContentType } from '../../../../src/domain/schema/schema.js';
import { contentType, drafts, localized, schemaFrom } from '../../../schema-builders.js';

describe('the locales that a grant covers', () => {
  const type = schemaFrom({
    contentTypes: [contentType('page', 'pages', { Title: { type: 'string' } }, { ...drafts, ...localized })],
  }).contentTypes.get('api::page.page') as ContentType;
  const covered = (filter: Filter | null): readonly string[] =>
    ['en', 'fr', 'pt-BR'].filter((code) =>
      coversLocale({ fields: null, filter }, scalarOf(type, 'locale'), code),
    );
  const not = (filter: Filter): Filter => ({ kind: 'not', filter });
  const join = (kind: 'and' | 'or', ...filters: readonly Filter[]): Filter => ({ kind, filters });
  const french = equals('locale', 'fr');
  const title = equals('Title', 'x');

  it('are those that comparisons of the locale leave', () => {
    expect(covered(null)).to.deep.equal(['en', 'fr', 'pt-BR']);
    expect(covered(title)).to.deep.equal(['en', 'fr', 'pt-BR']);
    expect(covered(french)).to.deep.equal(['fr']);
    expect(covered(not(french))).to.deep.equal(['en', 'pt-BR']);
    expect(covered(compare('locale', '$in', ['pt-BR', 'fr']))).to.deep.equal(['fr', 'pt-BR']);
    expect(covered(compare('locale', '$startsWithi', 'PT'))).to.deep.equal(['pt-BR']);
  });

  it('are joined as their filters are', () => {
    expect(covered(join('and', french, title))).to.deep.equal(['fr']);
    expect(covered(join('or', french, title))).to.deep.equal(['en', 'fr', 'pt-BR']);
    expect(covered(join('or', french, equals('locale', 'en')))).to.deep.equal(['en', 'fr']);
    expect(covered(not(join('or', french, title)))).to.deep.equal(['en', 'pt-BR']);
    expect(covered(not(join('and', french, title)))).to.deep.equal(['en', 'fr', 'pt-BR']);
    expect(covered(join('and', french, equals('locale', 'en')))).to.deep.equal([]);
    expect(
      covered({
        kind: 'at',
        key: 'locale',
        filter: join('or', { kind: 'compare', operator: '$eq', value: 'en' }),
      }),
    ).to.deep.equal(['en']);
  });

  it('are none where a comparison no longer fits, and all where it has no parts', () => {
    expect(covered(compare('locale', '$between', 'fr'))).to.deep.equal([]);
    expect(covered(join('or'))).to.deep.equal(['en', 'fr', 'pt-BR']);
  });
});
