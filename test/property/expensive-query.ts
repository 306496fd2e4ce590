import type {
  Filter,
  Operator,
  Populate,
  PopulateMember,
  Query,
  Sort,
} from '../../src/domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type ContentType,
  type Relation,
  type Scalar,
  type Schema,
  type Shaped,
} from '../../src/domain/schema/schema.js';
import { and, metByAll } from './expensive-forms.js';

const types = ['restaurant', 'dish', 'category', 'chef', 'place', 'label', 'event'] as const;

const uidOf = (name: string): string => `api::${name}.${name}`;

const textOperators: readonly Operator[] = [
  '$containsi',
  '$notContainsi',
  '$contains',
  '$startsWithi',
  '$endsWithi',
  '$eqi',
  '$ne',
  '$startsWith',
  '$endsWith',
  '$in',
  '$null',
];
const jsonOperators: readonly Operator[] = ['$contains', '$containsi', '$notContainsi', '$null'];
const otherOperators: readonly Operator[] = ['$gte', '$lt', '$ne', '$null', '$notNull'];
const texts = ['q', 'zzzz', 'a', 'Place', '', 'q'.repeat(2_000)];

const isLong = ({ type }: Scalar): boolean => ['text', 'richtext', 'json', 'blocks'].includes(type);

/** Makes expensive queries, preferring searches, negations, documents with many links, and circular paths. */
export class ExpensiveQueries {
  constructor(
    private readonly schema: Schema,
    private readonly random: () => number,
  ) {}

  next(): Query {
    const type = contentTypeOf(this.schema, uidOf(this.pick(types)));
    return this.changed({
      type: type.uid,
      action: 'find',
      layer: this.chance(0.2) ? 'draft' : 'published',
      range: { offset: this.chance(0.2) ? this.upTo(20_000) : 0, limit: this.pick([1, 25, 100, 100]) },
      count: this.chance(0.7),
      fields: ['id'],
    });
  }

  /** Makes queries with other or further parts. */
  changed(query: Query): Query {
    const type = contentTypeOf(this.schema, query.type);
    const parts = [
      () => ({ filters: this.more(query.filters, this.filter(type, 4)) }),
      () => ({ filters: this.more(query.filters, this.many(type)) }),
      () => ({ filters: this.unexpected(type, query.filters) }),
      () => ({ populate: this.populateMore(type, query.populate) }),
      () => ({ populate: this.populateMore(type, query.populate) }),
      () => ({ sort: this.sort(type) }),
      () => (this.chance(0.3) ? { fields: ['*'] } : {}),
      () => ({ range: { offset: 0, limit: 100 } }),
    ];
    return { ...query, ...this.pick(parts)() };
  }

  private more(filter: Filter | undefined, other: Filter): Filter {
    return filter === undefined || this.chance(0.2)
      ? other
      : { kind: this.pick(['and', 'or'] as const), filters: [filter, other] };
  }

  /** The same condition many times, with different values. */
  private many(type: ContentType): Filter {
    const path = this.filter(type, 3);
    const count = 2 + this.upTo(30);
    return { kind: this.pick(['and', 'or'] as const), filters: Array.from({ length: count }, () => path) };
  }

  private unexpected({ attributes }: ContentType, filter: Filter | undefined): Filter {
    const met = metByAll(attributes.has('Name') ? 'Name' : 'documentId', 4 + this.upTo(8));
    return and(...(filter === undefined ? [] : [filter]), ...met);
  }

  private filter(shaped: Shaped, depth: number): Filter {
    const kind = this.random();
    if (depth > 0 && kind < 0.1) return { kind: 'not', filter: this.filter(shaped, depth) };
    if (depth > 0 && kind < 0.2) {
      const filters = [this.filter(shaped, depth - 1), this.filter(shaped, depth - 1)];
      return { kind: this.pick(['and', 'or'] as const), filters };
    }
    const attributes = [...shaped.attributes.values()].filter(
      ({ kind, private: hidden }) => kind !== 'zone' && !hidden,
    );
    const leading = attributes.filter(({ kind }) => kind !== 'scalar');
    const long = attributes.filter((attribute) => attribute.kind === 'scalar' && isLong(attribute));
    const attribute = this.pick(
      depth > 0 && leading.length > 0 && this.chance(0.7)
        ? leading
        : long.length > 0 && this.chance(0.4)
          ? long
          : attributes,
    );
    return { kind: 'at', key: attribute.name, filter: this.condition(attribute, depth) };
  }

