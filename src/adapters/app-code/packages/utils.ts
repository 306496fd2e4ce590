/**
 * The package `@strapi/utils` as code of existing projects imports it, but for its `env`: what projects use of it. The file
 * has the name of the package. Every other name is undefined.
 */
import * as yup from 'yup';
import { asyncFunctions } from './async-functions.js';
import { contentTypes } from './content-types.js';
import { errors } from './errors.js';
import { file } from './file-sizes.js';

export { contentTypes, errors, file, yup };
export { asyncFunctions as async };

interface PolicyOptions {
  readonly name?: string;
  readonly validator?: (config: unknown) => unknown;
  readonly handler: (...args: readonly unknown[]) => unknown;
}

export const policy = {
  /** Creates what a file in `policies` exports: a handler, and a check of the config that routes give it. */
  createPolicy: ({ name = 'unnamed', validator, handler }: PolicyOptions) => ({
    name,
    handler,
    validator: (config: unknown): void => {
      try {
        validator?.(config);
      } catch (cause) {
        throw new Error(`Invalid config passed to "${name}" policy.`, { cause });
      }
    },
  }),
  createPolicyContext: (type: string, ctx: object) => ({
    type,
    is: (asked: string) => asked === type,
    ...ctx,
  }),
};

type Check = (body: unknown, message?: string) => unknown;

const options = { strict: true, abortEarly: false };

/** Returns a function that answers the body, or throws all that is wrong with it as one `YupValidationError`. */
export const validateYupSchema =
  (schema: yup.Schema, more: object = {}) =>
  async (body: unknown, message?: string): Promise<unknown> => {
    try {
      return await schema.validate(body, { ...options, ...more });
    } catch (error) {
      throw new errors.YupValidationError(error as Error, message);
    }
  };

export const validateYupSchemaSync =
  (schema: yup.Schema, more: object = {}): Check =>
  (body, message) => {
    try {
      return schema.validateSync(body, { ...options, ...more });
    } catch (error) {
      throw new errors.YupValidationError(error as Error, message);
    }
  };

export const setCreatorFields =
  ({ user, isEdition = false }: { readonly user: { readonly id: unknown }; readonly isEdition?: boolean }) =>
  (data: object): object => ({ ...data, ...(!isEdition && { createdBy: user.id }), updatedBy: user.id });

/** Existing code reads `sanitize.contentAPI` and finds nothing; all other members are refused when they are called. */
const moved = (name: string, instead: string): object =>
  new Proxy(
    {},
    {
      get: (_target, key) => {
        if (typeof key === 'symbol' || key === 'contentAPI' || key === 'then') return undefined;
        return () => {
          throw new Error(`${name}.${key} of @strapi/utils is not offered: use ${instead}`);
        };
      },
    },
  );

export const sanitize = moved(
  'sanitize',
  'strapi.contentAPI.sanitize, or this.sanitizeOutput in a controller',
);
export const validate = moved(
  'validate',
  'strapi.contentAPI.validate, or this.validateQuery in a controller',
);
