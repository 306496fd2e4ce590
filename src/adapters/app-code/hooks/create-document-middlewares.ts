import { modelOf, type Model } from './model.js';
import type { Params } from './document-params.js';
import type { ContentType } from '../../../domain/schema/schema.js';

export type DocumentAction =
  | 'findMany'
  | 'findFirst'
  | 'findOne'
  | 'count'
  | 'create'
  | 'update'
  | 'delete'
  | 'publish'
  | 'unpublish'
  | 'discardDraft';

/** What a document middleware gets. `params` may be changed or replaced. */
export interface DocumentContext {
  readonly uid: string;
  readonly contentType: Model;
  readonly action: DocumentAction;
  params: Params;
}

export type DocumentMiddleware = (context: DocumentContext, next: () => Promise<unknown>) => unknown;

/** The middlewares of `strapi.documents.use`, for all content-types. */
export interface DocumentMiddlewares {
  readonly isUsed: boolean;
  /** The first one registered is the outermost. */
  use(middleware: DocumentMiddleware): void;
  /** Runs an operation inside of all middlewares. Returns what the outermost returns. */
  run(
    type: ContentType,
    action: DocumentAction,
    params: Params,
    work: (params: Params) => Promise<unknown>,
  ): Promise<unknown>;
}

export function createDocumentMiddlewares(): DocumentMiddlewares {
  const middlewares: DocumentMiddleware[] = [];
  return {
    get isUsed() {
      return middlewares.length > 0;
    },
    use(middleware) {
      if (typeof middleware !== 'function')
        throw new TypeError('strapi.documents.use() takes a function (context, next)');
      middlewares.push(middleware);
    },
    run(type, action, params, work) {
      const context: DocumentContext = { uid: type.uid, contentType: modelOf(type), action, params };
      const call = async (at: number): Promise<unknown> => {
        const middleware = middlewares[at];
        return middleware === undefined ? work(context.params) : middleware(context, () => call(at + 1));
      };
      return call(0);
    },
  };
}
