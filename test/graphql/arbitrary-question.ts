import * as fc from 'fast-check';
import {
  getNamedType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/** A query of generated fields, and two sets of values for its variables. */
export interface Question {
  readonly query: string;
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

const nestedRoots: readonly string[] = [
  'restaurants',
  'restaurant(id: "a23456789012345678901234")',
  'restaurant',
  'dishes',
  'articles',
  'homepage',
];
const flatRoots: readonly string[] = [
  'restaurants',
  'restaurants_connection',
  'restaurant(documentId: "a23456789012345678901234")',
  'dishes_connection',
  'articles',
  'homepage',
];
/** Names that JavaScript, the store or the wrappers have a meaning for. */
const wild = ['data', 'attributes', 'nodes', 'id', 'constructor', '__proto__', 'toString'];
/** So that most selections are valid: different questions rarely get the same name. */
const aliases: readonly ((name: string) => string)[] = [
  (name) => `a_${name}`,
  (name) => `${name}_${'x'.repeat(70)}`,
];
const lists: readonly string[] = [
  '(pagination: { limit: $some })',
  '(pagination: { start: 1, limit: 2 })',
  '(sort: [$title])',
  '(filters: { createdAt: { notNull: $yes } })',
  '(sort: "nope")',
];
const definitions = { yes: 'Boolean!', no: 'Boolean!', some: 'Int', title: 'String' } as const;

/**
 * Random selections with aliases, fragments, directives, arguments and variables. Not all of them are valid: two fields
 * may have one name.
 */
export const arbitraryQuestion = (schema: GraphQLSchema): fc.Arbitrary<Question> =>
  fc.gen().map((draw) => new Asker(schema, draw).question());

class Asker {
  private readonly fragments: string[] = [];

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly draw: fc.GeneratorValue,
  ) {}

  private get roots(): readonly string[] {
    const isFlat = this.schema.getQueryType()?.getFields()['restaurants_connection'] !== undefined;
    return isFlat ? flatRoots : nestedRoots;
  }

  question(): Question {
    const query = this.schema.getQueryType();
    const fields = this.times(3, () => {
      const root = this.oneOf(this.roots);
      const field = query?.getFields()[root.split('(')[0] ?? ''];
      if (field === undefined) throw new Error(root);
      const below = this.selection(getNamedType(field.type), 6);
      return `${this.alias(`root${this.roots.indexOf(root)}`)}${root}${this.directive()} ${below}`;
    });
    const text = `{ ${fields.join(' ')} } ${this.fragments.join(' ')}`;
    const used = Object.entries(definitions).filter(([name]) => text.includes(`$${name}`));
    const named = used.map(([name, type]) => `$${name}: ${type}`).join(', ');
    return {
      query: `query ${named === '' ? '' : `(${named})`} ${text}`,
      variables: [true, false].map((yes) => ({
        yes,
        no: !yes,
        ...(this.often() && { some: this.oneOf([null, 0, 3]) }),
        title: yes ? 'id:desc' : 'documentId',
      })),
    };
  }

  private selection(type: GraphQLNamedOutputType, depth: number): string {
    if (isUnionType(type)) {
      const members = this.times(2, () => this.fragment(this.oneOf(type.getTypes()), depth));
      return `{ __typename ${members.join(' ')} }`;
    }
    if (!isObjectType(type)) return '';
    return `{ ${this.times(depth > 1 ? 3 : 2, () => this.member(type, depth)).join(' ')} }`;
  }

  private member(type: GraphQLObjectType, depth: number): string {
    const kind = this.draw(fc.nat, 9);
    if (kind === 0) return `${this.alias('__typename')}__typename${this.directive()}`;
    if (kind === 1 && depth > 0) return this.fragment(type, depth - 1);
    if (kind === 2 && depth > 0) return `...${this.directive()} ${this.selection(type, depth - 1)}`;
    const fields = Object.values(type.getFields());
    const shallow = fields.filter(({ type: below }) => !isObjectType(getNamedType(below)));
    const field = this.oneOf(depth > 0 || shallow.length === 0 ? fields : shallow);
    const below = this.selection(getNamedType(field.type), depth - 1);
    return `${this.named(field)}${this.directive()} ${below}`;
  }

  private fragment(type: GraphQLObjectType, depth: number): string {
    const selection = this.selection(type, depth);
    if (this.draw(fc.boolean)) return `... on ${type.name}${this.directive()} ${selection}`;
    const name = `f${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${type.name} ${selection}`);
    return `...${name}${this.directive()}`;
  }

  private named({ name, args }: GraphQLField<unknown, unknown>): string {
    if (args.length === 0 || this.often()) return `${this.alias(name)}${name}`;
    const given = this.draw(fc.nat, lists.length - 1);
    return `list${given}_${name}: ${name}${lists[given]}`;
  }

  private alias(name: string): string {
    if (this.often()) return '';
    return this.draw(fc.nat, 9) === 0 ? `${this.oneOf(wild)}: ` : `${this.oneOf(aliases)(name)}: `;
  }

  private directive = (): string =>
    this.often()
      ? ''
      : this.oneOf([' @include(if: $yes)', ' @skip(if: $no)', ' @include(if: $no)', ' @skip(if: false)']);
  private often = (): boolean => this.draw(fc.nat, 3) > 0;
  private oneOf = <T>(all: readonly T[]): T => all[this.draw(fc.nat, all.length - 1)] as T;
  private times = (most: number, make: () => string): readonly string[] =>
    Array.from({ length: 1 + this.draw(fc.nat, most - 1) }, make);
}
