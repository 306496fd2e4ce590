import { publicationFilters } from '../../src/domain/query/query.js';
import {
  actions,
  labels,
  locales,
  relations,
  plurals,
  oddPlurals,
  names,
  operators,
  words,
  heads,
  texts,
  methods,
  types,
} from './random-words.js';

/** A request as it goes on the wire. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Existing documents and paths, so that some requests hit them. */
export interface Known {
  /** `restaurants/documentId`: may be changed and deleted. */
  readonly paths: readonly string[];
  /** Paths that are only read. */
  readonly kept: readonly string[];
}

/** A small seeded generator (mulberry32): the same seed gives the same requests. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Creates requests from valid and invalid parts. */
export class RequestGenerator {
  constructor(private readonly random: () => number) {}

  next(known: Known): RandomRequest {
    const method = this.pick(methods);
    const writes = method === 'POST' || method === 'PUT' || method === 'DELETE';
    const path = this.path(known, method, writes);
    const body = method === 'POST' || method === 'PUT' ? this.body(known, path) : undefined;
    return {
      method,
      path: this.chance(writes ? 0.4 : 0.8) ? `${path}?${this.query()}` : path,
      headers: this.headers(body),
      body,
    };
  }

  private path(known: Known, method: string, writes: boolean): string {
    const collection = this.pick(this.chance(0.9) ? plurals : oddPlurals);
    const ofOne = this.chance(method === 'POST' ? 0.25 : writes ? 0.9 : 0.5);
    const path = ofOne ? this.onePath(known, collection, writes) : collection;
    const acts = this.chance(method === 'POST' && ofOne ? 0.9 : 0.02);
    return acts ? `/api/${path}/actions/${this.pick(actions)}` : `/api/${path}`;
  }

  private onePath(known: Known, collection: string, writes: boolean): string {
    const paths = writes ? known.paths : known.kept;
    if (paths.length > 0 && this.chance(0.5)) return this.pick(paths);
    const id = this.chance(0.3) ? this.pick(known.kept).split('/')[1] : this.escaped(this.pick(texts));
    return `${collection}/${id}`;
  }

  private chance(probability: number): boolean {
    return this.random() < probability;
  }

