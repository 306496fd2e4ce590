import type { GraphQLInputFieldConfigMap } from 'graphql';
import type { Shaped } from '../../../../domain/schema/schema.js';
import type { Names } from './names.js';

/** The form of schemas and answers: that of Strapi 4, with `data` and `attributes`, or the flat one of Strapi 5. */
export type ResponseFormat = 'v4' | 'v5';

/**
 * What differs between the formats for requests. `SchemaShape` has what differs between their schemas. Reading
 * selections, planning, permissions and writing answers are the same.
 */
export interface Shape {
  readonly format: ResponseFormat;
  readonly names: Names;
  /** The argument and the filter by which documents are addressed; by their numeric id too if `takesNumericIds`. */
  readonly documentKey: 'id' | 'documentId';
  readonly takesNumericIds: boolean;
  /** Whether one document is null in the locale `*`; otherwise it is any of its translations. */
  readonly nullForAllLocales: boolean;
  /** Whether `data` is null in answers whose root fields all failed; otherwise nulls spread as GraphQL says. */
  readonly nullsFailedData: boolean;
  /** Fields of a data input that clients of the format may send, and that have no effect. */
  inputsPassedOver(shaped: Shaped): GraphQLInputFieldConfigMap;
  /** The `extensions.code` of an error without a code of its own, by its name. */
  errorCode(name: string): string;
}
