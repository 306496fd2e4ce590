/** The parts of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that Quire writes. */

/** A JSON Schema of draft 2020-12. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: 'deepObject' | 'form';
  readonly explode?: boolean;
  readonly example?: unknown;
  readonly schema: JsonSchema;
}

export interface Ref {
  readonly $ref: string;
}

export interface Content {
  readonly [mediaType: string]: { readonly schema: JsonSchema };
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>>;
export type Paths = Readonly<Record<string, PathItem>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
export const parameterRef = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` });
export const responseRef = (name: string): Ref => ({ $ref: `#/components/responses/${name}` });

/** Returns a schema that also allows null. */
export const nullable = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'string' && schema.enum === undefined && schema.const === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

export const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });

export const object = (
  properties: Schemas,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, ...(required.length > 0 && { required }) });

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const text: JsonSchema = { type: 'string' };
