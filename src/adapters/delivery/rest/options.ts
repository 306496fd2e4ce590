export interface RestOptions {
  /** Page size where none is asked for. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
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
