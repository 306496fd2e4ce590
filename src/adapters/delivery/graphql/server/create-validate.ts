import {
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { requestError } from '../client-error.js';

/** Returns the validation errors of a document. Remembers valid documents for as long as the caller keeps them. */
export type ValidateDocument = (document: DocumentNode) => readonly GraphQLError[];

export function createValidate(schema: GraphQLSchema, introspection: boolean): ValidateDocument {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const valid = new WeakSet<DocumentNode>();
  return (document) => {
    if (valid.has(document)) return [];
    const faults = validate(schema, document, rules);
    if (faults.length === 0) valid.add(document);
    return faults.map((fault) => requestError('GRAPHQL_VALIDATION_FAILED', fault.message, fault));
  };
}
