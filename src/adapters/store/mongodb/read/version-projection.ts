import { isContent, type ContentType } from '../../../../domain/schema/schema.js';

const times = ['createdAt', 'updatedAt', 'publishedAt'];

/**
 * The projection with which `fields` travel and the other attributes do not; null where all do. Where most are asked for
 * the others are named instead: servers leave out a few fields faster than they pick many. Then what the store notes
 * itself travels too, and what is left of attributes that the files do not name any more.
 */
export function versionProjection(
  type: ContentType,
  fields: readonly string[],
): Readonly<Record<string, 0 | 1>> | null {
  const asked = new Set(fields);
  const content = [...type.attributes.values()].filter(isContent).map(({ name }) => name);
  const others = [...content, ...times].filter((name) => !asked.has(name));
  if (others.length === 0) return null;
  return others.length < fields.length ? each(others, 0) : each(fields, 1);
}

const each = <Sign extends 0 | 1>(names: readonly string[], sign: Sign): Readonly<Record<string, Sign>> =>
  Object.fromEntries(names.map((name) => [name, sign]));
