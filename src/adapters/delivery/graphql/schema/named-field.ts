import type { GraphQLFieldConfig } from 'graphql';
import type { Scope } from '../../../../application/access/rules/access-rule.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import type { Args } from '../read/decode-arguments.js';

export type RootField = GraphQLFieldConfig<unknown, ResolverContext, Args>;

/** A root field of a content-type, and the permission that it needs. */
export interface NamedField {
  readonly root: 'Query' | 'Mutation';
  readonly name: string;
  readonly scope: Scope;
  readonly field: RootField;
}
