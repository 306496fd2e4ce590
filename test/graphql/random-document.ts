import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

/** Values of scalars, as they stand in a query: what fits, what nearly fits, and what does not. */
const values: Readonly<Record<string, readonly string[]>> = {
  String: [
    '"Blue"',
    '"a%_"',
    '""',
    '"\\uD83D\\uDE00"',
    '"%E0"',
    '"$me"',
    '"{}"',
    '"$ne"',
    `"${'x'.repeat(300)}"`,
  ],
  Int: ['0', '1', '-1', '5', '2147483647', '-2147483648', '2147483648'],
  Float: ['0.5', '-0.0', '1e308', '1e999', '12345678901234567890.5', '3'],
  Boolean: ['true', 'false'],
  ID: ['1', '"1"', '"abc"', '"a1b2c3d4e5f6g7h8i9j0k1l2"', '999999999999999', '""', '-5'],
  Date: ['"2020-02-29"', '"2021-02-29"', '"0000-01-01"', '"-1"', '20200101', '"x"', '{ a: 1 }'],
  Time: ['"10:15:00.000"', '"24:00"', '"x"', '5', '[]'],
  DateTime: ['"2020-02-29T10:00:00.000Z"', '0', '1e20', '"9999-12-31T23:59:59.999Z"', '"x"', 'true', '[1]'],
  Long: ['9007199254740993', '"9223372036854775807"', '9223372036854775808', '"x"', '1.5', '{}', '[1, "2"]'],
  JSON: ['{ a: [1, null, { b: "c" }] }', '[]', 'null', '"text"', '{ __proto__: { a: 1 } }', '1e400', 'ENUM'],
  I18NLocaleCode: ['"en"', '"fr"', '"*"', '"xx"', '""', '"en&status=draft"'],
};

const anything = [
  'null',
  '1',
  '"x"',
  '[]',
  '[null]',
  '[[1]]',
  '{}',
  '{ __component: "sections.quote", text: "q" }',
  '{ __typename: "ComponentSectionsGallery" }',
  '{ __component: 5 }',
];

const sorts = [
  '"Name"',
  '"Name:desc,id"',
  '"owner.Name"',
  '"Hidden"',
  '"owner.Pass"',
  '"dishes.Cost"',
  '"a..b"',
  '":"',
  '"Nope"',
  '"sections.text"',
];

/** Documents of a schema, by chance: most of them valid, few of them reasonable. */
export class DocumentGenerator {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: () => number,
  ) {}

  next(): string {
    const type = this.chance(0.7) ? this.schema.getQueryType() : this.schema.getMutationType();
    if (!type) throw new Error('a schema without root fields');
    const fields = Object.values(type.getFields());
    const count = this.chance(0.7) ? 1 : 2;
    const chosen = Array.from({ length: count }, (_, index) => this.field(this.pick(fields), 0, `r${index}`));
    return `${type.name === 'Query' ? 'query' : 'mutation'} { ${chosen.join(' ')} }`;
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number, alias?: string): string {
    const args = field.args.flatMap((arg) => this.argument(arg));
    const name = alias === undefined ? field.name : `${alias}: ${field.name}`;
    const directive = this.chance(0.03)
      ? this.pick(['@include(if: true)', '@skip(if: false)', '@skip(if: true)'])
      : '';
    return `${name}${args.length === 0 ? '' : `(${args.join(', ')})`} ${directive} ${this.selection(field.type, depth + 1)}`;
  }

  private argument(arg: GraphQLArgument): readonly string[] {
    const isAsked = isNonNullType(arg.type) || this.chance(0.35);
    if (!isAsked) return [];
    const value = arg.name === 'sort' ? this.pick(sorts) : this.value(arg.type, 0);
    return [`${arg.name}: ${value}`];
  }

  private selection(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isUnionType(named))
      return `{ __typename ${named
        .getTypes()
        .map((one) => `... on ${one.name} ${this.selection(one, depth)}`)
        .join(' ')} }`;
    if (!isObjectType(named)) return '';
    const fields = Object.values(named.getFields());
    const isWrapper = fields.length <= 2;
    const fitting = fields.filter((one) => depth < 8 || !isObjectType(getNamedType(one.type)));
    const count = isWrapper ? fitting.length : 1 + Math.floor(this.random() * 3);
    const chosen = new Set(isWrapper ? fitting : Array.from({ length: count }, () => this.pick(fitting)));
    const inner = [...chosen].filter((one) => one !== undefined).map((one) => this.field(one, depth));
    return `{ ${inner.length === 0 ? '__typename' : inner.join(' ')} }`;
  }

  private value(type: GraphQLInputType, depth: number): string {
    if (isNonNullType(type)) return this.value(type.ofType, depth);
    if (this.chance(0.04)) return 'null';
    if (isListType(type)) {
      const length = Math.floor(this.random() * 3);
      return `[${Array.from({ length }, () => this.value(type.ofType, depth + 1)).join(', ')}]`;
    }
    if (isEnumType(type)) return this.pick(type.getValues()).name;
    if (!isInputObjectType(type)) return this.pick(values[type.name] ?? anything);
    const fields = Object.values(type.getFields());
    const count = depth > 6 ? 0 : 1 + Math.floor(this.random() * 2);
    const chosen = new Set([
      ...fields.filter(
        (field) =>
          field.name === 'Name' && type.name.endsWith('Input') && !type.name.endsWith('FiltersInput'),
      ),
      ...Array.from({ length: count }, () => this.pick(fields)),
    ]);
    return `{ ${[...chosen].map((field) => `${field.name}: ${this.value(field.type, depth + 1)}`).join(', ')} }`;
  }

  private chance(probability: number): boolean {
    return this.random() < probability;
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }
}
