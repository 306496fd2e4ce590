import type { HelmetOptions } from 'helmet';
import type { PagingLimits } from '../codec/pagination.js';

export interface RestOptions extends PagingLimits {
  /** The path before the names of content-types, `/api`. */
  readonly prefix: string;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  /** The proxies whose `X-Forwarded-For` is trusted, as in Express; false: none. */
  readonly trustProxy: false | number | string;
  /** Options of helmet; its defaults if absent. */
  readonly securityHeaders?: HelmetOptions;
  readonly cors: CorsOptions;
}

/** The pages of other origins that a browser allows to use the API. */
export interface CorsOptions {
  /** Null: any origin. */
  readonly origins: readonly string[] | null;
  /** Whether browsers send cookies. Needs `origins`. */
  readonly credentials: boolean;
  /** The headers that requests may have; null: any. */
  readonly headers: readonly string[] | null;
}

export const defaultRestOptions: RestOptions = {
  defaultLimit: 25,
  maxLimit: 100,
  prefix: '/api',
  maxBodyBytes: 1024 * 1024,
  trustProxy: false,
  cors: { origins: null, credentials: false, headers: null },
};
