import { isPlainObject, own, type PlainObject } from './plain-object.js';

/** What is wrong with one block, to follow its path in a sentence; null where nothing is. */
export function blockFault(block: PlainObject): string | null {
  return nodeFault(block, blocks);
}

/** The node types that may stand in one place, and what each of them must have. */
type Nodes = ReadonlyMap<string, (node: PlainObject) => string | null>;

const marks = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;

function textFault(node: PlainObject): string | null {
  if (typeof own(node, 'text') !== 'string') return 'has a text node without a text';
  const wrong = marks.find((mark) => !['boolean', 'undefined'].includes(typeof own(node, mark)));
  return wrong === undefined ? null : `has a text node with a ${wrong} that is neither true nor false`;
}

const text: Nodes = new Map([['text', textFault]]);

const inline: Nodes = new Map([
  ...text,
  [
    'link',
    (node) => (typeof own(node, 'url') === 'string' ? childrenFault(node, text) : 'has a link without a url'),
  ],
]);

const item: Nodes = new Map([['list-item', (node) => childrenFault(node, inline)]]);

const lists: Nodes = new Map([...item, ['list', listFault]]);

function listFault(node: PlainObject): string | null {
  const format = own(node, 'format');
  if (format !== 'ordered' && format !== 'unordered')
    return 'has a list whose format is neither "ordered" nor "unordered"';
  return childrenFault(node, lists);
}

function headingFault(node: PlainObject): string | null {
  const level = own(node, 'level');
  const isLevel = typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 6;
  return isLevel ? childrenFault(node, inline) : 'has a heading whose level is no integer from 1 to 6';
}

function imageFault(node: PlainObject): string | null {
  const image = own(node, 'image');
  if (!isPlainObject(image) || typeof own(image, 'url') !== 'string')
    return 'has an image without the url of its file';
  return own(node, 'children') === undefined ? null : childrenFault(node, text);
}

const ofText = (node: PlainObject): string | null => childrenFault(node, inline);

const blocks: Nodes = new Map([
  ['paragraph', ofText],
  ['quote', ofText],
  ['code', ofText],
  ['heading', headingFault],
  ['list', listFault],
  ['image', imageFault],
]);

function nodeFault(node: unknown, allowed: Nodes): string | null {
  const type = isPlainObject(node) ? own(node, 'type') : undefined;
  const fault = typeof type === 'string' ? allowed.get(type) : undefined;
  if (fault !== undefined && isPlainObject(node)) return fault(node);
  const expected = [...allowed.keys()].join(', ');
  return `has ${namedNode(type)} where one of these is expected: ${expected}`;
}

const namedNode = (type: unknown): string =>
  typeof type === 'string'
    ? `a node of the type ${JSON.stringify(type.slice(0, 100))}`
    : 'a node without a type';

function childrenFault(node: PlainObject, allowed: Nodes): string | null {
  const children = own(node, 'children');
  if (!Array.isArray(children)) return `has a ${String(own(node, 'type'))} without a list of children`;
  for (const child of children) {
    const fault = nodeFault(child, allowed);
    if (fault !== null) return fault;
  }
  return null;
}
