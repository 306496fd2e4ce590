import { Kind, type ASTNode, type DocumentNode } from 'graphql';

/** Levels of a value in variables, and as many nodes of a document for each: a field, or a member, is up to three. */
export const maxNesting = 200;
const maxNodesDeep = 3 * maxNesting;

/** How many there may be in a document: validation looks at each beside all others, or beside the whole schema. */
const most: ReadonlyMap<string, readonly [number, string]> = new Map([
  [Kind.OPERATION_DEFINITION, [100, 'operations']],
  [Kind.FRAGMENT_DEFINITION, [200, 'fragments']],
  [Kind.VARIABLE_DEFINITION, [500, 'variables']],
  [Kind.DIRECTIVE, [1000, 'directives']],
]);

/**
 * Why a document may not be validated, or null: nested too deep, or too much of something. What walks its syntax tree
 * afterwards, validation and the reading of values, does so by recursion; this does not.
 */
export function shapeFault(document: DocumentNode): string | null {
  const counts = new Map<string, number>();
  let level: readonly ASTNode[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxNodesDeep) return tooDeep;
    const fault = countFault(level, counts);
    if (fault !== null) return fault;
    level = below(level);
  }
  return null;
}

export const tooDeep = 'The document is nested too deep';

function countFault(level: readonly ASTNode[], counts: Map<string, number>): string | null {
  for (const { kind } of level) if (most.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const [kind, [limit, name]] of most) {
    const count = counts.get(kind) ?? 0;
    if (count > limit) return `The document has ${count} ${name}, more than ${limit}`;
  }
  return null;
}

/** In loops: this is done for every document that is new. */
function below(level: readonly ASTNode[]): readonly ASTNode[] {
  const found: ASTNode[] = [];
  for (const node of level) {
    for (const value of Object.values(node) as unknown[]) {
      if (Array.isArray(value)) for (const item of value) found.push(item as ASTNode);
      else if (isNode(value)) found.push(value);
    }
  }
  return found;
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'kind' in value;
