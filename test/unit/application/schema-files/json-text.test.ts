import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  moveMember,
  newText,
  removeMember,
  renameMember,
  setMember,
} from '../../../../src/application/schema-files/json-text.js';

const parsed = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));

describe('the text of a JSON file', () => {
  it('keeps indentation, ends of lines, numbers and escapes as they are written', () => {
    const text = '\uFEFF{\r\n\t"a": 1.0,\r\n\t"b": {\r\n\t\t"c": "\\u00e9, } ]"\r\n\t}\r\n}\r\n\r\n';
    expect(setMember(text, ['b', 'd'], { e: [1, 2] })).to.equal(
      text
        .replace('}\r\n}', '},\r\n}')
        .replace(
          '\\u00e9, } ]"\r\n\t},\r\n}',
          '\\u00e9, } ]",\r\n\t\t"d": {\r\n\t\t\t"e": [1, 2]\r\n\t\t}\r\n\t}\r\n}',
        ),
    );
    expect(renameMember(text, ['b', 'c'], 'x"y')).to.equal(text.replace('"c"', '"x\\"y"'));
    expect(removeMember(text, ['a'])).to.equal(text.replace('"a": 1.0,\r\n\t', ''));
    expect(removeMember(text, ['b'])).to.equal(text.replace(/,\r\n\t"b"[^]*\t\}/, ''));
    expect(removeMember(text, ['b', 'c'])).to.contain('"b": {}');
  });

  it('moves a member, and keeps how each is written', () => {
    const text = '{\n  "o": {\n    "a": { "x": 1 },\n    "b":\t[\n      2\n    ],\n    "c": 3\n  }\n}\n';
    const swapped = '{\n  "o": {\n    "b":\t[\n      2\n    ],\n    "a": { "x": 1 },\n    "c": 3\n  }\n}\n';
    expect(moveMember(text, ['o', 'b'], 'a')).to.equal(swapped);
    expect(moveMember(swapped, ['o', 'b'], 'c')).to.equal(text);
    expect(Object.keys((parsed(moveMember(text, ['o', 'a'], null)) as { o: object }).o)).to.deep.equal([
      'b',
      'c',
      'a',
    ]);
    for (const [path, before] of [
      [['o', 'a'], 'a'],
      [['o', 'z'], 'a'],
      [['o', 'a'], 'z'],
      [['x', 'a'], null],
    ] as const)
      expect(moveMember(text, path, before)).to.equal(text);
  });

  it('makes the objects on the way, and replaces what is none', () => {
    expect(parsed(setMember('{}', ['a', 'b', 'c'], 1))).to.deep.equal({ a: { b: { c: 1 } } });
    expect(parsed(setMember('{"a": [1]}', ['a', 'b'], 1))).to.deep.equal({ a: { b: 1 } });
    expect(removeMember('{"a": 1}', ['b', 'c'])).to.equal('{"a": 1}');
    expect(renameMember('{"a": 1}', ['b', 'c'], 'd')).to.equal('{"a": 1}');
  });

  it('changes like the value that it stands for', () => {
    const key = fc.constantFrom('a', 'b', 'c d', 'e"f', 'ü\\');
    const object = fc.dictionary(
      key,
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.dictionary(key, fc.jsonValue())),
    );
    const text = fc
      .tuple(object, fc.constantFrom(0, 1, 2, '\t'))
      .map(([value, indent]) => ({ value, text: JSON.stringify(value, null, indent) }));
    fc.assert(
      fc.property(text, key, fc.jsonValue(), ({ value, text: before }, name, given) => {
        const set = JSON.parse(JSON.stringify({ ...value, [name]: given })) as unknown;
        expect(JSON.parse(setMember(before, [name], given))).to.deep.equal(set);
        const { [name]: _gone, ...rest } = value;
        expect(JSON.parse(removeMember(before, [name]))).to.deep.equal(JSON.parse(JSON.stringify(rest)));
        expect(JSON.parse(newText(value))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
