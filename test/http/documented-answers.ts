import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createOpenApiDocument } from '../../src/adapters/delivery/openapi/create-openapi-document.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { inDocument, operationOf, resolved } from './described-operations.js';

interface Answered {
  readonly method: string;
  /** With or without a query string. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns what the OpenAPI document does not describe of an answer, or undefined. */
export type UndocumentedPart = (answered: Answered) => string | undefined;

/** Checks answers against the OpenAPI document of a schema. */
export function documentedAnswers(schema: Schema): UndocumentedPart {
  const document = createOpenApiDocument(schema, { title: 'test', version: '1', prefix: '/api' });
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const validators = new Map<string, ValidateFunction>();
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`, 'i'),
  }));
  return ({ method: asked, path, headers, status, text }) => {
    if (asked === 'OPTIONS') return undefined;
    const method = asked === 'HEAD' ? 'GET' : asked;
    const [bare = ''] = path.split('?');
    const route = routes.find(({ pattern }) => pattern.test(bare));
    if (route === undefined) return isRefused(status) ? undefined : `no route ${bare} with ${status}`;
    const operation = operationOf(document, route.path, method);
    if (operation === undefined) return isRefused(status) ? undefined : `${method} with ${status}`;
    const response = resolved(document, operation.responses[String(status)]);
    if (response === undefined) return `status ${status} of ${operation.operationId}`;
    // A form of answers for clients that migrate, which the document does not describe.
    const isNested = /^v4$/i.test(headers['Strapi-Response-Format']?.trim() ?? '') && status < 300;
    if (asked === 'HEAD' || isNested) return undefined;
    const schemaOf = response.content?.['application/json']?.schema;
    if (schemaOf === undefined) return text === '' ? undefined : `a body with ${status}`;
    const key = `${operation.operationId} ${status}`;
    const validate = validators.get(key) ?? ajv.compile(inDocument(schemaOf));
    validators.set(key, validate);
    return validate(JSON.parse(text)) ? undefined : `${key}: ${ajv.errorsText(validate.errors)}`;
  };
}

const isRefused = (status: number): boolean => status >= 400 && status < 500;
