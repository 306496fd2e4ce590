import type { Attribute, Scalar } from '../../../../domain/schema/schema.js';

const searchable: ReadonlySet<string> = new Set([
  'string',
  'text',
  'email',
  'uid',
  'enumeration',
  'richtext',
]);

/** Whether `search` of a list looks at the attribute, for a part of it, whatever the case. It looks for a documentId too. */
export const isSearched = (attribute: Attribute): attribute is Scalar =>
  attribute.kind === 'scalar' && searchable.has(attribute.type) && !attribute.system;

const ofFiles: ReadonlySet<string> = new Set(['name', 'alternativeText', 'caption']);

/** Whether a search of files looks at the attribute. */
export const isSearchedOfFiles = ({ name }: Attribute): boolean => ofFiles.has(name);
