import { principalIn } from '../../../application/app-code/request-state.js';
import { nobody, systemPrincipal, type Principal } from '../../../domain/permission/permission.js';
import type { ContentType, Shaped } from '../../../domain/schema/schema.js';
import { requestStorage } from '../../delivery/codec/request-context.js';
import { asksDrafts } from './asker.js';
import { checkInput, sanitizeInput } from './check-input.js';
import { checkQuery, sanitizeQuery } from './check-query.js';
import type { Core } from './core.js';
import { sanitizeOutput } from './sanitize-output.js';

/** `auth` is that of `ctx.state`; without it, no relation is taken away. */
interface Options {
  readonly auth?: unknown;
}

type Schemed = { readonly uid?: unknown } | string;

/** `strapi.contentAPI`: what core controllers do with queries, inputs and outputs, for any schema. */
export interface ContentApi {
  readonly sanitize: {
    output(data: unknown, schema: Schemed, options?: Options): Promise<unknown>;
    input(data: unknown, schema: Schemed, options?: Options): Promise<unknown>;
    query(query: unknown, schema: Schemed, options?: Options): Promise<object>;
  };
  readonly validate: {
    input(data: unknown, schema: Schemed, options?: Options): Promise<void>;
    query(query: unknown, schema: Schemed, options?: Options): Promise<void>;
  };
}

export function createContentApi(core: Core): ContentApi {
  const typeOf = (schema: Schemed): ContentType => {
    const type = core.schema.contentTypes.get(uidOf(schema));
    if (type === undefined) throw unknownSchema(schema);
    return type;
  };
  const shapedOf = (schema: Schemed): Shaped => core.schema.components.get(uidOf(schema)) ?? typeOf(schema);
  return {
    sanitize: {
      output: (data, schema, options) => {
        const isDraft = asksDrafts(requestStorage.getStore()?.query);
        return sanitizeOutput(core, shapedOf(schema), data, askerIn(options), isDraft);
      },
      input: async (data, schema, options) => sanitizeInput(core, typeOf(schema), data, orAnybody(options)),
      query: async (query, schema, options) => sanitizeQuery(core, typeOf(schema), query, reading(options)),
    },
    validate: {
      input: async (data, schema, options) => checkInput(core, typeOf(schema), data, orAnybody(options)),
      query: async (query, schema, options) => checkQuery(core, typeOf(schema), query, reading(options)),
    },
  };
}

const uidOf = (schema: Schemed): string =>
  typeof schema === 'string' ? schema : String((schema as { readonly uid?: unknown } | undefined)?.uid);

const unknownSchema = (schema: Schemed): Error =>
  new Error(`strapi.contentAPI knows no schema ${uidOf(schema)}`);

/** Nobody's grants restrict anything, but private attributes stay hidden. */
const anybody: Principal = { ...systemPrincipal, kind: 'public' };

const askerIn = (options: Options = {}): Principal | undefined =>
  options.auth === undefined || options.auth === null ? undefined : (principalIn(options.auth) ?? nobody);

const orAnybody = (options: Options = {}): Principal => askerIn(options) ?? anybody;

const reading = (options?: Options) => ({ asker: orAnybody(options), action: 'find' }) as const;
