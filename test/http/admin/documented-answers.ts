import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema, OpenApiDocument } from '../../../src/adapters/delivery/openapi/openapi.js';
import { inDocument, operationOf, resolved } from '../described-operations.js';

interface Answered {
  readonly method: string;
  /** Below `/admin/api/`, with or without a query string. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Returns what the document of the admin API does not describe of an answer, or undefined. */
export type UndocumentedPart = (answered: Answered) => string | undefined;

/** Compiling takes long, and most servers have the same document. */
const known = new Map<string, UndocumentedPart>();

/** Checks answers of the admin API against its document: an answer has no member that is not described. */
export function documentedAnswers(document: OpenApiDocument): UndocumentedPart {
  const text = JSON.stringify(document);
  const undocumented = known.get(text) ?? compare(document);
  known.set(text, undocumented);
  return undocumented;
}

function compare(document: OpenApiDocument): UndocumentedPart {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', ...document, components: { schemas: closedSchemas(document) } });
  const validators = new Map<string, ValidateFunction>();
  const prefix = Object.keys(document.paths)[0]!.replace(/(\/api\/).*/, '$1');
  const routes = Object.keys(document.paths)
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.slice(prefix.length).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    }))
    // A path without parameters comes first.
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  return ({ method, path, status, body, headers }) => {
    const [bare = ''] = path.split('?');
    const operation = routes
      .filter(({ pattern }) => pattern.test(bare))
      .map((route) => operationOf(document, route.path, method))
      .find((found) => found !== undefined);
    if (operation === undefined)
      return status < 500 && status >= 400 ? undefined : `${method} ${bare}: ${status}`;
    const response = resolved(document, operation.responses[String(status)]);
    if (response === undefined)
      return `status ${status} of ${operation.operationId}: ${JSON.stringify(body)}`;
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    const isOther = type !== 'application/json' && response.content?.[type] !== undefined;
    const schemaOf = isOther ? undefined : response.content?.['application/json']?.schema;
    if (schemaOf === undefined)
      return body === '' || response.content !== undefined ? undefined : `a body with ${status}`;
    const key = `${operation.operationId} ${status}`;
    const validate = validators.get(key) ?? ajv.compile(inDocument(closed(schemaOf)));
    validators.set(key, validate);
    return validate(body) ? undefined : `${key}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`;
  };
}

/** Those of content are as they are: blocks have any members, and an item of a dynamic zone has another one. */
const closedSchemas = ({ components }: OpenApiDocument): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [
      name,
      name.startsWith('Component') || name.includes('.') ? schema : closed(schema),
    ]),
  );

/** Allows only the members that are described. */
function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: closed(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
      additionalProperties: additionalProperties ?? false,
    }),
  };
}
