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

/** Root fields that give way where the app has something by a name of theirs. */
export interface YieldingFields {
  readonly fields: readonly NamedField[];
  /** The types that they bring, besides those that every schema has. */
  readonly typeNames: readonly string[];
}
