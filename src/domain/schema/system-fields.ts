import { frozen } from './read-option.js';
import type { Relation, Scalar, ScalarType, Uid } from './schema.js';

/** The fields that the server keeps itself, in output order around the attributes of the file. */
export const systemFields = (
  localized: boolean,
): { readonly before: readonly Scalar[]; readonly after: readonly Scalar[] } => ({
  before: [systemField('id', 'integer', localized), systemField('documentId', 'string', false)],
  after: [
    systemField('createdAt', 'datetime', localized),
    systemField('updatedAt', 'datetime', localized),
    systemField('publishedAt', 'datetime', localized),
    ...(localized ? [systemField('locale', 'string', true)] : []),
  ],
});

/** The other locales of a document (behaviours.md, "Locales"). */
export const localizations = (type: Uid): Relation =>
  frozen({
    kind: 'relation' as const,
    name: 'localizations',
    private: false,
    required: false,
    localized: false,
    relation: 'oneToMany' as const,
    target: type,
    many: true,
    place: Object.freeze({ kind: 'translations' as const }),
  });

/** The `id` of an item. */
export const itemId: Scalar = systemField('id', 'integer', false);

function systemField(name: string, type: ScalarType, localized: boolean): Scalar {
  return frozen({
    kind: 'scalar' as const,
    name,
    type,
    system: true,
    private: false,
    required: false,
    localized,
    unique: false,
    index: false,
  });
}
