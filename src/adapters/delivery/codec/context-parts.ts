/** A parsed query string as app code gets it. */
export type QueryTree = Record<string, unknown>;

/** An answer that another handler has made, as koa's middlewares see it. */
export interface HeldAnswer {
  /** Read when a middleware reads `ctx.body`. */
  body(): unknown;
}

/** Where the response of a context keeps its held answer. Setting a body removes it. */
export const heldAnswer = Symbol('held answer');
