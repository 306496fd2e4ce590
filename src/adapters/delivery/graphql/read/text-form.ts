import {
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  getNullableType,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { familyOf } from '../../../../domain/document/value.js';
import type { Layout, LayoutMember } from '../../../../domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type Component,
  type ContentType,
  type Schema,
} from '../../../../domain/schema/schema.js';
import { meaningOf, type Meaning } from '../schema/meaning.js';
import { collectFields, type SelectionInfo } from './collect-fields.js';
import { markName, maxMarks, type Mark } from './fill-text.js';
import { aliasPathBelow, answerName, readerOf } from './found.js';
import { rewriteOf, type Rewrite } from './stored-text.js';
import { NotGenerated } from './writer-of.js';

/**
 * How a selection below a root field is answered with the text of the store: the layout that the store gives the
 * documents, and what is written around their values.
 */
export interface TextForm {
  readonly layout: Layout;
  readonly marks: readonly Mark[];
}

/** A selection that is read as objects: it has zones, or documents under two names. */
export class NotTextual extends NotGenerated {}

interface Selected {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly meaning: Meaning | undefined;
}

/** An object of the store's text. */
interface Row {
  readonly shaped: ContentType | Component;
  readonly members: LayoutMember[];
  readonly names: Set<string>;
  /** What is written before the next value. */
  pending: string;
}

/** Longer names are slower in the store. */
const maxPlainName = 60;

/** Compiles selections of one root field. All methods throw `NotTextual` or `NotGenerated`. */
export class TextCompiler {
  readonly marks: Mark[] = [];

  constructor(
    private readonly info: SelectionInfo,
    private readonly schema: Schema,
  ) {}

  /** Compiles the selection on documents, or on items of a component. */
  layoutOf(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    shaped: ContentType | Component,
    aliasPath: string,
  ): Layout {
    const row: Row = { shaped, members: [], names: new Set(), pending: '' };
    this.object(row, type, nodes, aliasPath);
    if (row.pending !== '}' || row.members.length === 0) this.place(row, 'id', 'end');
    return { members: row.members };
  }

  private object(row: Row, type: GraphQLObjectType, nodes: readonly FieldNode[], aliasPath: string): void {
    if (type.isTypeOf !== undefined && type.isTypeOf !== null) throw new NotGenerated(type.name);
    let before = '{';
    for (const [key, ofKey] of collectFields(this.info, type, nodes)) {
      row.pending += `${before}${JSON.stringify(key)}:`;
      before = ',';
      if (ofKey[0]?.name.value === '__typename') row.pending += JSON.stringify(type.name);
      else this.field(row, selectedField(type, key, ofKey), aliasPath);
    }
    row.pending += before === '{' ? '{}' : '}';
  }

  private field(row: Row, selected: Selected, aliasPath: string): void {
    const { field, meaning, key, nodes } = selected;
    switch (meaning?.kind) {
      case 'wrapper':
        return this.object(row, objectOf(field.type), nodes, aliasPathBelow(aliasPath, meaning.name, key));
      case 'id':
        return this.id(row, field.type);
      case 'scalar': {
        const attribute = row.shaped.attributes.get(meaning.name);
        if (attribute?.kind !== 'scalar') throw new NotTextual(field.name);
        return this.place(row, meaning.name, rewriteOf(familyOf(attribute.type), field.type));
      }
      case 'relation': {
        const of = answerName(aliasPath, key, meaning.name);
        return this.linked(row, selected, of, contentTypeOf(this.schema, meaning.target));
      }
      case 'component': {
        // Its resolver takes the page from what is read.
        if (nodes.some(({ arguments: given = [] }) => given.some(({ name }) => name.value === 'pagination')))
          throw new NotTextual(field.name);
        const component = componentOf(this.schema, meaning.component);
        const below = this.layoutOf(objectOf(field.type), nodes, component, '');
        return this.place(row, answerName(aliasPath, key, meaning.name), rewriteOfObjects(field.type), below);
      }
      default:
        throw new NotTextual(field.name);
    }
  }

  private id(row: Row, type: GraphQLOutputType): void {
    if (row.shaped.shaped === 'component') return this.place(row, 'id', rewriteOf('id', type));
    this.place(row, 'documentId', 'unread');
  }

  /** Writes a relation: documents, or an object around them. */
  private linked(row: Row, { field, nodes }: Selected, of: string, target: ContentType): void {
    const type = objectOf(field.type);
    const wrapper = wrapperOf(type);
    if (wrapper === undefined)
      return this.place(row, of, rewriteOfObjects(field.type), this.layoutOf(type, nodes, target, ''));
    let before = '{';
    let isRead = false;
    for (const [key, ofKey] of collectFields(this.info, type, nodes)) {
      row.pending += `${before}${JSON.stringify(key)}:`;
      before = ',';
      if (ofKey[0]?.name.value === '__typename') {
        row.pending += JSON.stringify(type.name);
        continue;
      }
      const inner = selectedField(type, key, ofKey);
      if (inner.field !== wrapper || isRead) throw new NotTextual(field.name);
      isRead = true;
      const aliasPath = aliasPathBelow('', wrapper.name, key);
      const below = this.layoutOf(objectOf(wrapper.type), ofKey, target, aliasPath);
      this.place(row, of, rewriteOfObjects(wrapper.type), below);
    }
    row.pending += before === '{' ? '{}' : '}';
    if (!isRead) row.members.push({ of, as: null });
  }

  /** Adds a value of the store after what is pending. */
  private place(row: Row, of: string, rewrite: Mark['rewrite'], below?: Layout): void {
    const name = rewrite === 'unread' ? plainName(row) : null;
    const as = name ?? this.mark({ text: row.pending, rewrite });
    row.names.add(as);
    row.members.push({ of, as, ...(below && { below }) });
    row.pending = '';
  }

  private mark(mark: Mark): string {
    if (this.marks.length === maxMarks) throw new NotTextual('too many marks');
    this.marks.push(mark);
    return markName(this.marks.length - 1);
  }
}

/** Returns the name of the next value, if nothing else is to be written before it. */
function plainName({ pending, names, members }: Row): string | null {
  const [, separator, name = ''] = /^([{,])"([A-Za-z0-9_]+)":$/.exec(pending) ?? [];
  const isFirst = members.every(({ as }) => as === null);
  if (separator !== (isFirst ? '{' : ',') || name.length > maxPlainName) return null;
  return names.has(name) || name.startsWith('__') ? null : name;
}

/** Returns the field of a type around documents that leads to them. */
export const wrapperOf = (type: GraphQLObjectType): GraphQLField<unknown, unknown> | undefined =>
  Object.values(type.getFields()).find((field) => {
    const meaning = meaningOf(field);
    return meaning?.kind === 'wrapper' && meaning.name !== 'attributes';
  });

/** Stores answer with a list for every list, and with null for a missing object. */
function rewriteOfObjects(type: GraphQLOutputType): Rewrite {
  const isRequired = isNonNullType(type) && !isListType(getNullableType(type));
  return isRequired ? 'not-null' : 'unread';
}

/** Returns a selected field of a generated type. Throws `NotGenerated` for one of the app. */
export function selectedField(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): Selected {
  const field = type.getFields()[nodes[0]?.name.value ?? ''];
  if (field === undefined || readerOf(field.resolve) === undefined)
    throw new NotGenerated(`${type.name}.${nodes[0]?.name.value}`);
  return { key, nodes, field, meaning: meaningOf(field) };
}

export function objectOf(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new NotTextual(named.name);
  return named;
}
