import type { RequestHandler } from 'express';
import type { Attribute, ContentType } from '../../../../domain/schema/schema.js';
import { escaped, htmlPage, pagePolicy } from './page.js';

/** What the page at `/` lists in development. */
export interface AddressBook {
  /** `http://127.0.0.1:1337`, for requests whose `Host` cannot be one. */
  readonly address: string;
  /** The path before the names of content-types, `/api`. */
  readonly prefix: string;
  readonly types: readonly TypeEntry[];
  readonly components: readonly { readonly uid: string; readonly displayName: string }[];
  /** Routes that the app declares. */
  readonly appRoutes: readonly RouteEntry[];
  /** Routes of accounts, files and the like. */
  readonly otherRoutes: readonly RouteEntry[];
  /** Pages to try the API, by their title. */
  readonly pages: readonly { readonly title: string; readonly path: string; readonly about: string }[];
  /** The folder of the documentation. */
  readonly docs: string;
}

export interface TypeEntry {
  readonly type: ContentType;
  readonly routes: readonly RouteEntry[];
}

export interface RouteEntry {
  readonly method: string;
  readonly path: string;
  readonly about: string;
}

/** Answers `/` with the address book to those who accept HTML. `book` is made for the first request. */
export function serveAddressBook(book: () => AddressBook): RequestHandler {
  let made: AddressBook | undefined;
  return (req, res, next) => {
    if (!['GET', 'HEAD'].includes(req.method) || req.accepts(['html', 'json']) !== 'html') return next();
    made ??= book();
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Security-Policy', pagePolicy);
    res.setHeader('Cache-Control', 'no-store');
    res.end(req.method === 'HEAD' ? undefined : addressBookPage(made, addressOf(req.headers.host, made)));
  };
}

/** The address that the client used, so that the examples work for it. */
const addressOf = (host: string | undefined, { address }: AddressBook): string =>
  host !== undefined && /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `http://${host}` : address;

const title = 'This project in development';

function addressBookPage(book: AddressBook, address: string): string {
  const { types, components, appRoutes, otherRoutes, pages, docs } = book;
  const body = [
    `<h1>${title}</h1>`,
    '<p class="quiet">Only development has this page. A file <code>public/index.html</code> takes its place.</p>',
    section('First steps', firstSteps(book, address)),
    section(
      'Pages',
      table(
        ['Page', ''],
        pages.map(({ title, path, about }) => [link(path, title), escaped(about)]),
      ),
    ),
    section('Content-types', types.length === 0 ? noTypes : types.map(typeRows).join('\n')),
    section(
      'Components',
      table(
        ['Name', 'UID'],
        components.map(({ uid, displayName }) => [escaped(displayName), code(uid)]),
      ),
    ),
    section('Routes of the project', routeTable(appRoutes)),
    section('Other routes', routeTable(otherRoutes)),
    section('Documentation', `<p>All pages are in ${code(docs)}.</p>`),
  ];
  return htmlPage(title, body.filter((part) => part !== '').join('\n'));
}

const section = (title: string, content: string): string =>
  content === '' ? '' : `<h2>${escaped(title)}</h2>\n${content}`;

const code = (text: string): string => `<code>${escaped(text)}</code>`;

const link = (path: string, title: string): string => `<a href="${escaped(path)}">${escaped(title)}</a>`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<table>
<thead><tr>${head.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</tbody>
</table>`;

const noTypes =
  '<p>There are none yet. Add <code>src/api/&lt;api&gt;/content-types/&lt;name&gt;/schema.json</code>; content-types.md describes it.</p>';

const routeTable = (routes: readonly RouteEntry[]): string =>
  table(
    ['Route', ''],
    routes.map(({ method, path, about }) => [
      `<span class="method">${escaped(method)}</span>${code(path)}`,
      escaped(about),
    ]),
  );

const typeRows = ({ type, routes }: TypeEntry): string =>
  `<h3>${escaped(type.displayName)} ${code(type.uid)}${traits(type)}</h3>
${routes.length === 0 ? '<p class="quiet">Its routes are among those of the project.</p>' : routeTable(routes)}`;

function traits({ draftAndPublish, localized }: ContentType): string {
  const names = [...(draftAndPublish ? ['drafts'] : []), ...(localized ? ['locales'] : [])];
  return names.length === 0 ? '' : ` <span class="quiet">with ${names.join(' and ')}</span>`;
}

/** Commands for a terminal in the folder of the project, for its first collection. */
function firstSteps({ types, prefix }: AddressBook, address: string): string {
  const type = types.find(({ type: { kind } }) => kind === 'collectionType')?.type;
  if (type === undefined) return '';
  const url = `${address}${prefix}/${type.pluralName}`;
  const data = JSON.stringify({ data: sampleOf(type) }).replaceAll("'", String.raw`'\''`);
  return `<pre>${escaped(`# Let everybody read
npx quire grant public ${type.uid} find findOne
curl -g '${url}'

# Write with a token
npx quire token create --name me --access full-access
curl '${url}' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${data}'`)}</pre>`;
}

/** A value for each attribute that a document needs, as far as one can be invented. */
function sampleOf({ attributes }: ContentType): Readonly<Record<string, unknown>> {
  const scalars = [...attributes.values()].filter((one) => one.kind === 'scalar' && !one.system);
  const required = scalars.filter((one) => one.required);
  const chosen = required.length > 0 ? required : scalars.slice(0, 1);
  return Object.fromEntries(chosen.map((attribute) => [attribute.name, sampleValue(attribute)]));
}

const samples: Readonly<Record<string, unknown>> = {
  boolean: true,
  date: '2026-01-31',
  datetime: '2026-01-31T12:00:00.000Z',
  time: '12:00:00.000',
  email: 'me@example.com',
  integer: 1,
  biginteger: '1',
  decimal: 1.5,
  float: 1.5,
  json: {},
  blocks: [{ type: 'paragraph', children: [{ type: 'text', text: 'My first' }] }],
  uid: 'my-first',
};

const sampleValue = (attribute: Attribute): unknown =>
  attribute.kind === 'scalar' ? (attribute.enum?.[0] ?? samples[attribute.type] ?? 'My first') : null;
