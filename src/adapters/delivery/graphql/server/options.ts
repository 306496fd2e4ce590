import type { PagingLimits } from '../../codec/pagination.js';
import type { ResponseFormat } from '../shape/shape.js';
import type { DocumentLimits } from '../limits/measure-document.js';

export interface GraphqlOptions extends PagingLimits, DocumentLimits {
  /** The form of schema and answers for requests that name none. */
  readonly responseFormat: ResponseFormat;
  /** The path of the endpoint, `/graphql`. */
  readonly endpoint: string;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  readonly playground: boolean;
  readonly introspection: boolean;
  /** Whether messages suggest similar names. */
  readonly suggestions: boolean;
}

export const defaultGraphqlOptions: GraphqlOptions = {
  responseFormat: 'v4',
  endpoint: '/graphql',
  defaultLimit: 10,
  maxLimit: 100,
  depthLimit: 10,
  costLimit: 1000,
  maxBodyBytes: 1024 * 1024,
  playground: true,
  introspection: true,
  suggestions: true,
};
