import {
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export interface DocumentLimits {
  /** Levels of fields below a root field. */
  readonly depthLimit: number;
  /** What all fields of an operation cost together. */
  readonly costLimit: number;
}

/** A root field is a statement of the database, a field with fields below it may be a list, or a join. */
const costs = { root: 20, nested: 2, leaf: 1, spread: 5, directive: 2, repeated: 10 } as const;

interface Size {
  readonly depth: number;
  readonly cost: number;
}

const nothing: Size = { depth: 0, cost: 0 };

/**
 * Why a document may not be asked, or null: too deep, or too much of it. Fields count as often as fragments bring them,
 * aliases as fields of their own, and a field that is repeated more than that. Takes time in the size of the document,
 * whatever its fragments make of it, and looks at nothing else, so that nothing has been validated yet.
 */
export function documentFault(document: DocumentNode, limits: DocumentLimits): string | null {
  const ruler = new Ruler(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      continue;
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    const { depth, cost } = isOperation
      ? ruler.measure(definition.selectionSet, true)
      : ruler.fragment(definition.name.value);
    const name = isOperation ? `'${definition.name?.value ?? ''}'` : `fragment '${definition.name.value}'`;
    // Of fragments it counts where they are spread.
    if (isOperation && depth - 1 > limits.depthLimit)
      return `${name} exceeds maximum operation depth of ${limits.depthLimit}`;
    if (cost > limits.costLimit)
      return `${name} costs ${cost}, more than ${limits.costLimit}: ask for fewer fields, or in several requests`;
  }
  return null;
}

class Ruler {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  /** Null while it is being measured: a circle, which validation refuses. */
  private readonly measured = new Map<string, Size | null>();

  constructor(document: DocumentNode) {
    for (const definition of document.definitions)
      if (isFragment(definition)) this.fragments.set(definition.name.value, definition);
  }

  fragment(name: string): Size {
    const known = this.measured.get(name);
    if (known !== undefined) return known ?? nothing;
    this.measured.set(name, null);
    const definition = this.fragments.get(name);
    const size = definition === undefined ? nothing : this.measure(definition.selectionSet, false);
    this.measured.set(name, size);
    return size;
  }

  measure({ selections }: SelectionSetNode, isRoot: boolean): Size {
    let depth = 0;
    let cost = 0;
    const seen = new Set<string>();
    for (const selection of selections) {
      const size = this.selection(selection, isRoot);
      depth = Math.max(depth, size.depth);
      cost += size.cost + costs.directive * (selection.directives?.length ?? 0);
      if (selection.kind === Kind.INLINE_FRAGMENT) continue;
      const key =
        selection.kind === Kind.FIELD
          ? (selection.alias ?? selection.name).value
          : `...${selection.name.value}`;
      if (seen.has(key)) cost += costs.repeated;
      seen.add(key);
    }
    return { depth, cost };
  }

  private selection(selection: SelectionNode, isRoot: boolean): Size {
    switch (selection.kind) {
      case Kind.INLINE_FRAGMENT:
        return this.measure(selection.selectionSet, isRoot);
      case Kind.FRAGMENT_SPREAD: {
        const { depth, cost } = this.fragment(selection.name.value);
        return { depth, cost: cost + (isRoot ? costs.root : costs.spread) };
      }
      case Kind.FIELD: {
        const own = isRoot ? costs.root : selection.selectionSet ? costs.nested : costs.leaf;
        const below = selection.selectionSet ? this.measure(selection.selectionSet, false) : nothing;
        // What the schema itself is asked has limits of its own.
        const depth = isRoot && selection.name.value.startsWith('__') ? 0 : below.depth + 1;
        return { depth, cost: own + below.cost };
      }
    }
  }
}

const isFragment = (definition: DefinitionNode): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION;
