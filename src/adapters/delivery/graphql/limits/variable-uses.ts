import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** How often arguments use a variable, by its name. A use in a fragment counts for every spread of it. */
export type VariableUses = ReadonlyMap<string, number>;

const none: VariableUses = new Map();

/** Counts the uses of each variable, in the operation that uses it most. */
export function variableUses({ definitions }: DocumentNode): VariableUses {
  const counter = new Counter(
    new Map(
      definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
      ),
    ),
  );
  const most = new Map<string, number>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const [name, count] of counter.within(definition.selectionSet))
      most.set(name, Math.max(most.get(name) ?? 0, count));
  }
  return most;
}

class Counter {
  private readonly counted = new Map<string, VariableUses>();

  constructor(private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>) {}

  within({ selections }: SelectionSetNode): VariableUses {
    const uses = new Map<string, number>();
    for (const selection of selections)
      for (const [name, count] of this.of(selection)) uses.set(name, (uses.get(name) ?? 0) + count);
    return uses;
  }

  private of(selection: SelectionNode): readonly (readonly [string, number])[] {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return [...this.fragment(selection.name.value)];
    const below = selection.selectionSet === undefined ? none : this.within(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return [...below];
    const own = (selection.arguments ?? []).flatMap(({ value }) => variablesIn(value));
    return [...below, ...own.map((name) => [name, 1] as const)];
  }

  private fragment(name: string): VariableUses {
    const known = this.counted.get(name);
    if (known !== undefined) return known;
    // Ends a cycle of fragments, which validation refuses later.
    this.counted.set(name, none);
    const definition = this.fragments.get(name);
    const uses = definition === undefined ? none : this.within(definition.selectionSet);
    this.counted.set(name, uses);
    return uses;
  }
}

function variablesIn(value: ValueNode): readonly string[] {
  switch (value.kind) {
    case Kind.VARIABLE:
      return [value.name.value];
    case Kind.LIST:
      return value.values.flatMap(variablesIn);
    case Kind.OBJECT:
      return value.fields.flatMap((field) => variablesIn(field.value));
    default:
      return [];
  }
}
