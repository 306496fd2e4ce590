import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  getDirectiveValues,
  isAbstractType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql';

/** The part of a resolver's `info` that says what was selected. */
export type Asked = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/** The fields of a type that are selected, by response key: those of one key are one field, as when executed. */
export type Fields = ReadonlyMap<string, readonly FieldNode[]>;

/** The fields that will be executed below `nodes`, on an object of `type`: fragments opened, `@include` and `@skip` obeyed. */
export function collectFields(
  asked: Asked,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): Fields {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  for (const { selectionSet } of nodes) {
    if (selectionSet !== undefined) gather(asked, type, selectionSet.selections, fields, visited);
  }
  return fields;
}

function gather(
  asked: Asked,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  fields: Map<string, FieldNode[]>,
  visited: Set<string>,
): void {
  for (const selection of selections) {
    if (!isIncluded(asked, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const known = fields.get(key);
      if (known === undefined) fields.set(key, [selection]);
      else known.push(selection);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : spread(asked, selection.name.value, visited);
    if (fragment !== undefined && isAbout(asked, fragment.typeCondition?.name.value, type))
      gather(asked, type, fragment.selectionSet.selections, fields, visited);
  }
}

function spread(asked: Asked, name: string, visited: Set<string>): FragmentDefinitionNode | undefined {
  if (visited.has(name)) return undefined;
  visited.add(name);
  return asked.fragments[name];
}

function isIncluded({ variableValues }: Asked, node: SelectionNode): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] !== false;
}

function isAbout({ schema }: Asked, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}
