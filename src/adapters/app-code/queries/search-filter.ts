import { familyOf } from '../../../domain/document/value.js';
import { compare } from '../../../domain/query/compare.js';
import type { Filter } from '../../../domain/query/query.js';
import { attributesForCode } from '../../../domain/schema/built-in.js';
import type { ContentType, Scalar } from '../../../domain/schema/schema.js';

/** The filter of `_q`: any text of the document contains the words, whatever their case, or a number is equal to them. */
export function searchFilter(type: ContentType, words: string): Filter {
  const scalars = attributesForCode(type).filter(
    (attribute) => attribute.kind === 'scalar' && !attribute.system,
  );
  const filters = (scalars as readonly Scalar[]).flatMap(({ name, type }) => {
    if (type === 'password') return [];
    if (familyOf(type) === 'text') return [compare(name, '$containsi', words)];
    const isNumber =
      familyOf(type) === 'integer' || familyOf(type) === 'float' || familyOf(type) === 'decimal';
    return isNumber &&
      /^-?\d{1,9}(\.\d+)?$/.test(words) &&
      (familyOf(type) !== 'integer' || /^-?\d+$/.test(words))
      ? [compare(name, '$eq', words)]
      : [];
  });
  return filters.length === 0 ? compare('id', '$in', []) : { kind: 'or', filters };
}