  private condition(attribute: Attribute, depth: number): Filter {
    switch (attribute.kind) {
      case 'scalar':
        return this.comparison(attribute);
      case 'relation':
        return depth <= 0 || this.chance(0.1)
          ? { kind: 'compare', operator: '$null', value: this.chance(0.5) }
          : this.filter(contentTypeOf(this.schema, attribute.target), depth - 1);
      case 'component':
        return this.filter(componentOf(this.schema, attribute.component), depth - 1);
      case 'zone':
        throw new Error('zones are not filtered');
    }
  }

  private comparison({ type }: Scalar): Filter {
    if (['json', 'blocks'].includes(type))
      return { kind: 'compare', operator: this.pick(jsonOperators), value: this.pick(texts) };
    const isText = ['string', 'text', 'richtext', 'uid', 'email'].includes(type);
    if (isText) return { kind: 'compare', operator: this.pick(textOperators), value: this.pick(texts) };
    const value =
      type === 'boolean' ? true : type.includes('date') || type === 'timestamp' ? '2025-01-01' : 3;
    const isNumber = ['integer', 'biginteger', 'float', 'decimal'].includes(type);
    return isNumber
      ? { kind: 'compare', operator: this.pick(otherOperators), value }
      : { kind: 'compare', operator: '$null', value: this.chance(0.5) };
  }

  private populateMore(shaped: Shaped, populate: Populate | undefined): Populate {
    if (this.chance(0.1)) return { all: true, members: populate?.members ?? [] };
    const { all = false, members = [] } = populate ?? {};
    const member = this.member(shaped, 1 + this.upTo(5));
    if (member === null) return { all, members };
    return { all, members: [...members.filter(({ name }) => name !== member.name), member] };
  }

  private member(shaped: Shaped, depth: number): PopulateMember | null {
    const attributes = [...shaped.attributes.values()].filter(
      ({ kind, private: hidden }) => kind !== 'scalar' && !hidden,
    );
    if (attributes.length === 0) return null;
    const attribute = this.pick(attributes);
    const { name } = attribute;
    if (attribute.kind === 'relation') return this.relation(attribute, depth);
    if (attribute.kind === 'component') {
      const inner = this.member(componentOf(this.schema, attribute.component), depth - 1);
      return { name, ...(inner !== null && { populate: { all: false, members: [inner] } }) };
    }
    return { name, ...(this.chance(0.7) && { populate: { all: true, members: [] } }) };
  }

  private relation({ name, target }: Relation, depth: number): PopulateMember {
    const type = contentTypeOf(this.schema, target);
    const filters = this.chance(0.2) ? { filters: this.filter(type, 2) } : {};
    if (this.chance(0.1)) return { name, count: true, ...filters };
    const inner = depth > 0 ? this.member(type, depth - 1) : null;
    return {
      name,
      ...(this.chance(0.6) && { fields: ['id'] }),
      ...filters,
      ...(this.chance(0.15) && { sort: this.sort(type) }),
      ...(inner !== null && { populate: { all: this.chance(0.1), members: [inner] } }),
    };
  }

  private sort(shaped: Shaped): readonly Sort[] {
    const path: string[] = [];
    let at = shaped;
    for (;;) {
      const hops = [...at.attributes.values()].filter(
        (attribute) => attribute.kind === 'relation' && !attribute.private,
      );
      if (path.length > 4 || hops.length === 0 || this.chance(0.4)) break;
      const hop = this.pick(hops) as Relation;
      path.push(hop.name);
      at = contentTypeOf(this.schema, hop.target);
    }
    const last = ['Description', 'Story', 'Name'].find((name) => at.attributes.has(name) && this.chance(0.5));
    path.push(last ?? 'id');
    return [{ path, direction: this.pick(['asc', 'desc'] as const) }];
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
}
