import type { Json } from '../../../../../../domain/schema/schema.js';

type Node = { readonly [name: string]: Json };

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childrenOf = (node: Node): readonly Node[] => {
  const { children } = node;
  return Array.isArray(children) ? (children as readonly Json[]).filter(isNode) : [];
};

/** Says a text of blocks as Markdown does, so that its words can be read and compared. `imageOf` says an image by its label. */
export const linesOfBlocks = (
  blocks: readonly Json[],
  imageOf: (label: string) => string,
): readonly string[] =>
  blocks.flatMap((block) => (isNode(block) ? linesOfBlock(block, imageOf) : [JSON.stringify(block)]));

function linesOfBlock(block: Node, imageOf: (label: string) => string): readonly string[] {
  switch (block['type']) {
    case 'paragraph':
    case 'heading':
    case 'quote':
    case 'code':
      return textOf(block)
        .split('\n')
        .map((line) => `${markOf(block)}${line}`);
    case 'list':
      return itemsOf(block);
    case 'image':
      return [imageOf(labelOf(block['image']))];
    default:
      return [JSON.stringify(block)];
  }
}

function markOf({ type, level }: Node): string {
  if (type === 'heading') return `${'#'.repeat(typeof level === 'number' ? level : 1)} `;
  return type === 'quote' ? '> ' : '';
}

function itemsOf(list: Node): readonly string[] {
  let number = 0;
  return childrenOf(list).flatMap((child) => {
    if (child['type'] === 'list') return itemsOf(child).map((line) => `    ${line}`);
    number += 1;
    return [`${list['format'] === 'ordered' ? `${number}.` : '-'} ${textOf(child)}`];
  });
}

function textOf(node: Node): string {
  const { text, type, url } = node;
  if (typeof text === 'string')
    return marks.reduce((all, [name, mark]) => marked(node, name, all, mark), text);
  const inside = childrenOf(node).map(textOf).join('');
  return type === 'link' && typeof url === 'string' ? `[${inside}](${url})` : inside;
}

const marks = [
  ['code', '`'],
  ['bold', '**'],
  ['italic', '_'],
  ['strikethrough', '~~'],
] as const;

const marked = (node: Node, name: string, text: string, mark: string): string =>
  node[name] === true ? `${mark}${text}${mark}` : text;

function labelOf(image: Json | undefined): string {
  const { alternativeText, name, url } = isNode(image) ? image : {};
  const label = [alternativeText, name, url].find((one) => typeof one === 'string' && one !== '');
  return typeof label === 'string' ? label : '';
}
