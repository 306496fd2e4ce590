import type { HelmetOptions } from 'helmet';
import type { PagingLimits } from '../codec/pagination.js';

export interface RestOptions extends PagingLimits {
  /** Path before the plural name, `/api`. */
  readonly prefix: string;
  /** Bytes of a body. */
  readonly bodyLimit: number;
  /** Whose word on where a request came from counts, as Express takes it; false: nobody's. */
  readonly trustProxy: false | number | string;
  /** Of helmet; its defaults where absent. */
  readonly securityHeaders?: HelmetOptions;
  readonly cors: CorsOptions;
}

/** Which pages of other origins a browser lets use the API. */
export interface CorsOptions {
  /** Null: any. */
  readonly origins: readonly string[] | null;
  /** Whether browsers send cookies along. Only with origins. */
  readonly credentials: boolean;
  /** That requests may have; null: any. */
  readonly headers: readonly string[] | null;
}

export const defaultRestOptions: RestOptions = {
  defaultLimit: 25,
  maxLimit: 100,
  prefix: '/api',
  bodyLimit: 1024 * 1024,
  trustProxy: false,
  cors: { origins: null, credentials: false, headers: null },
};
