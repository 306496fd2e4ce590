import {
  getArgumentValues,
  getNamedType,
  isObjectType,
  isUnionType,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql';
import type { PopulateMember, Query, Selection, ZoneMember } from '../../../../domain/query/query.js';
import { componentOf, contentTypeOf, type Shaped, type Uid } from '../../../../domain/schema/schema.js';
import { meaningOf, type Meaning, type ZoneType } from '../schema/meaning.js';
import { collectFields, type SelectionInfo } from './collect-fields.js';
import { decodeRange, decodeSearch, type ListContext, type SelectedOfPage } from './decode-arguments.js';
import { answerName, aliasPathBelow, readerOf } from './found.js';

/** The dependencies of reading a selection. */
export interface SelectionContext {
  readonly info: SelectionInfo;
  readonly lists: ListContext;
}

/** The selection of documents, and of their page. */
export interface Selected extends SelectedOfPage {
  readonly selection: Selection & Pick<Query, 'layout'>;
}

/** Returns the selection below a field of a generated type. Throws errors for the client. */
export function selectionOf(
  context: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): Selected {
  const gathered = new Gathered();
  readFields(context, type, nodes, gathered, '');
  const { count, place, cursors } = gathered;
  return { selection: gathered.selection(), count, place, cursors };
}

/** Returns the selection of one field that stands for a relation, a component or a zone. Throws errors for the client. */
export function memberOfField(
  context: { readonly info: GraphQLResolveInfo; readonly lists: ListContext },
  field: GraphQLField<unknown, unknown>,
): Selection {
  const { path, fieldNodes: nodes } = context.info;
  const gathered = new Gathered();
  readField(context, { key: String(path.key), nodes, field, meaning: meaningOf(field) }, gathered, '');
  return gathered.selection();
}

/** One selected field of an object type. */
interface SelectedField {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly meaning: Meaning | undefined;
}

class Gathered {
  count = false;
  place = false;
  cursors = false;
  private readonly fields = new Set<string>();
  private readonly members: PopulateMember[] = [];
  private all = false;

  addField(name: string): void {
    this.fields.add(name);
  }

  /** For a resolver of the app, which may use any of them. */
  addAllFields(): void {
    this.all = true;
  }

  addMember(member: PopulateMember): void {
    this.members.push(member);
  }

  selection(): Selection {
    const { members } = this;
    return {
      ...(!this.all && { fields: [...this.fields] }),
      ...(members.length > 0 && { populate: { all: false, members } }),
    };
  }
}

function fieldsOf(
  { info }: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): readonly SelectedField[] {
  const known = type.getFields();
  const found: SelectedField[] = [];
  for (const [key, ofKey] of collectFields(info, type, nodes)) {
    const field = known[ofKey[0]?.name.value ?? ''];
    if (field !== undefined) found.push({ key, nodes: ofKey, field, meaning: meaningOf(field) });
  }
  return found;
}

const objectOf = ({ field }: SelectedField): GraphQLObjectType => {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`${field.name} is no object`);
  return type;
};

function readFields(
  context: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  gathered: Gathered,
  aliasPath: string,
): void {
  for (const each of fieldsOf(context, type, nodes)) {
    if (!isOfPage(each) && readerOf(each.field.resolve) === undefined) gathered.addAllFields();
    readField(context, each, gathered, aliasPath);
  }
}

const kindsOfPage: ReadonlySet<string | undefined> = new Set(['page', 'number', 'total', 'place', 'cursor']);

const isOfPage = ({ meaning }: SelectedField): boolean => kindsOfPage.has(meaning?.kind);

function readField(
  context: SelectionContext,
  selected: SelectedField,
  gathered: Gathered,
  aliasPath: string,
): void {
  const { meaning, key, nodes } = selected;
  switch (meaning?.kind) {
    case 'wrapper':
    case 'page': {
      const below = meaning.kind === 'page' ? aliasPath : aliasPathBelow(aliasPath, meaning.name, key);
      return readFields(context, objectOf(selected), nodes, gathered, below);
    }
    case 'total':
      gathered.count = true;
      return;
    case 'place':
      gathered.place = true;
      return;
    case 'cursor':
      gathered.cursors = true;
      return;
    case 'scalar':
      return gathered.addField(meaning.name);
    case 'relation':
    case 'component':
    case 'zone': {
      const as = answerName(aliasPath, key, meaning.name);
      const member = memberOf(context, selected, meaning);
      return gathered.addMember(as === meaning.name ? member : { ...member, as });
    }
  }
}

type MemberMeaning = Extract<Meaning, { kind: 'relation' | 'component' | 'zone' }>;

function memberOf(context: SelectionContext, field: SelectedField, meaning: MemberMeaning): PopulateMember {
  const { name } = meaning;
  switch (meaning.kind) {
    case 'relation': {
      const { selection } = selectionOf(context, objectOf(field), field.nodes);
      const type = contentTypeOf(context.lists.schema, meaning.target);
      return { name, ...selection, ...(meaning.many && searchOf(context, field, type)) };
    }
    case 'component':
      return {
        name,
        ...selectionOf(context, objectOf(field), field.nodes).selection,
        ...itemSearch(context, field, meaning.component),
      };
    case 'zone':
      return { name, on: zoneMembers(context, field, meaning.components) };
  }
}

/** Decodes `filters`, `sort` and `pagination` of a relation to many. */
function searchOf({ info, lists }: SelectionContext, { field, nodes }: SelectedField, type: Shaped) {
  const [node] = nodes;
  const args = node === undefined ? {} : getArgumentValues(field, node, info.variableValues);
  return { ...decodeSearch(lists, type, args), range: decodeRange(lists, args) };
}

/** Decodes `filters` and `sort` of a repeatable component. Its resolver takes the range from what is read. */
function itemSearch(context: SelectionContext, selected: SelectedField, component: Uid) {
  if (selected.field.args.length === 0) return {};
  const { range: _, ...search } = searchOf(context, selected, componentOf(context.lists.schema, component));
  return search;
}

/** Returns every component of the zone, even if nothing of it is selected, because its items keep their places. */
function zoneMembers(
  context: SelectionContext,
  { field, nodes }: SelectedField,
  components: readonly ZoneType[],
): readonly ZoneMember[] {
  const union = getNamedType(field.type);
  const types = new Map(isUnionType(union) ? union.getTypes().map((type) => [type.name, type]) : []);
  return components.flatMap(({ uid, type: name }) => {
    const type = types.get(name);
    return type === undefined ? [] : [{ component: uid, ...selectionOf(context, type, nodes).selection }];
  });
}
