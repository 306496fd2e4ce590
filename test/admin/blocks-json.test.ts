import { expect } from 'chai';
import * as fc from 'fast-check';
import { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { blockFault } from '../../src/domain/document/copy-json.js';
import type { Json } from '../../src/domain/schema/schema.js';
import { blocksSchema } from '../../src/adapters/delivery/admin/page/entry/fields/blocks/blocks-schema.js';
import {
  readBlocks,
  type ReadBlocks,
} from '../../src/adapters/delivery/admin/page/entry/fields/blocks/read-blocks.js';
import { writeBlocks } from '../../src/adapters/delivery/admin/page/entry/fields/blocks/write-blocks.js';
import { arbitraryBlocks } from './arbitrary-blocks.js';

const read = (value: Json): ReadBlocks => {
  const found = readBlocks(value);
  if (found === null) throw new Error(`not read: ${JSON.stringify(value)}`);
  return found;
};

const paragraph = (text: string, more: object = {}) => ({
  type: 'paragraph',
  children: [{ type: 'text', text, ...more }],
});

describe('the JSON of the blocks editor', () => {
  it('is written back as it was read, with unknown keys, in a document that is valid', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (value) => {
        const { doc, memory } = read(value);
        doc.check();
        expect(JSON.stringify(writeBlocks(doc, memory))).to.equal(JSON.stringify(value));
      }),
    );
  });

  it('is as it was in all blocks but the edited one, which keeps its unknown keys', () => {
    fc.assert(
      fc.property(arbitraryBlocks, fc.nat(), (value, at) => {
        const { doc, memory } = read(value);
        const lines: number[] = [];
        doc.descendants((node, position) => void (node.isTextblock && lines.push(position)));
        const position = lines[at % Math.max(1, lines.length)];
        if (position === undefined) return;
        const { tr } = EditorState.create({ doc });
        tr.insertText('typed', position + 1);
        const index = doc.resolve(position).index(0);
        const written = writeBlocks(tr.doc, memory) as readonly Record<string, Json>[];
        expect(written.toSpliced(index, 1)).to.deep.equal(value.toSpliced(index, 1));
        const { children: _, ...head } = written[index] ?? {};
        const { children: __, ...before } = value[index] ?? {};
        expect(head).to.deep.equal(before);
        expect(JSON.stringify(written[index])).to.contain('typed');
        expect(blockFault(written[index] ?? {})).to.equal(null);
      }),
    );
  });

  it('means the same where every block is written anew', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (value) => {
        const copy = Node.fromJSON(blocksSchema, read(value).doc.toJSON());
        const written = writeBlocks(copy, new WeakMap());
        const again = read(written ?? []).doc;
        expect(again.toJSON()).to.deep.equal(copy.toJSON());
      }),
    );
  });

  it('has the form that Strapi gives it', () => {
    const value = [
      { type: 'heading', level: 1, children: [{ type: 'text', text: 'Title' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'plain ' },
          { type: 'text', text: 'bold\nlines', bold: true },
          { type: 'link', url: 'https://example.com', children: [{ type: 'text', text: 'there' }] },
        ],
      },
      {
        type: 'list',
        format: 'unordered',
        children: [
          { type: 'list-item', children: [{ type: 'text', text: 'one' }] },
          {
            type: 'list',
            format: 'ordered',
            indentLevel: 1,
            children: [{ type: 'list-item', children: [{ type: 'text', text: '' }] }],
          },
        ],
      },
      { type: 'code', language: 'sql', children: [{ type: 'text', text: 'select 1;\n\nselect 2;' }] },
    ] as Json;
    const copy = Node.fromJSON(blocksSchema, read(value).doc.toJSON());
    expect(writeBlocks(copy, new WeakMap())).to.deep.equal(value);
  });

  it('is nothing where nothing is written', () => {
    for (const none of [null, []]) {
      const { doc, memory } = read(none);
      expect(writeBlocks(doc, memory)).to.deep.equal(none);
      const typed = EditorState.create({ doc }).tr.insertText('a', 1);
      expect(writeBlocks(typed.doc, memory)).to.deep.equal([paragraph('a')]);
      expect(writeBlocks(typed.delete(1, 2).doc, memory)).to.equal(null);
    }
  });

  it('is left to others where it is of another kind', () => {
    const deep = (depth: number): Json =>
      depth === 0
        ? { type: 'list-item', children: [] }
        : { type: 'list', format: 'ordered', children: [deep(depth - 1)] };
    const strange: readonly Json[] = [
      'text',
      { type: 'paragraph', children: [] },
      [null],
      [{ type: 'video', children: [] }],
      [{ type: 'heading', level: 7, children: [] }],
      [{ type: 'paragraph', children: [{ type: 'image', image: { url: '/a' } }] }],
      [paragraph('x', { bold: 'yes' })],
      [{ type: 'list', format: 'ordered', children: [] }],
      [{ type: 'image', image: {} }],
      [deep(100)],
    ];
    for (const value of strange) expect(readBlocks(value), JSON.stringify(value).slice(0, 80)).to.equal(null);
  });
});
