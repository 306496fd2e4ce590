import type {
  OpenApiDocument,
  Operation,
  Ref,
  Response,
} from '../../src/adapters/delivery/openapi/openapi.js';

/** References in a document start at its root. */
export const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;

export const operationOf = (document: OpenApiDocument, path: string, method: string): Operation | undefined =>
  (document.paths[path] as Readonly<Record<string, Operation>> | undefined)?.[method.toLowerCase()];

export function resolved(
  document: OpenApiDocument,
  response: Response | Ref | undefined,
): Response | undefined {
  if (response === undefined || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''];
}
