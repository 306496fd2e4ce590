import type { Instance } from '../../../../application/app-code/app-parts.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { readExtension, type Extension } from './extension.js';
import { createShadowCrud, type ShadowCrud } from './shadow-crud.js';
import { createShadowType, type ShadowType } from './shadow-type.js';

/** What the app's code gets as `plugin('graphql').service('extension')`, while its `register` runs. */
export interface ExtensionService {
  /**
   * Extends the schema by `{ types, plugins, typeDefs, resolvers, resolversConfig }`, or by what a function of
   * `{ nexus, strapi }` answers, also later.
   */
  use(extension: unknown): this;
  /** What is generated for a content-type or component; an unknown uid throws. */
  shadowCRUD(uid: string): ShadowType;
}

export interface GraphqlExtensions {
  readonly service: ExtensionService;
  /** What the app's code disabled. */
  readonly shadow: ShadowCrud;
  /**
   * What was registered, read once: from then on nothing more is taken. Rejects with an error that names the extension
   * which throws or has the wrong shape.
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
  const change = (make: () => void): void => {
    if (closed) throw new Error('the GraphQL schema is built: extend it in register, before bootstrap');
    make();
  };
  const service: ExtensionService = {
    use: (given) => {
      change(() => registered.push({ name: nameOf(registered.length + 1), given }));
      return service;
    },
    shadowCRUD: (uid) => createShadowType(shadow, uid, change),
  };
  return {
    service,
    shadow,
    close: async (instance) => {
      closed = true;
      const read: Extension[] = [];
      // One after the other: what somebody's own code prints or changes then happens in a known order.
      for (const one of registered) read.push(readExtension(one.name, await contentOf(one, instance)));
      return read;
    },
  };
}

async function contentOf({ name, given }: Registered, instance: Instance): Promise<unknown> {
  if (typeof given !== 'function') return given;
  // It takes a third of a second to load, and few extensions are functions.
  const nexus = await import('nexus');
  try {
    return await (given as (helpers: object) => unknown)({ nexus, ...instance });
  } catch (thrown) {
    throw new Error(`${name} threw ${String(thrown)}`, { cause: thrown });
  }
}

/** By its number, and by the line that registered it: the third of the stack, below this one and `use`. */
function nameOf(number: number): string {
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  const outside = lines.find(
    (line) => !line.includes('create-extension-service') && !line.includes('Array.'),
  );
  const place = /([^/\\(\s]+[/\\][^/\\(\s]+:\d+):\d+\)?$/.exec(outside ?? '')?.[1];
  return place === undefined ? `graphql extension ${number}` : `graphql extension ${number} (${place})`;
}
