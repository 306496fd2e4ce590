import type { ASTNode } from 'graphql';

/**
 * Whether a document is nested deeper than this, counted in nodes of its syntax tree: lists of lists in types and values,
 * objects, selections. What walks the tree afterwards, validation and the reading of values, does so by recursion; this
 * does not.
 */
export function isNestedDeeper(document: ASTNode, levels: number): boolean {
  let level: readonly ASTNode[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

const childrenOf = (node: ASTNode): readonly ASTNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'kind' in value;
