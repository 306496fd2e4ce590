import type { Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { createElement, useContext, useDeferredValue, useMemo, type ReactNode } from 'react';
import { say } from '../../../messages/messages.js';
import { isOwn, isSafe } from '../blocks/addresses.js';
import { HeadingContext } from './heading-context.js';

/** Shows Markdown as elements. HTML in it stays a text, and nothing is fetched from other sites. */
export default function MarkdownPreview({ text }: { readonly text: string }) {
  const shown = useDeferredValue(text);
  const root = useMemo(
    () => fromMarkdown(shown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
    [shown],
  );
  const addresses = useMemo(() => addressesIn(root), [root]);
  if (shown.trim() === '') return <p className="hint">{say('markdown.nothing')}</p>;
  return root.children.map((node, at) => (
    <div key={at} dir="auto">
      {shownNode(node, addresses, at)}
    </div>
  ));
}

/** What references stand for, by their names. */
type Addresses = ReadonlyMap<string, string>;

const addressesIn = (root: Root): Addresses =>
  new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' ? [[node.identifier, node.url] as const] : [],
    ),
  );

const inside = (node: Parents, addresses: Addresses): readonly ReactNode[] =>
  node.children.map((child, at) => shownNode(child, addresses, at));

/** Those that are one element each. */
const names: Readonly<Partial<Record<Nodes['type'], string>>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
};

function shownNode(node: Nodes, addresses: Addresses, key: number): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'heading':
      return (
        <Heading key={key} depth={node.depth}>
          {inside(node, addresses)}
        </Heading>
      );
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'code':
      return (
        <pre key={key} dir="ltr" tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'list':
      return createElement(
        node.ordered === true ? 'ol' : 'ul',
        { key, start: node.start ?? undefined },
        inside(node, addresses),
      );
    case 'listItem':
      return (
        <li key={key}>
          {node.checked != null && (node.checked ? '☑ ' : '☐ ')}
          {node.spread === true
            ? inside(node, addresses)
            : node.children.map((child, at) => tight(child, addresses, at))}
        </li>
      );
    case 'link':
      return <Linked key={key} url={node.url} words={inside(node, addresses)} />;
    case 'linkReference':
      return <Linked key={key} url={addresses.get(node.identifier) ?? ''} words={inside(node, addresses)} />;
    case 'image':
      return <Picture key={key} url={node.url} alternative={node.alt ?? ''} />;
    case 'imageReference':
      return <Picture key={key} url={addresses.get(node.identifier) ?? ''} alternative={node.alt ?? ''} />;
    case 'table':
      return (
        <table key={key}>
          <tbody>{inside(node, addresses)}</tbody>
        </table>
      );
    case 'tableRow':
      return <tr key={key}>{inside(node, addresses)}</tr>;
    case 'tableCell':
      return <td key={key}>{inside(node, addresses)}</td>;
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'yaml':
      return null;
    default: {
      const name = names[node.type];
      return name === undefined || !('children' in node)
        ? null
        : createElement(name, { key }, inside(node, addresses));
    }
  }
}

/** Within a screen with headings of its own it only looks like one. */
function Heading({ depth, children }: { readonly depth: number; readonly children: readonly ReactNode[] }) {
  const name = useContext(HeadingContext) ? `h${depth}` : 'p';
  return createElement(name, { className: `markdown-h${depth}` }, children);
}

/** A paragraph of a list without empty lines stands without room around it. */
const tight = (node: Nodes, addresses: Addresses, key: number): ReactNode =>
  node.type === 'paragraph' ? inside(node, addresses) : shownNode(node, addresses, key);

function Linked({ url, words }: { readonly url: string; readonly words: readonly ReactNode[] }) {
  if (!isSafe(url)) return words;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}

function Picture({ url, alternative }: { readonly url: string; readonly alternative: string }) {
  if (isOwn(url)) return <img src={url} alt={alternative} />;
  return (
    <span className="hint">
      {say('blocks.image.line', { label: alternative === '' ? url : alternative })}
    </span>
  );
}
