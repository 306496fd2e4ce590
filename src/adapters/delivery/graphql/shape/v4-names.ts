import { pascalCase, smallFirst, typeNameOf } from '../../codec/type-name.js';
import { plainValueName, type Names } from './names.js';

export const v4Names: Names = {
  typeOf: typeNameOf,
  enumTypeOf: (shaped, { name }) => `ENUM_${typeNameOf(shaped)}_${name}`.toUpperCase(),
  enumValuesOf(_shaped, attribute) {
    const values = new Map<string, string>();
    for (const value of attribute.enum ?? []) {
      let name = plainValueName(value);
      // Of values in other scripts only `_` is left, and `__` is reserved.
      if (name === '_' && values.has(name)) name = `_${values.size}`;
      while (values.has(name)) name += '_';
      values.set(name, value);
    }
    return values;
  },
  zoneOf: (shaped, { name }) => `${typeNameOf(shaped)}${pascalCase(name)}DynamicZone`,
  oneOf: ({ singularName }) => smallFirst(pascalCase(singularName)),
  listOf: ({ pluralName }) => smallFirst(pascalCase(pluralName)),
};
