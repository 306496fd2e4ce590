import type { PagingLimits } from '../../codec/pagination.js';
import type { DocumentLimits } from '../limits/measure-document.js';

export interface GraphqlOptions extends PagingLimits, DocumentLimits {
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
