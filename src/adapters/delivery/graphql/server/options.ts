import type { PagingLimits } from '../../codec/paging.js';
import type { DocumentLimits } from '../limits/measure-document.js';

export interface GraphqlOptions extends PagingLimits, DocumentLimits {
  /** Path, `/graphql`. */
  readonly endpoint: string;
  /** Bytes of a body. */
  readonly bodyLimit: number;
  readonly playground: boolean;
  readonly introspection: boolean;
  /** Whether messages help whoever writes a query: names that are nearly right. */
  readonly suggestions: boolean;
}

export const defaultGraphqlOptions: GraphqlOptions = {
  endpoint: '/graphql',
  defaultLimit: 10,
  maxLimit: 100,
  depthLimit: 10,
  costLimit: 1000,
  bodyLimit: 1024 * 1024,
  playground: true,
  introspection: true,
  suggestions: true,
};
