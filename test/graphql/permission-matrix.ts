import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { ResponseFormat } from '../../src/adapters/delivery/graphql/shape/shape.js';
import { decide, type Permission, type Principal } from '../../src/domain/permission/permission.js';
import type { Layer } from '../../src/domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../src/domain/schema/schema.js';
import { isInMemory } from '../http/chosen-store.js';
import { arbitraryPrincipal, foundBy } from '../http/permission-matrix.js';

/** A path of attribute names from a content-type: `['writer', 'name']`. */
export type Path = readonly string[];

/** The policy for a path: it may not be named, its target may not be found, or it is visible. */
export type Verdict = 'invalid' | 'nothing' | 'there';

const deepest = 3;

/** Returns every attribute of the built schema below a content-type, through relations and components. */
export function selectablePaths(built: GraphQLSchema, typeName: string): readonly Path[] {
  const below = (type: GraphQLObjectType, at: Path): readonly Path[] =>
    Object.values(type.getFields())
      .filter(({ name }) => !/^(id|documentId|related)$|_connection$/.test(name))
      .flatMap((field) => {
        const path = [...at, field.name];
        const of = getNamedType(field.type);
        if (!isObjectType(of)) return [path];
        if (path.length >= deepest) return [];
        const entity = getNamedType(of.getFields()['data']?.type ?? null);
        // In the flat format the type itself has the attributes.
        const attributes = isObjectType(entity) ? getNamedType(entity.getFields()['attributes']?.type) : of;
        return isObjectType(attributes) ? below(attributes, path) : [];
      });
  const type = built.getType(typeName);
  if (!isObjectType(type)) throw new Error(`no type ${typeName}`);
  return below(type, []);
}

const joins: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Returns every attribute that the built schema can filter by. */
export function filterablePaths(built: GraphQLSchema, inputName: string, at: Path = []): readonly Path[] {
  const input = built.getType(inputName);
  if (!isInputObjectType(input)) throw new Error(`no input ${inputName}`);
  return Object.values(input.getFields())
    .filter(({ name }) => !joins.has(name) && name !== 'id' && name !== 'documentId')
    .flatMap((field) => {
      const path = [...at, field.name];
      const { name } = getNamedType(field.type);
      if (!name.endsWith('FiltersInput')) return [path];
      return path.length >= deepest ? [] : filterablePaths(built, name, path);
    });
}

/** Returns every attribute, private or not: everything that text can name. */
export function everyPath(schema: Schema, shaped: Shaped, at: Path = []): readonly Path[] {
  return [...shaped.attributes.values()].flatMap((attribute) => {
    const path = [...at, attribute.name];
    const of = leadsTo(schema, attribute);
    if (of === null) return [path];
    return path.length >= deepest ? [] : everyPath(schema, of, path);
  });
}

function leadsTo(schema: Schema, attribute: Attribute): Shaped | null {
  if (attribute.kind === 'relation') return contentTypeOf(schema, attribute.target);
  return attribute.kind === 'component' ? componentOf(schema, attribute.component) : null;
}

/** Returns the selection of a path as text. */
export function selectionText(
  schema: Schema,
  shaped: Shaped,
  [name = '', ...rest]: Path,
  format: ResponseFormat = 'v4',
): string {
  const attribute = attributeOf(shaped, name);
  const of = leadsTo(schema, attribute);
  if (of === null) return name;
  const inner = selectionText(schema, of, rest, format);
  return attribute.kind === 'relation' && format === 'v4'
    ? `${name} { data { attributes { ${inner} } } }`
    : `${name} { ${inner} }`;
}

export function attributeOf(shaped: Shaped, name: string): Attribute {
  const attribute = shaped.attributes.get(name);
  if (attribute === undefined) throw new Error(`${shaped.uid} has no ${name}, and the API shows it`);
  return attribute;
}

/** Computed from the policy only. `permission` is that of the content-type where the path begins; null for a component. */
export function verdictOf(
  schema: Schema,
  principal: Principal,
  shaped: Shaped,
  permission: Permission | null,
  [name = '', ...rest]: Path,
  layer: Layer = 'published',
): Verdict {
  const attribute = attributeOf(shaped, name);
  if (!isShown(attribute, permission)) return 'invalid';
  const of = leadsTo(schema, attribute);
  if (of === null) return 'there';
  if (attribute.kind !== 'relation') return verdictOf(schema, principal, of, null, rest, layer);
  const found = decide(principal, foundBy(attribute.target, layer), attribute.target);
  return found === null ? 'nothing' : verdictOf(schema, principal, of, found, rest, layer);
}

function isShown(attribute: Attribute, permission: Permission | null): boolean {
  if (attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) return false;
  const fields = permission?.fields ?? null;
  const isSystem = attribute.kind === 'scalar' && attribute.system;
  return isSystem || fields === null || fields.has(attribute.name);
}

/** The value in an attribute of every document of the matrix; null if it cannot be told from other text. */
export function plantedAt(
  schema: Schema,
  shaped: Shaped,
  [name = '', ...rest]: Path,
): string | number | null {
  const of = leadsTo(schema, attributeOf(shaped, name));
  return of === null ? planted(shaped.uid, name) : plantedAt(schema, of, rest);
}

export const planted = (uid: string, name: string): string | number | null =>
  values[`${uid} ${name}`] ?? null;

const values: Readonly<Record<string, string | number>> = {
  'api::note.note text': 'planted text of a note',
  'api::note.note score': 471108,
  'api::note.note key': 'planted key of a note',
  'api::note.note hidden': 'planted and hidden',
  'api::writer.writer name': 'planted name of a writer',
  'api::writer.writer mail': 'planted@example.org',
  'api::topic.topic name': 'planted name of a topic',
  'shared.seo title': 'planted title',
  'plugin::upload.file name': 'planted name of a file',
  'plugin::upload.file caption': 'planted caption',
  'plugin::upload.file uploader': 'planted uploader',
};

/** A filter that holds where the path has a value. */
export const filterText = (path: Path): string =>
  `${path.join(': { ')}: { notNull: true }${' }'.repeat(path.length - 1)}`;

/** Expects that an answer shows the planted values of the paths that are visible, and no others. */
export function expectShown(schema: Schema, shaped: Shaped, text: string, visible: readonly Path[]): void {
  const valueOf = (path: Path) => plantedAt(schema, shaped, path);
  const shown = new Set(visible.map(valueOf));
  for (const value of new Set(everyPath(schema, shaped).map(valueOf)))
    if (value !== null)
      expect(text.includes(String(value)), `${value} in ${text}`).to.equal(shown.has(value));
}

/** Checks random principals with some of the paths. In memory, each of the outcomes has to occur. */
export async function checkPrincipals<Outcome extends string>(
  paths: readonly Path[],
  check: (principal: Principal, some: readonly Path[]) => Promise<Outcome>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const seen = new Set<Outcome>();
  const some = fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 3, selector: String });
  const property = fc.asyncProperty(arbitraryPrincipal, some, async (principal, chosen) => {
    seen.add(await check(principal, chosen));
  });
  await fc.assert(property, { numRuns: isInMemory ? 200 : 20 });
  if (isInMemory) expect([...seen].sort()).to.deep.equal([...outcomes].sort());
}
