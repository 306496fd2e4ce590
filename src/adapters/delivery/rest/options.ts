import type { PagingLimits } from '../codec/paging.js';

export interface RestOptions extends PagingLimits {
  /** Path before the plural name, `/api`. */
  readonly prefix: string;
  /** Bytes of a body. */
  readonly bodyLimit: number;
}

export const defaultRestOptions: RestOptions = {
  defaultLimit: 25,
  maxLimit: 100,
  prefix: '/api',
  bodyLimit: 1024 * 1024,
};
