import { isPlainObject, type PlainObject } from '../../../../../../domain/document/plain-object.js';
import type { Scalar } from '../../../../../../domain/schema/schema.js';
import type { ShapeView } from '../../../contract/type-builder.js';
import { fieldFor, type FilterField } from '../../list/filters/fields.js';
import { attributesOf, textIn } from '../definitions.js';
import { typedValue } from '../option-values.js';

/** What a condition about an attribute can compare. */
export const conditionFields = (shape: ShapeView, about: string): readonly FilterField[] =>
  attributesOf(shape).flatMap(([name, attribute]) => {
    if (name === about || attribute['private'] === true) return [];
    return fieldFor(scalarFrom(name, attribute), name, [name]) ?? [];
  });

/** As much of the attribute as typing one of its values needs. */
const scalarFrom = (name: string, attribute: PlainObject): Scalar => ({
  kind: 'scalar',
  name,
  type: textIn(attribute, 'type') as Scalar['type'],
  system: false,
  private: false,
  required: false,
  localized: false,
  unique: false,
  index: false,
  ...(Array.isArray(attribute['enum']) && { enum: attribute['enum'] as readonly string[] }),
});

/** Filters that were typed, with their values as JSON has them: `true` instead of `"true"`. */
export function typedFilters(filters: unknown, fields: readonly FilterField[], type = 'string'): unknown {
  if (Array.isArray(filters)) return filters.map((one: unknown) => typedFilters(one, fields, type));
  if (!isPlainObject(filters))
    return typeof filters === 'string' ? typedValue(type, 'default', filters) : filters;
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      const own = key.startsWith('$') ? undefined : fields.find(({ path }) => path[0] === key)?.scalar;
      return [key, typedFilters(value, fields, own?.type ?? type)];
    }),
  );
}
