import type { Mark, Node } from 'prosemirror-model';
import { blockFault } from '../../../../../../../domain/document/copy-json.js';
import { isPlainObject } from '../../../../../../../domain/document/plain-object.js';
import type { Json } from '../../../../../../../domain/schema/schema.js';
import { blocksSchema, flags, knownImages, type Extra } from './blocks-schema.js';

/** What nodes were read from: whoever edits one gets another node, so that the others are written back as they were. */
export type Memory = WeakMap<Node, Json>;

export interface ReadBlocks {
  readonly doc: Node;
  readonly memory: Memory;
}

type Source = Readonly<Record<string, Json>>;

/** Lists in lists beyond this depth are not for people to edit. */
const deepest = 40;

const { nodes, marks } = blocksSchema;

/** Reads the value of a `blocks` attribute; null if the editor cannot show it as it is. */
export function readBlocks(value: Json): ReadBlocks | null {
  const memory: Memory = new WeakMap();
  const remembered = (node: Node): ReadBlocks => {
    memory.set(node, value);
    return { doc: node, memory };
  };
  if (value === null || (Array.isArray(value) && value.length === 0))
    return remembered(nodes.doc.create(null, nodes.paragraph.create()));
  if (!Array.isArray(value) || !fits(value)) return null;
  const blocks = (value as readonly Source[]).map((block) => readNode(block, memory));
  return remembered(nodes.doc.create(null, blocks));
}

/** Whether all is known and nothing is too deep. A list without items has no place for a caret. */
function fits(value: readonly Json[]): boolean {
  let level: readonly Json[] = value;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false;
    if (level.some((node) => childrenOf(node).length === 0 && isPlainObject(node) && node['type'] === 'list'))
      return false;
    level = level.flatMap(childrenOf);
  }
  return value.every((block) => isPlainObject(block) && blockFault(block) === null);
}

const childrenOf = (node: Json): readonly Json[] =>
  isPlainObject(node) && Array.isArray(node['children']) ? (node['children'] as readonly Json[]) : [];

/** The keys that a node has beside those with a meaning here. */
const extraOf = (source: Source, ...known: readonly string[]): Extra =>
  Object.fromEntries(
    Object.entries(source).filter(([key]) => key !== 'type' && key !== 'children' && !known.includes(key)),
  );

function readNode(source: Source, memory: Memory): Node {
  const node = nodeOf(source, memory);
  memory.set(node, source);
  return node;
}

function nodeOf(source: Source, memory: Memory): Node {
  const children = childrenOf(source) as readonly Source[];
  switch (source['type']) {
    case 'heading':
      return nodes.heading.create(
        { level: source['level'], extra: extraOf(source, 'level') },
        readInline(children),
      );
    case 'list':
      return nodes.list.create(
        { format: source['format'], extra: extraOf(source, 'format') },
        children.map((child) => readNode(child, memory)),
      );
    case 'list-item':
      return nodes.item.create({ extra: extraOf(source) }, readInline(children));
    case 'image':
      return readImage(source);
    case 'code':
      return nodes.codeBlock.create({ extra: extraOf(source) }, readInline(children, true));
    case 'quote':
      return nodes.quote.create({ extra: extraOf(source) }, readInline(children));
    default:
      return nodes.paragraph.create({ extra: extraOf(source) }, readInline(children));
  }
}

function readImage(source: Source): Node {
  const image = source['image'] as Extra;
  const { url } = image;
  if (typeof url === 'string') knownImages.set(url, image);
  return nodes.image.create({ image, extra: extraOf(source, 'image'), children: source['children'] ?? null });
}

const readInline = (children: readonly Source[], isCode = false): readonly Node[] =>
  children.flatMap((child) => {
    if (child['type'] !== 'link') return readText(child, [], isCode);
    const link = marks.link.create({ url: child['url'], extra: extraOf(child, 'url') });
    return (childrenOf(child) as readonly Source[]).flatMap((text) => readText(text, [link], isCode));
  });

function readText(source: Source, around: readonly Mark[], isCode: boolean): readonly Node[] {
  const extra = extraOf(source, 'text', ...flags);
  const own = [
    ...flags.filter((flag) => source[flag] === true).map((flag) => marks[flag].create()),
    ...(Object.keys(extra).length > 0 ? [marks.other.create({ extra })] : []),
  ];
  const { text } = source;
  return textNodes(typeof text === 'string' ? text : '', [...around, ...own], isCode);
}

/** A line that ends in a text becomes a node of its own, except in code. */
export function textNodes(text: string, around: readonly Mark[], isCode: boolean): readonly Node[] {
  const parts = isCode ? [text] : text.split(/(\n)/);
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      part === '\n' && !isCode ? nodes.break.create(null, null, around) : blocksSchema.text(part, around),
    );
}
