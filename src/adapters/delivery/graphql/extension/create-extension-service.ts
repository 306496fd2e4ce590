import type { Instance } from '../../../../application/app-code/app-parts.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { readExtension, type Extension } from './extension.js';
import { createShadowCrud, type ShadowCrud } from './shadow-crud.js';
import { createShadowType, type ShadowType } from './shadow-type.js';

/** The service that app code gets as `plugin('graphql').service('extension')` in `register`. */
export interface ExtensionService {
  /**
   * Extends the schema by `{ types, plugins, typeDefs, resolvers, resolversConfig }`, or by what a function of
   * `{ nexus, strapi }` returns or resolves to.
   */
  use(extension: unknown): this;
  /** Returns the switches for what is generated for a content-type or component. Throws for an unknown uid. */
  shadowCRUD(uid: string): ShadowType;
}

export interface GraphqlExtensions {
  readonly service: ExtensionService;
  /** The parts that app code has disabled. */
  readonly shadow: ShadowCrud;
  /** Whether app code has extended or disabled anything. */
  isUsed(): boolean;
  /**
   * Reads the registered extensions and accepts no more. Rejects with an error that names the extension if one throws or
   * has the wrong shape.
   */
  close(instance: Instance): Promise<readonly Extension[]>;
}

interface Registered {
  readonly name: string;
  readonly given: unknown;
}

export function createGraphqlExtensions(schema: Schema): GraphqlExtensions {
  const shadow = createShadowCrud(schema);
  const registered: Registered[] = [];
  let closed = false;
  let isUsed = false;
  const change = (make: () => void): void => {
    if (closed) throw new Error('the GraphQL schema is built: extend it in register, before bootstrap');
    make();
    isUsed = true;
  };
  const service: ExtensionService = {
    use: (given) => {
      change(() => registered.push({ name: nameOf(registered.length + 1, service.use), given }));
      return service;
    },
    shadowCRUD: (uid) => createShadowType(shadow, uid, change),
  };
  return {
    service,
    shadow,
    isUsed: () => isUsed,
    close: async (instance) => {
      closed = true;
      const read: Extension[] = [];
      // One after the other, so that app code runs in a known order.
      for (const one of registered) read.push(readExtension(one.name, await contentOf(one, instance)));
      return read;
    },
  };
}

async function contentOf({ name, given }: Registered, instance: Instance): Promise<unknown> {
  if (typeof given !== 'function') return given;
  // Imported here, because loading takes a third of a second and few extensions are functions.
  const nexus = await import('nexus');
  try {
    return await (given as (helpers: object) => unknown)({ nexus, ...instance });
  } catch (thrown) {
    throw new Error(`${name} threw ${String(thrown)}`, { cause: thrown });
  }
}

/** Returns the number of an extension and the line of app code that called `use`, from the stack below that call. */
function nameOf(number: number, use: unknown): string {
  const called = { stack: '' };
  Error.captureStackTrace(called, use as (...args: unknown[]) => unknown);
  const place = /([^/\\(\s]+[/\\][^/\\(\s]+:\d+):\d+\)?$/m.exec(called.stack)?.[1];
  return place === undefined ? `graphql extension ${number}` : `graphql extension ${number} (${place})`;
}
