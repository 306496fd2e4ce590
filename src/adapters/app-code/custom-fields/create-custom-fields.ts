import type { SchemaViews } from '../describe-schema.js';

/** `strapi.customFields`. */
export interface CustomFields {
  /** Checks that the schema has the field with this type. It was read from the code's text before the code ran. */
  register(fields: unknown): void;
}

interface CustomField {
  readonly name?: unknown;
  readonly plugin?: unknown;
  readonly type?: unknown;
}

export const createCustomFields = (views: () => SchemaViews): CustomFields => ({
  register(fields) {
    for (const field of Array.isArray(fields) ? (fields as readonly unknown[]) : [fields])
      check(field ?? {}, views());
  },
});

function check({ name, plugin, type }: CustomField, { contentTypes, components }: SchemaViews): void {
  if (typeof name !== 'string' || typeof type !== 'string')
    throw new Error("A custom field must be registered with a 'name' and 'type' key");
  const uid = typeof plugin === 'string' ? `plugin::${plugin}.${name}` : `global::${name}`;
  for (const [model, { attributes }] of [...Object.entries(contentTypes), ...Object.entries(components)])
    for (const [attribute, view] of Object.entries(attributes))
      if (view['customField'] === uid && view.type !== type)
        throw new Error(
          `The custom field ${uid} is ${type}, but ${model} keeps ${attribute} as ${view.type}: register it with texts in the call of register`,
        );
}
