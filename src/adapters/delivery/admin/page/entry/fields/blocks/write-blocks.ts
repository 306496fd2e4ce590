import type { Mark, Node } from 'prosemirror-model';
import type { Json } from '../../../../../../../domain/schema/schema.js';
import { flags, type Extra } from './blocks-schema.js';
import type { Memory } from './read-blocks.js';

type Written = Readonly<Record<string, Json>>;

/**
 * Makes the value of a `blocks` attribute: of nodes that nobody has edited, what they were read from. Null: nothing is written.
 */
export function writeBlocks(doc: Node, memory: Memory): Json {
  const before = memory.get(doc);
  if (before !== undefined) return before;
  return isEmpty(doc) ? null : doc.children.map((block) => writeNode(block, memory));
}

/** Whether there is one paragraph without a text. */
export const isEmpty = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 &&
  firstChild?.type.name === 'paragraph' &&
  firstChild.childCount === 0 &&
  Object.keys(extraOf(firstChild)).length === 0;

const extraOf = ({ attrs }: Node | Mark): Extra => attrs['extra'] as Extra;

function writeNode(node: Node, memory: Memory): Json {
  const before = memory.get(node);
  if (before !== undefined) return before;
  return node.isAtom ? headOf(node) : { ...headOf(node), children: childrenOf(node, memory) };
}

const textsOf = ({ attrs: { children } }: Node): Written =>
  children === null ? {} : { children: children as Json };

const childrenOf = (node: Node, memory: Memory): readonly Json[] =>
  node.type.name === 'list' ? node.children.map((child) => writeNode(child, memory)) : writeInline(node);

/** A node without its lines. */
function headOf(node: Node): Written {
  const { attrs } = node;
  switch (node.type.name) {
    case 'heading':
      return { type: 'heading', ...extraOf(node), level: attrs['level'] as Json };
    case 'list':
      return { type: 'list', ...extraOf(node), format: attrs['format'] as Json };
    case 'item':
      return { type: 'list-item', ...extraOf(node) };
    case 'image':
      return { type: 'image', ...extraOf(node), image: attrs['image'] as Json, ...textsOf(node) };
    case 'codeBlock':
      return { type: 'code', ...extraOf(node) };
    default:
      return { type: node.type.name, ...extraOf(node) };
  }
}

/** The children of a node without texts. */
export const none: readonly Json[] = [{ type: 'text', text: '' }];

/** The texts of a line, those of one link in that link. */
function writeInline(node: Node): readonly Json[] {
  const written: Json[] = [];
  let link: { readonly mark: Mark; readonly texts: Texts } | null = null;
  let texts = newTexts();
  const flush = (): void => {
    written.push(...texts.all());
    texts = newTexts();
  };
  for (const child of node.children) {
    const mark = child.marks.find(({ type }) => type.name === 'link');
    if (mark === undefined) {
      link = null;
      texts.add(child);
      continue;
    }
    if (link === null || !link.mark.eq(mark)) {
      flush();
      const inside = newTexts();
      link = { mark, texts: inside };
      // Its texts are added while the line is read.
      written.push({
        type: 'link',
        ...extraOf(mark),
        url: mark.attrs['url'] as Json,
        children: inside.all(),
      });
    }
    link.texts.add(child);
  }
  flush();
  return written.length === 0 ? none : written;
}

interface Texts {
  add(node: Node): void;
  all(): readonly Json[];
}

/** Joins texts with the same marks, and the ends of lines between them. */
function newTexts(): Texts {
  const all: { type: string; text: string }[] = [];
  let last: { readonly marks: readonly Mark[] } | null = null;
  return {
    add(node) {
      const text = node.isText ? (node.text ?? '') : '\n';
      const marks = node.marks.filter(({ type }) => type.name !== 'link');
      const end = all.at(-1);
      if (end !== undefined && last !== null && isSame(last.marks, marks)) end.text += text;
      else all.push({ type: 'text', ...otherOf(marks), text, ...flagsOf(marks) });
      last = { marks };
    },
    all: () => all,
  };
}

const isSame = (one: readonly Mark[], other: readonly Mark[]): boolean =>
  one.length === other.length && one.every((mark, at) => other[at] !== undefined && mark.eq(other[at]));

const otherOf = (marks: readonly Mark[]): Extra => {
  const other = marks.find(({ type }) => type.name === 'other');
  return other === undefined ? {} : extraOf(other);
};

const flagsOf = (marks: readonly Mark[]): Written =>
  Object.fromEntries(
    flags.filter((flag) => marks.some(({ type }) => type.name === flag)).map((flag) => [flag, true]),
  );
