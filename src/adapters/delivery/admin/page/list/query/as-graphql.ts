import { castForFilter } from '../../../../../../domain/document/cast-value.js';
import { familyOf } from '../../../../../../domain/document/value.js';
import type { Relation, Scalar } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import type { Column } from '../columns.js';
import { states, usualSize, usualSort, type ListSearch } from '../list-search.js';
import type { FilterNode } from './read-comparison.js';

interface AskedList {
  readonly type: WireType;
  readonly types: readonly WireType[];
  readonly search: ListSearch;
  readonly columns: readonly Column[];
  /** Of the filters and the search together; null: there are none. */
  readonly node: FilterNode | null;
}

/** GraphQL has no filter by the number of a document, nor by whether there is a component. */
const untold = Symbol('untold');

/** Makes the query of a list in the flat format of GraphQL; null: GraphQL cannot ask it. */
export function asGraphql({ type, types, search, columns, node }: AskedList): string | null {
  const filters = node === null ? '' : filterOf(node);
  if (filters === untold) return null;
  const { size = usualSize, sort = usualSort, locale, state } = search;
  const given = [
    ...(filters === '' ? [] : [`filters: ${filters}`]),
    `sort: ${JSON.stringify(sort.split(','))}`,
    `pagination: { pageSize: ${size} }`,
    ...(type.draftAndPublish ? ['status: DRAFT'] : []),
    ...(state === undefined
      ? []
      : [`publicationFilter: ${states[state].toUpperCase().replaceAll('-', '_')}`]),
    ...(type.localized && locale !== undefined ? [`locale: ${JSON.stringify(locale)}`] : []),
  ];
  const fields = fieldsOf(type, types, columns).map((field) => `    ${field}`);
  return [
    '# In the flat format. If the server has the other one, send the header Strapi-Response-Format: v5.',
    '{',
    `  ${type.graphqlList}(`,
    ...given.map((one) => `    ${one}`),
    '  ) {',
    ...fields,
    '  }',
    '}',
  ].join('\n');
}

/** What is shown of each entry: its columns, and the first targets of relations by what names them. */
function fieldsOf(
  { label }: WireType,
  types: readonly WireType[],
  columns: readonly Column[],
): readonly string[] {
  const own = new Set(['documentId', label]);
  const related = new Map<Relation, Set<string>>();
  for (const { attribute, through } of columns) {
    const relation = through ?? attribute;
    if (relation?.kind !== 'relation') {
      if (attribute !== undefined) own.add(attribute.name);
      continue;
    }
    const target = types.find(({ uid }) => uid === relation.target);
    const named = through === undefined ? target?.label : attribute?.name;
    related.set(relation, (related.get(relation) ?? new Set(['documentId'])).add(named ?? 'documentId'));
  }
  const members = [...related].map(([{ name, many }, inside]) => {
    const first = many ? '(pagination: { limit: 3 })' : '';
    return `${name}${first} { ${[...inside].join(' ')} }`;
  });
  return [...own, ...members];
}

type Written = string | typeof untold;

function filterOf(node: FilterNode): Written {
  switch (node.kind) {
    case 'and':
    case 'or':
      return written(node.parts.map(filterOf), (parts) => `{ ${node.kind}: [${parts.join(', ')}] }`);
    case 'not':
      return written([filterOf(node.part)], ([part]) => `{ not: ${part} }`);
    case 'within':
      return written([filterOf(node.part)], ([part]) => `{ ${node.key}: ${part} }`);
    case 'compare':
      return comparison(node);
  }
}

const written = (parts: readonly Written[], write: (parts: readonly string[]) => string): Written =>
  parts.includes(untold) ? untold : write(parts as readonly string[]);

type Compared = Extract<FilterNode, { kind: 'compare' }>;

function comparison({ key, scalar, operator, value }: Compared): Written {
  // A relation is there if its target has an id; components have none there.
  const name = scalar === undefined ? 'documentId' : key;
  if (
    name === 'id' ||
    (scalar === undefined && key === 'component') ||
    (name === 'documentId' && [value].flat().some(isNumeric))
  )
    return untold;
  const isAbsence = operator === '$null' || operator === '$notNull';
  const operand = isAbsence ? String(value) : operandOf(scalar, operator, value);
  return `{ ${name}: { ${operator.slice(1)}: ${operand} } }`;
}

/** An id of digits means another one than in REST. */
const isNumeric = (value: unknown): boolean => /^\d+$/.test(String(value));

function operandOf(scalar: Scalar | undefined, operator: string, value: unknown): string {
  const isMany = operator === '$in' || operator === '$notIn' || operator === '$between';
  return isMany
    ? `[${[value]
        .flat()
        .map((one) => literal(scalar, one))
        .join(', ')}]`
    : literal(scalar, value);
}

/** Numbers and flags as such, all else as text. */
function literal(scalar: Scalar | undefined, value: unknown): string {
  const text = String(value);
  const cast = scalar === undefined || familyOf(scalar.type) === 'json' ? text : castForFilter(scalar, text);
  return typeof cast === 'number' || typeof cast === 'boolean' ? String(cast) : JSON.stringify(cast ?? text);
}
