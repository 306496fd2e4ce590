import { expect } from 'chai';
import { array, assert, double, option, property, record } from 'fast-check';
import { placeList } from '../../../../src/application/strapi-archive/list-places.js';

const position = option(double({ noNaN: true }), { nil: NaN });
const links = array(record({ draft: position, published: position }), { maxLength: 30 });

/** The links of a layer in the order of `at`; equal ones keep the order of the list. */
const ordered = (values: readonly number[]): readonly number[] =>
  [...values.keys()]
    .filter((link) => !Number.isNaN(values[link]))
    .sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0) || left - right);

const there = (places: Int32Array): readonly number[] =>
  [...places].map((place) => (place < 0 ? NaN : place));

describe('the places of links in a list', () => {
  it('keep the order of each layer', () => {
    assert(
      property(links, (list) => {
        const placed = placeList(list);
        for (const layer of ['draft', 'published'] as const)
          expect(ordered(there(placed[layer]))).to.deep.equal(ordered(list.map((link) => link[layer])));
      }),
    );
  });

  it('give the draft where what has moved is applied to the published layer', () => {
    assert(
      property(links, (list) => {
        const { draft, published, moved } = placeList(list);
        const applied = [...draft.keys()].map((link) => {
          const isOnlyIn = draft[link] === -1 || published[link] === -1;
          const place = isOnlyIn || moved[link] === 1 ? draft[link] : published[link];
          return place === undefined || place < 0 ? NaN : place;
        });
        expect(ordered(applied)).to.deep.equal(ordered(list.map((link) => link.draft)));
      }),
    );
  });

  it('move nothing where the layers agree, however far apart their positions are', () => {
    const list = [1, 2, 3].map((at) => ({ draft: at, published: at * 100 }));
    expect([...placeList(list).moved]).to.deep.equal([0, 0, 0]);
  });

  it('move one link where one was moved', () => {
    const published = [1, 2, 3, 4, 5];
    const list = [2, 3, 4, 5, 1].map((draft, at) => ({ draft, published: published[at] ?? 0 }));
    expect([...placeList(list).moved].filter((flag) => flag === 1)).to.have.lengthOf(1);
  });
});