  private upTo(count: number): number {
    return Math.floor(this.random() * count);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)] as T;
  }

  private headers(body: string | undefined): Record<string, string> {
    const headers: Record<string, string> = {};
    const principal = this.pick(['full', 'full', 'full', 'full', 'read', '', '', 'wrong']);
    if (principal !== '')
      headers['Authorization'] =
        `${this.chance(0.1) ? 'Basic' : this.pick(['Bearer', 'bearer'])} ${principal}`;
    if (this.chance(0.2)) headers['Strapi-Response-Format'] = this.pick(['v4', 'v5', '']);
    if (this.chance(0.1)) headers['Origin'] = 'https://site.example';
    if (body !== undefined)
      headers['Content-Type'] = this.chance(0.7) ? 'application/json' : this.pick(types);
    if (this.chance(0.02)) headers['Content-Encoding'] = this.pick(['gzip', 'br', 'none']);
    return headers;
  }

  /** Half of the requests are valid. */
  private query(): string {
    const sane = this.chance(0.5);
    const count = sane ? 1 + this.upTo(2) : this.upTo(5);
    return Array.from({ length: count }, () => (sane ? this.saneParameter() : this.parameter())).join('&');
  }

  private saneParameter(): string {
    const name = this.pick([
      'Name',
      'id',
      'documentId',
      'createdAt',
      'Name',
      'categories',
      'owner',
      'Hidden',
      'Rating',
      'title',
      'locale',
      'publishedAt',
    ]);
    const relation = this.pick([
      'categories',
      'owner',
      'restaurants',
      'seo',
      'sections',
      'dishes',
      'Openings',
      'places',
      'labels',
      'topics',
      'articles',
      'localizations',
      '*',
    ]);
    const value = this.escaped(this.pick(texts));
    return this.pick([
      `filters[${name}][${this.pick(operators)}]=${value}`,
      `filters[${relation}][${name}][${this.pick(operators)}]=${value}`,
      `filters[$or][0][${name}]=${value}&filters[$or][1][Name][$contains]=${value}`,
      `filters[$not][${name}][$null]=true`,
      `sort=${name}:desc,${relation}.${name}`,
      `sort[${name}]=asc`,
      `fields[0]=${name}&fields[1]=Name`,
      `populate=${relation}`,
      `populate[0]=${relation}.${name}`,
      `populate[${relation}][fields][0]=${name}&populate[${relation}][sort]=${name}`,
      `populate[${relation}][filters][${name}][${this.pick(operators)}]=${value}`,
      `populate[${relation}][populate]=*`,
      `populate[sections][on][sections.quote][populate]=speaker`,
      `populate[${relation}][count]=true`,
      `status=${this.pick(['draft', 'draft', 'published', 'x'])}`,
      `status=draft&locale=${this.pick(locales)}`,
      `locale=${this.pick(locales)}`,
      `locale[0]=${this.pick(locales)}&locale[1]=${this.pick(locales)}&populate=localizations`,
      `publicationFilter=${this.pick(publicationFilters)}&status=${this.pick(['draft', 'published'])}`,
      `hasPublishedVersion=${value}`,
      `pagination[${this.pick(words)}]=${value}`,
      `pagination[start]=${this.upTo(5)}&pagination[limit]=${this.upTo(5)}&pagination[withCount]=${value}`,
    ]);
  }

  private parameter(): string {
    let name = this.pick(heads);
    for (let levels = this.upTo(5); levels > 0; levels -= 1)
      name += `[${this.escaped(this.pick(this.pick([names, names, operators, words])))}]`;
    if (this.chance(0.02)) name += this.pick(['[', ']', '[[', '[]', '%5', '=']);
    return this.chance(0.05) ? name : `${name}=${this.escaped(this.value())}`;
  }

  private value(): string {
    const kind = this.random();
    if (kind < 0.4) return this.pick(names);
    if (kind < 0.5) return `${this.pick(names)}.${this.pick(names)}:${this.pick(['asc', 'desc', 'x'])}`;
    return kind < 0.6 ? `${this.pick(names)},${this.pick(names)}` : this.pick(texts);
  }

  /** Percent-encodes where needed, and sometimes wrongly. */
  private escaped(text: string): string {
    if (text.includes('\ud800') && text.length === 1) return '%ED%A0%80';
    return this.chance(0.02) ? '%E0%A4%A' : encodeURIComponent(text);
  }

  private body(known: Known, path: string): string {
    const kind = this.random();
    if (kind > 0.5) return JSON.stringify({ data: this.saneData(known, path.split('/')[2] ?? '') });
    if (kind < 0.05)
      return this.pick([
        '',
        '{',
        'null',
        '1',
        '[]',
        '{"data":',
        '{"data":[]}',
        '\u0000',
        '{"__proto__":{"data":{}}}',
      ]);
    if (kind < 0.1) return `data[${this.pick(names)}]=${this.escaped(this.pick(texts))}`;
    const data: Record<string, unknown> = {};
    if (this.chance(0.7)) data[this.pick(['Name', 'Name', 'title', 'text'])] = `Fuzz ${this.upTo(1000)}`;
    for (let count = this.upTo(5); count > 0; count -= 1) data[this.pick(names)] = this.json(known, 3);
    return JSON.stringify(this.chance(0.95) ? { data } : data);
  }

  /** Returns the attributes of the type with a plural name. */
  private saneData(known: Known, plural: string): Record<string, unknown> {
    const data: Record<string, unknown> = { [labels[plural] ?? 'Name']: `Fuzz ${this.upTo(1000)}` };
    if (plural === 'places' && this.chance(0.5)) data['Rating'] = this.upTo(7) - 1;
    const lists = Object.entries(relations[plural] ?? {});
    if (lists.length === 0 || this.chance(0.4)) return data;
    const [name, target] = this.pick(lists);
    const there = [...known.kept, ...known.paths].filter((path) => path.startsWith(`${target}/`));
    const items = Array.from({ length: this.upTo(3) }, () => this.item(there));
    data[name] = this.pick([
      items,
      { set: items },
      { connect: items },
      { connect: items },
      { disconnect: items },
    ]);
    return data;
  }

  private item(paths: readonly string[]): unknown {
    const documentId = (): string => this.pick([...paths, '/nope']).split('/')[1] ?? '';
    const item: Record<string, unknown> = { documentId: documentId() };
    if (this.chance(0.2)) item['status'] = this.pick(['draft', 'published']);
    if (this.chance(0.2)) item['locale'] = this.pick(locales);
    if (this.chance(0.3))
      item['position'] = this.pick([
        { start: true },
        { end: true },
        { before: documentId() },
        { after: documentId() },
      ]);
    return item;
  }

  private json(known: Known, depth: number): unknown {
    const kind = depth === 0 ? this.random() * 0.6 : this.random();
    if (kind < 0.2) return this.pick(texts);
    if (kind < 0.35)
      return this.pick([null, true, false, 0, 1, -1, 3, 2.5, 1e308, 4294967296, 9007199254740992]);
    if (kind < 0.6) return this.pick([...known.kept, ...known.paths, '/nope']).split('/')[1];
    if (kind < 0.75) return Array.from({ length: this.upTo(4) }, () => this.json(known, depth - 1));
    const keys = [
      'connect',
      'disconnect',
      'set',
      'documentId',
      'id',
      'position',
      'before',
      'after',
      'start',
      'end',
      'status',
      'locale',
      '__component',
      ...names,
    ];
    const object: Record<string, unknown> = {};
    for (let count = this.upTo(4); count > 0; count -= 1)
      object[this.pick(keys)] = this.json(known, depth - 1);
    if (this.chance(0.3))
      object['__component'] = this.pick(['sections.quote', 'sections.gallery', 'shared.seo']);
    return object;
  }
}
