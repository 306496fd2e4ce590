import { GraphQLString, type GraphQLFieldConfigArgumentMap } from 'graphql';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { ShadowAction } from '../extension/shadow-crud.js';
import type { FieldDependencies } from '../read/read-fields.js';
import type { Generation } from './generation.js';
import { atomicExtensions } from '../write/atomic-directive.js';
import { mutationOf } from '../write-fields.js';
import type { NamedField, RootField } from './named-field.js';
import { localeCode } from './leaf-types.js';

/** Returns the root fields of a content-type, without those that app code disabled. */
export function rootFields(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const { shadow, shape } = generation;
  return shape
    .rootFields(generation, dependencies, type)
    .filter(({ scope }) => shadow.isActionEnabled(type.uid, scope.action as ShadowAction));
}

export const queryField = (
  type: ContentType,
  action: 'find' | 'findOne',
  name: string,
  field: RootField,
): NamedField => ({ root: 'Query', name, scope: { type: type.uid, action }, field });

/** `dependencies`: absent for writes that cannot be taken back. */
export const mutationField = (
  type: ContentType,
  action: 'create' | 'update' | 'delete',
  typeName: string,
  field: RootField,
  dependencies?: FieldDependencies,
): NamedField => ({
  root: 'Mutation',
  name: `${action}${typeName}`,
  scope: { type: type.uid, action },
  // Accounts and files are more than documents: not all of their writes can be taken back.
  field:
    type.exposed && dependencies !== undefined
      ? { ...field, extensions: atomicExtensions((args) => mutationOf(dependencies, type, action, args)) }
      : field,
});

/** An extension of the formats: the words that `_q` has in REST. Not for files, users and locales. */
export const searchArgument = ({ exposed }: ContentType): GraphQLFieldConfigArgumentMap =>
  exposed ? { search: { type: GraphQLString } } : {};

export const localeArgument = ({ localized }: ContentType): GraphQLFieldConfigArgumentMap =>
  localized ? { locale: { type: localeCode } } : {};
