import { expect } from 'chai';
import type { ItemInput } from '../../../../src/domain/document/input.js';
import { accepted, create, refused, type Asked } from './restaurants.js';

const items = (name: string, raw: unknown, asked?: Asked): readonly ItemInput[] => {
  const value = accepted({ [name]: raw }, asked).components.get(name) ?? null;
  return value === null ? [] : 'component' in value ? [value] : value;
};

describe('components in bodies', () => {
  const wrong: readonly [string, unknown, string][] = [
    ['seo', [], 'seo must be a `object` type, but the final value was: `[]`.'],
    ['seo', 'x', 'seo must be a `object` type, but the final value was: `"x"`.'],
    ['seo', {}, 'seo.metaTitle must be a `string` type, but the final value was: `null`.'],
    ['seo', { metaTitle: 'x', id: 'y' }, 'seo.id must be the numeric id of a component item'],
    ['seo', { metaTitle: 'x', id: 1.5 }, 'seo.id must be the numeric id of a component item'],
    ['Openings', null, 'Openings must be a `array` type, but the final value was: `null`.'],
    ['Openings', {}, 'Openings must be a `array` type, but the final value was: `{}`.'],
    ['Openings', [null], 'Openings[0] must be a `object` type, but the final value was: `null`.'],
    ['Openings', [{}, {}, {}, {}], 'Openings field must have less than or equal to 3 items'],
    ['Openings', [{ day: 'sun' }], 'Openings[0].day must be one of the following values: mon, tue'],
    ['Openings', [{ id: 4 }, { id: '4' }], 'Openings must not name the item with id 4 more than once'],
    ['sections', null, 'sections must be a `array` type, but the final value was: `null`.'],
    ['sections', [{ text: 'x' }], 'sections[0].__component is a required field'],
    [
      'sections',
      [{ __component: 'shared.seo' }],
      'sections[0].__component must be one of the following values: sections.quote, sections.picks',
    ],
    [
      'sections',
      [{ __component: ['sections.quote'] }],
      'sections[0].__component must be one of the following values: sections.quote, sections.picks',
    ],
  ];
  for (const [name, raw, message] of wrong) {
    it(`are refused: ${name} ${JSON.stringify(raw)}`, () => {
      expect(refused({ [name]: raw }).message).to.equal(message);
    });
  }

  it('are refused with the path of the item', () => {
    expect(refused({ Openings: [null] }).details).to.deep.equal({
      errors: [
        {
          path: ['Openings', '0'],
          message: 'Openings[0] must be a `object` type, but the final value was: `null`.',
          name: 'ValidationError',
          value: null,
        },
      ],
    });
  });

  it('are cleared by null if they are not repeatable', () => {
    expect(accepted({ seo: null }).components.get('seo')).to.equal(null);
  });

  it('are new without an id: required attributes must be sent and defaults are added', () => {
    const [seo] = items('seo', { metaTitle: 'x', social: { handle: 'h' } });
    expect(seo?.id).to.equal(undefined);
    expect(seo?.component).to.equal('shared.seo');
    expect([...(seo?.values ?? [])]).to.deep.equal([
      ['metaTitle', 'x'],
      ['metaDescription', 'none'],
    ]);
    expect(items('seo', {}, { mode: { draft: true } })[0]?.values.get('metaDescription')).to.equal('none');
  });

  it('change partially with an id: nothing is required and no defaults are added', () => {
    const [seo] = items('seo', { id: '24', metaDescription: 'y' });
    expect(seo?.id).to.equal(24);
    expect([...(seo?.values ?? [])]).to.deep.equal([['metaDescription', 'y']]);
    expect(refused({ seo: { id: 24, metaTitle: null } }).message).to.equal(
      'seo.metaTitle must be a `string` type, but the final value was: `null`.',
    );
  });

  it('keep the order of the list, and the component of each item of a zone', () => {
    const sections = items('sections', [
      { __component: 'sections.picks', title: 't', picked: ['a'] },
      { __component: 'sections.quote', id: 3, text: 'q' },
    ]);
    expect(sections.map(({ component, id }) => [component, id])).to.deep.equal([
      ['sections.picks', undefined],
      ['sections.quote', 3],
    ]);
    expect(sections[0]?.relations.get('picked')).to.deep.equal({ kind: 'set', items: [{ documentId: 'a' }] });
  });

  it('may be an empty list whatever the minimum, unless they are required', () => {
    expect(items('Openings', [])).to.deep.equal([]);
    expect(refused({ weight: 1, keeper: 'a' }, { ...create, name: 'shelf' }).message).to.equal(
      'picks must be defined.',
    );
    expect(refused({ picks: null }, { name: 'shelf' }).message).to.equal(
      'picks must be a `object` type, but the final value was: `null`.',
    );
  });
});
