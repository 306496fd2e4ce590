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

/** The part of a resolver's `info` that has the selection. */
export type SelectionInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/** The part of a resolver's `info` that has the type and the selection of its field. */
export type Info = SelectionInfo & Pick<GraphQLResolveInfo, 'returnType' | 'fieldNodes'>;

/** The selected fields of a type by response key. All nodes with the same key are one field. */
export type Fields = ReadonlyMap<string, readonly FieldNode[]>;

/** Returns the fields below `nodes` on an object of `type`, with fragments expanded and `@include` and `@skip` applied. */
export function collectFields(
  info: SelectionInfo,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): Fields {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  for (const { selectionSet } of nodes) {
    if (selectionSet !== undefined) gather(info, type, selectionSet.selections, fields, visited);
  }
  return fields;
}

function gather(
  info: SelectionInfo,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  fields: Map<string, FieldNode[]>,
  visited: Set<string>,
): void {
  for (const selection of selections) {
    if (!isIncluded(info, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const known = fields.get(key);
      if (known === undefined) fields.set(key, [selection]);
      else known.push(selection);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : spread(info, selection.name.value, visited);
    if (fragment !== undefined && isAbout(info, fragment.typeCondition?.name.value, type))
      gather(info, type, fragment.selectionSet.selections, fields, visited);
  }
}

function spread(info: SelectionInfo, name: string, visited: Set<string>): FragmentDefinitionNode | undefined {
  if (visited.has(name)) return undefined;
  visited.add(name);
  return info.fragments[name];
}

function isIncluded({ variableValues }: SelectionInfo, node: SelectionNode): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] !== false;
}

function isAbout({ schema }: SelectionInfo, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}
