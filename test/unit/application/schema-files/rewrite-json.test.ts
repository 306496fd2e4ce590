import { expect } from 'chai';
import * as fc from 'fast-check';
import { rewriteJson } from '../../../../src/application/schema-files/rewrite-json.js';

const written = `{
    "title": "Name",
    "tabs": [
        {
            "label": "Main",
            "attributes": [
                { "name": "Name", "width": 8 },
                {
                    "name": "Kind",
                    "width": 4
                },
                "Rest"
            ]
        },
        { "label": "More", "attributes": ["Price"] }
    ]
}
`;
const [main, more] = (
  JSON.parse(written) as { tabs: readonly { label: string; attributes: readonly unknown[] }[] }
).tabs as [
  { label: string; attributes: readonly unknown[] },
  { label: string; attributes: readonly unknown[] },
];

describe('a JSON text with another value', () => {
  it('keeps what is the same as it is written, also where it moved', () => {
    expect(rewriteJson(written, JSON.parse(written))).to.equal(written);
    const [name, kind, rest] = main.attributes;
    const moved = {
      title: 'Name',
      tabs: [
        { ...main, attributes: [kind, name] },
        { ...more, attributes: [rest, 'Price'] },
      ],
    };
    expect(rewriteJson(written, moved)).to.equal(`{
    "title": "Name",
    "tabs": [
        {
            "label": "Main",
            "attributes": [
                {
                    "name": "Kind",
                    "width": 4
                },
                { "name": "Name", "width": 8 }
            ]
        },
        { "label": "More", "attributes": ["Rest", "Price"] }
    ]
}
`);
  });

  it('writes what changed in the form that it had', () => {
    const [name, , rest] = main.attributes;
    const changed = [{ ...(name as object), help: 'Of it' }, { name: 'Kind', width: 6, label: 'K' }, rest];
    const text = rewriteJson(written, { title: 'Name', tabs: [{ ...main, attributes: changed }, more] });
    expect(text).to.include('{ "name": "Name", "width": 8, "help": "Of it" },\n');
    expect(text).to.include(
      `{
                    "name": "Kind",
                    "width": 6,
                    "label": "K"
                },`,
    );
  });

  it('begins with an item on each line', () => {
    const value = {
      columns: ['a', 'b'],
      attributes: ['a', { name: 'b', width: 4, visibleIf: { a: { $eq: 1 } } }],
    };
    expect(rewriteJson('', value)).to.equal(`{
  "columns": ["a", "b"],
  "attributes": [
    "a",
    { "name": "b", "width": 4, "visibleIf": { "a": { "$eq": 1 } } }
  ]
}
`);
  });

  it('has that value, whatever it was', () => {
    const item = fc.oneof(
      fc.constantFrom('a', 'b'),
      fc.record({ name: fc.constantFrom('a', 'b', 'c'), more: fc.jsonValue({ maxDepth: 2 }) }),
      fc.record({ label: fc.constantFrom('a', 'b'), attributes: fc.array(fc.jsonValue({ maxDepth: 1 })) }),
    );
    const value = fc.oneof(fc.jsonValue(), fc.record({ tabs: fc.array(item), attributes: fc.array(item) }));
    fc.assert(
      fc.property(value, value, fc.constantFrom(0, 2, '\t'), (before, after, indent) => {
        const text = JSON.stringify(before, null, indent);
        const plain = JSON.parse(JSON.stringify(after)) as unknown;
        expect(JSON.parse(rewriteJson(text, plain))).to.deep.equal(plain);
      }),
    );
  });
});
