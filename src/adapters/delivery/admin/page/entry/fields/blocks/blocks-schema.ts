import {
  DOMParser,
  Fragment,
  Schema,
  type Attrs,
  type DOMOutputSpec,
  type MarkSpec,
  type NodeSpec,
  type TagParseRule,
} from 'prosemirror-model';
import type { Json } from '../../../../../../../domain/schema/schema.js';
import { isOwn, isSafe } from './addresses.js';

/** The keys of a node that this schema has no attribute for. They are written back as they were read. */
export type Extra = Readonly<Record<string, Json>>;

const extra = { extra: { default: {} } };

/** What parse rules read of an element. */
interface Element {
  getAttribute(name: string): string | null;
  querySelector(selector: string): unknown;
}

/** Nodes with text, each of which is a line of the document. */
const line = { content: 'inline*', attrs: extra } satisfies NodeSpec;

/** Images that were read or chosen here, by address. Pasted content can show no others. */
export const knownImages = new Map<string, Extra>();

const imageIn = (element: Element): Attrs | false => {
  const image = knownImages.get(element.getAttribute('src') ?? '');
  return image === undefined ? false : { image };
};

/** Reads a row of a table as a line of its cells. */
function rowIn(row: Node, schema: Schema): Fragment {
  const parser = DOMParser.fromSchema(schema);
  const joined = (parts: readonly Fragment[], between: string): Fragment =>
    parts.reduce(
      (all, part, at) => (at === 0 ? part : all.append(Fragment.from(schema.text(between))).append(part)),
      Fragment.empty,
    );
  const cells = [...(row as HTMLTableRowElement).cells].map((cell) => {
    const lines: Fragment[] = [];
    parser.parse(cell).descendants(({ isTextblock, content }) => {
      if (isTextblock) lines.push(content);
      return !isTextblock;
    });
    return joined(lines, ' ');
  });
  return joined(cells, ' | ');
}

function showImage(image: Extra): DOMOutputSpec {
  const text = (name: string): string => (typeof image[name] === 'string' ? image[name] : '');
  const caption = ['figcaption', text('name') || text('url')] as const;
  const picture = isOwn(text('url'))
    ? ['img', { src: text('url'), alt: text('alternativeText') }]
    : ['span', { class: 'thumbnail' }];
  return ['figure', { class: 'blocks-image' }, picture, caption];
}

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    ...line,
    group: 'block',
    parseDOM: [{ tag: 'p' }, { tag: 'tr:has(td, th):not(:has(img))', getContent: rowIn }],
    toDOM: () => ['p', 0],
  },
  heading: {
    ...line,
    group: 'block',
    attrs: { ...extra, level: { default: 2 } },
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
  },
  quote: {
    ...line,
    group: 'block',
    defining: true,
    parseDOM: [
      { tag: 'blockquote p', priority: 60 },
      {
        tag: 'blockquote',
        getAttrs: (one: Element) => one.querySelector('p, div, ul, ol, h1, h2, h3') === null && null,
      },
    ],
    toDOM: () => ['blockquote', 0],
  },
  codeBlock: {
    content: 'text*',
    attrs: extra,
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', { dir: 'ltr' }, ['code', 0]],
  },
  list: {
    content: '(item | list)+',
    group: 'block',
    attrs: { ...extra, format: { default: 'unordered' } },
    parseDOM: [
      { tag: 'ul', attrs: { format: 'unordered' } },
      { tag: 'ol', attrs: { format: 'ordered' } },
    ],
    toDOM: ({ attrs }) => [attrs['format'] === 'ordered' ? 'ol' : 'ul', 0],
  },
  item: {
    ...line,
    defining: true,
    parseDOM: [{ tag: 'li > p', skip: true, priority: 60 }, { tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  image: {
    group: 'block',
    atom: true,
    draggable: true,
    // `children` are the texts that Strapi keeps in an image.
    attrs: { ...extra, image: {}, children: { default: null } },
    parseDOM: [{ tag: 'img[src]', getAttrs: imageIn }],
    toDOM: ({ attrs }) => showImage(attrs['image'] as Extra),
  },
  break: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  text: { group: 'inline' },
} satisfies Record<string, NodeSpec>;

const linkIn = (element: Element): Attrs | false => {
  const url = element.getAttribute('href') ?? '';
  return isSafe(url) && { url };
};

const styled = (one: Element, pattern: RegExp): boolean => pattern.test(one.getAttribute('data-style') ?? '');

/** Reads a mark off the style of pasted content, see `cleanPasted`. Whatever else the element is holds too. */
const styledRule = (pattern: RegExp): TagParseRule => ({
  tag: '[data-style]',
  priority: 70,
  consuming: false,
  getAttrs: (one: Element) => styled(one, pattern) && null,
});

const marks = {
  link: {
    attrs: { ...extra, url: {} },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: linkIn }],
    toDOM: ({ attrs }) => ['a', isSafe(String(attrs['url'])) ? { href: String(attrs['url']) } : {}, 0],
  },
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps everything that it copies in one.
      { tag: 'b', getAttrs: (one: Element) => !styled(one, /font-weight:\s*(normal|400)/) && null },
      styledRule(/font-weight:\s*(bold|[6-9]00)/),
    ],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, styledRule(/font-style:\s*italic/)],
    toDOM: () => ['em', 0],
  },
  underline: {
    parseDOM: [{ tag: 'u' }, styledRule(/text-decoration[-a-z]*:[^;]*underline/)],
    toDOM: () => ['u', 0],
  },
  strikethrough: {
    parseDOM: [
      { tag: 's' },
      { tag: 'del' },
      { tag: 'strike' },
      styledRule(/text-decoration[-a-z]*:[^;]*line-through/),
    ],
    toDOM: () => ['s', 0],
  },
  code: {
    parseDOM: [{ tag: 'pre code', skip: true, priority: 60 }, { tag: 'code' }],
    toDOM: () => ['code', 0],
  },
  /** Keys of a text that no other mark has. */
  other: { attrs: extra, inclusive: false, toDOM: () => ['span', 0] },
} satisfies Record<string, MarkSpec>;

/** What a blocks editor can hold: the nodes of Strapi's, as elements of a page. */
export const blocksSchema = new Schema<keyof typeof nodes, keyof typeof marks>({
  nodes: {
    ...nodes,
    paragraph: {
      ...nodes.paragraph,
      // What Word writes beside its texts: the signs of its lists, and its own elements.
      parseDOM: [
        { tag: 'span[data-style*="mso-list:Ignore"]', ignore: true, priority: 60 },
        { tag: 'o\\:p', ignore: true, priority: 60 },
        ...nodes.paragraph.parseDOM,
      ],
    },
  },
  marks,
});

/** The marks that are a key of a text, true or absent. */
export const flags = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;
export type Flag = (typeof flags)[number];

/**
 * Makes HTML of a clipboard fit for the rules of this page: browsers check styles and handlers of pasted elements against them,
 * and report each, although they are parsed in a document that is never shown. Styles are kept as `data-style`. Spaces between
 * the rows of a table would become paragraphs.
 */
export const cleanPasted = (html: string): string =>
  html
    .replaceAll(/<style\b[^]*?<\/style\s*>/gi, '')
    .replaceAll(/(<\/(?:tr|thead|tbody|tfoot)\s*>)\s+/gi, '$1')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, (_, before, name) => `${before}data-${name}`),
    );
