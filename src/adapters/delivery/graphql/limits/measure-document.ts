import {
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ASTNode,
} from 'graphql';

export interface DocumentLimits {
  /** Allowed levels of fields below a root field. */
  readonly depthLimit: number;
  /** Allowed cost of all fields of an operation. */
  readonly costLimit: number;
}

/** A root field is a database statement; a field with fields below it may be a list or a join. */
const costs = { root: 20, nested: 2, leaf: 1, spread: 5, inline: 1, directive: 2, repeated: 10 } as const;

interface Size {
  readonly depth: number;
  readonly cost: number;
}

const nothing: Size = { depth: 0, cost: 0 };

/** What is wrong with a document, and the node that shows the client where. */
export interface DocumentFault {
  readonly message: string;
  readonly node: ASTNode | undefined;
}

/**
 * Returns why a document may not run, or null: it is too deep or costs too much. A field counts once for every use of its
 * fragment, and an alias is a field of its own. A repeated field costs more, as does a relation under another alias, which
 * is read again. Needs no validated document, and takes time in proportion to its text, not to its expanded fragments.
 */
export function documentFault(document: DocumentNode, limits: DocumentLimits): DocumentFault | null {
  const ruler = new Ruler(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      continue;
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    const { depth, cost } = isOperation
      ? ruler.measure(definition.selectionSet, true)
      : ruler.fragment(definition.name.value);
    const name = `'${definition.name?.value ?? ''}'`;
    // The depth of a fragment counts where it is spread.
    if (isOperation && depth - 1 > limits.depthLimit)
      return {
        message: `${name} exceeds maximum operation depth of ${limits.depthLimit}`,
        node: ruler.fieldBelow(limits.depthLimit, definition.selectionSet),
      };
    if (cost > limits.costLimit)
      return {
        message: `The ${isOperation ? 'operation' : 'fragment'} ${name} costs ${cost}, more than ${limits.costLimit}: ask for fewer fields, or in several requests`,
        node: definition,
      };
  }
  return null;
}

class Ruler {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  /** Null while a fragment is being measured. Validation refuses cycles of fragments. */
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

  measure({ selections }: SelectionSetNode, isRoot: boolean, seen = new Seen()): Size {
    let depth = 0;
    let cost = 0;
    for (const selection of selections) {
      const size = this.selection(selection, isRoot, seen);
      depth = Math.max(depth, size.depth);
      cost += size.cost + costs.directive * (selection.directives?.length ?? 0);
      cost += costs.repeated * seen.repeats(keysOf(selection, isRoot));
    }
    return { depth, cost };
  }

  /**
   * Returns the first field that is deeper than `limit`. `depth` is that of the selections, and `entered` the greatest one
   * at which each fragment was searched, so that none is searched more often than there are levels.
   */
  fieldBelow(
    limit: number,
    { selections }: SelectionSetNode,
    depth = 0,
    entered = new Map<string, number>(),
  ): FieldNode | undefined {
    for (const selection of selections) {
      const isField = selection.kind === Kind.FIELD;
      if (isField && depth > limit) return selection;
      if (isField && depth === 0 && selection.name.value.startsWith('__')) continue;
      const below = this.selectionsBelow(selection, depth, entered);
      const found = below && this.fieldBelow(limit, below, isField ? depth + 1 : depth, entered);
      if (found) return found;
    }
    return undefined;
  }

  private selectionsBelow(
    selection: SelectionNode,
    depth: number,
    entered: Map<string, number>,
  ): SelectionSetNode | undefined {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) return selection.selectionSet;
    const name = selection.name.value;
    if ((entered.get(name) ?? -1) >= depth) return undefined;
    entered.set(name, depth);
    return this.fragments.get(name)?.selectionSet;
  }

  private selection(selection: SelectionNode, isRoot: boolean, seen: Seen): Size {
    switch (selection.kind) {
      case Kind.INLINE_FRAGMENT: {
        const part = seen.on(selection.typeCondition?.name.value);
        const { depth, cost } = this.measure(selection.selectionSet, isRoot, part);
        return { depth, cost: cost + costs.inline };
      }
      case Kind.FRAGMENT_SPREAD: {
        const { depth, cost } = this.fragment(selection.name.value);
        return { depth, cost: cost + (isRoot ? costs.root : costs.spread) };
      }
      case Kind.FIELD: {
        const own = isRoot ? costs.root : selection.selectionSet ? costs.nested : costs.leaf;
        const below = selection.selectionSet ? this.measure(selection.selectionSet, false) : nothing;
        // Introspection does not count: its depth has a limit of its own.
        const depth = isRoot && selection.name.value.startsWith('__') ? 0 : below.depth + 1;
        return { depth, cost: own + below.cost };
      }
    }
  }
}

/** The keys of one selection so far, including those of its inline fragments, separately for each type. */
class Seen {
  constructor(
    private readonly keys = new Set<string>(),
    private readonly type = '',
  ) {}

  on(type: string | undefined): Seen {
    return type === undefined ? this : new Seen(this.keys, type);
  }

  /** Adds the keys, and returns how many of them were there before. */
  repeats(keys: readonly string[]): number {
    const own = keys.map((key) => `${this.type} ${key}`);
    const known = own.filter((key) => this.keys.has(key));
    for (const key of own) this.keys.add(key);
    return known.length;
  }
}

/** Returns the keys by which a selection counts as repeated: the response key, the fragment, the field with fields below. */
function keysOf(selection: SelectionNode, isRoot: boolean): readonly string[] {
  if (selection.kind === Kind.INLINE_FRAGMENT) return [];
  if (selection.kind === Kind.FRAGMENT_SPREAD) return [`...${selection.name.value}`];
  const { alias, name, selectionSet } = selection;
  if (isRoot || selectionSet === undefined) return [(alias ?? name).value];
  return alias === undefined ? [`:${name.value}`] : [alias.value, `:${name.value}`];
}

const isFragment = (definition: DefinitionNode): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION;

/** Allowed levels of a value in variables. A level is up to three nodes of a document. */
export const maxNesting = 200;
const maxNodesDeep = 3 * maxNesting;

/** Allowed number of some nodes: validation compares each with all others, or with the whole schema. */
const most: ReadonlyMap<string, readonly [number, string]> = new Map([
  [Kind.OPERATION_DEFINITION, [100, 'operations']],
  [Kind.FRAGMENT_DEFINITION, [200, 'fragments']],
  [Kind.VARIABLE_DEFINITION, [500, 'variables']],
  [Kind.DIRECTIVE, [1000, 'directives']],
]);

/**
 * Returns why a document may not be validated, or null: it is nested too deep or has too many nodes of a kind. Does not use
 * recursion, unlike validation and the reading of values, which walk the tree afterwards.
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

/** Uses loops for speed: this runs for every new document. */
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
