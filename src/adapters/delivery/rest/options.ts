import type { HelmetOptions } from 'helmet';
import type { AppBodyOptions } from './app-code/read-app-body.js';
import type { PagingLimits } from '../codec/pagination.js';
import type { CorsOptions } from './middlewares/cross-origin.js';
import type { SwitchedOn } from './middlewares/standard-middlewares.js';

export interface RestOptions extends PagingLimits {
  /** The path before the names of content-types, `/api`. */
  readonly prefix: string;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  /** Of forms; absent: the same. */
  readonly maxFormBytes?: number;
  /** The proxies whose `X-Forwarded-For` is trusted, as in Express; false: none. */
  readonly trustProxy: false | number | string;
  /** Options of helmet; its defaults if absent. */
  readonly securityHeaders?: HelmetOptions;
  readonly cors: CorsOptions;
  /** The address that clients use, if a setting names it. */
  readonly publicUrl?: string;
  readonly middlewares?: SwitchedOn;
  /** Sign the cookies of app code. */
  readonly keys?: readonly string[];
  /** What the bodies that app code reads may be. */
  readonly body?: Partial<AppBodyOptions>;
  /** How long code of the app may take to answer a request. */
  readonly codeTimeoutMs: number;
}

export const defaultRestOptions: RestOptions = {
  defaultLimit: 25,
  maxLimit: 100,
  prefix: '/api',
  maxBodyBytes: 1024 * 1024,
  trustProxy: false,
  codeTimeoutMs: 120_000,
  cors: {
    origins: null,
    credentials: false,
    headers: null,
    methods: null,
    exposed: [],
    maxAgeSeconds: null,
  },
};
