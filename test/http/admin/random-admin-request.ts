import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '../../../src/adapters/delivery/openapi/openapi.js';
import { dish, note } from './admin-world.js';

export interface RandomAdminRequest {
  readonly method: string;
  /** Below `/admin/api/`. */
  readonly path: string;
  readonly body: unknown;
}

const words = [
  'Name',
  'Title',
  'notes',
  'parts',
  '',
  'é',
  'en',
  'fr',
  '-',
  'root',
  'api::dish.dish:find',
  '{',
  '1',
];
const junk = [null, 0, -1, '', 'x', [], {}, [[]], { a: 1 }, true, '\u0000', 1e300, '__proto__'];

/** Requests of the operations of a document. Most of their values fit the schemas. */
export class AdminRequestGenerator {
  constructor(
    private readonly random: () => number,
    private readonly document: OpenApiDocument,
  ) {}

  /** What there is, by the path of its collection. */
  private readonly known = new Map<string, string[]>();

  /** Takes what an answer names, so that later requests hit it. */
  learn({ path }: RandomAdminRequest, data: unknown): void {
    const [collection = ''] = path.split('?');
    for (const one of (Array.isArray(data) ? data : [data]) as unknown[]) {
      if (typeof one !== 'object' || one === null) continue;
      const { documentId, id, code, name } = one as Readonly<Record<string, unknown>>;
      const key = documentId ?? id ?? code ?? name;
      const known = this.known.get(collection) ?? [];
      if (typeof key === 'string' && !known.includes(key))
        this.known.set(collection, [...known, key].slice(-20));
    }
  }

  next(path: string, method: string, operation: Operation): RandomAdminRequest {
    const schema = operation.requestBody?.content['application/json']?.schema;
    const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'name' in one);
    const query = parameters
      .filter((one) => one.in === 'query' && this.chance(0.3))
      .map((one) => this.parameter(one));
    if (this.chance(0.05)) query.push('stray=1');
    const filled = path.split('/').reduce((before, part) => {
      const next = part.startsWith('{') ? encodeURIComponent(this.part(part, before) || '-') : part;
      return before === '' ? next : `${before}/${next}`;
    }, '');
    return {
      method,
      path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
      body: schema === undefined || this.chance(0.05) ? undefined : this.value(schema, 0),
    };
  }

  /** `before` is the path of its collection. */
  private part(name: string, before: string): string {
    if (this.chance(0.1)) return this.text();
    if (name === '{uid}') return this.pick([dish, note]);
    if (name === '{attribute}') return this.pick(['notes', 'main', 'picture']);
    return this.pick(this.known.get(before) ?? words);
  }

  private parameter({ name, schema }: Parameter): string {
    const value = this.value(schema, 0);
    if (typeof value !== 'object' || value === null) return `${name}=${encodeURIComponent(String(value))}`;
    return Object.entries(value)
      .map(([key, one]) => `${name}[${encodeURIComponent(key)}]=${encodeURIComponent(String(one))}`)
      .join('&');
  }

  private value(schema: JsonSchema, depth: number): unknown {
    if (this.chance(0.03)) return this.pick(junk);
    const { $ref: ref, anyOf, type, properties, additionalProperties, items } = schema;
    if (ref !== undefined)
      return this.value(this.document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}, depth);
    if (anyOf !== undefined) return this.value(this.pick(anyOf), depth);
    if (schema.enum !== undefined) return this.pick(schema.enum);
    if ('const' in schema) return schema.const;
    const one = typeof type === 'string' || type === undefined ? type : this.pick(type);
    if (one === 'array') return this.list(items ?? {}, depth);
    if (one === 'object' && properties !== undefined) return this.object(schema, depth);
    if (one === 'object')
      return {
        [this.text()]: this.value(
          typeof additionalProperties === 'object' ? additionalProperties : {},
          depth + 1,
        ),
      };
    if (schema.format === 'date-time') return '2027-01-01T00:00:00.000Z';
    if (one === 'string') return this.text();
    if (one === 'integer' || one === 'number') return Math.floor(this.random() * 30);
    if (one === 'boolean') return this.chance(0.5);
    return one === 'null' ? null : this.pick(junk);
  }

  private list(items: JsonSchema, depth: number): unknown[] {
    const length = depth > 4 ? 0 : Math.floor(this.random() * 3);
    return Array.from({ length }, () => this.value(items, depth + 1));
  }

  private object({ properties = {}, required = [] }: JsonSchema, depth: number): object {
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || (depth < 5 && this.chance(0.5)),
    );
    return Object.fromEntries(names.map((name) => [name, this.value(properties[name] ?? {}, depth + 1)]));
  }

  private readonly text = (): string => {
    const known = [...this.known.values()].flat();
    return this.pick(known.length > 0 && this.chance(0.5) ? known : words);
  };
  private readonly chance = (probability: number): boolean => this.random() < probability;
  private readonly pick = <T>(list: readonly T[]): T => list[Math.floor(this.random() * list.length)]!;
}
