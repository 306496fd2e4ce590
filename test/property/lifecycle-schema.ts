import { buildSchema } from '../../src/domain/schema/build-schema.js';
import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import type { Schema } from '../../src/domain/schema/schema.js';

/** A type that has neither drafts nor locales, one of each, and one that has both. */
export const lifecycleTypes = ['plain', 'drafted', 'translated', 'whole'] as const;

export type LifecycleType = (typeof lifecycleTypes)[number];

export const lifecycleUid = (name: LifecycleType): string => `api::${name}.${name}`;

export const lifecycleName = (uid: string): LifecycleType =>
  lifecycleTypes.find((name) => lifecycleUid(name) === uid) ?? 'plain';

/** Among these types, in both directions, relations of every kind. */
export function lifecycleSchema(): Schema {
  const built = buildSchema(sources);
  if (!built.ok) throw new Error(`${built.failure.message} ${JSON.stringify(built.failure.details)}`);
  return built.value;
}

type Attributes = Readonly<Record<string, unknown>>;

const localized = { pluginOptions: { i18n: { localized: true } } };

const relation = (kind: string, target: LifecycleType, inverse: Attributes = {}) => ({
  type: 'relation',
  relation: kind,
  target: lifecycleUid(target),
  ...inverse,
});

/** `many_b` … of a type are its own; `by_many_b` … are the other ends of those that b has. */
function relations(name: LifecycleType): Attributes {
  const entries = lifecycleTypes.flatMap((other) => [
    [`many_${other}`, relation('manyToMany', other, { inversedBy: `by_many_${name}` })],
    [`by_many_${other}`, relation('manyToMany', other, { mappedBy: `many_${name}` })],
    [`one_${other}`, relation('oneToOne', other, { inversedBy: `by_one_${name}` })],
    [`by_one_${other}`, relation('oneToOne', other, { mappedBy: `one_${name}` })],
    [`in_${other}`, relation('manyToOne', other, { inversedBy: `has_${name}` })],
    [`has_${other}`, relation('oneToMany', other, { mappedBy: `in_${name}` })],
  ]);
  return Object.fromEntries(entries) as Attributes;
}

const oneWay: Readonly<Partial<Record<LifecycleType, Attributes>>> = {
  plain: { likes: relation('manyToMany', 'whole') },
  whole: { likes: relation('manyToMany', 'translated') },
};

const contentType = (name: LifecycleType) => {
  const isLocalized = name === 'translated' || name === 'whole';
  return {
    uid: lifecycleUid(name),
    file: `src/api/${name}/content-types/${name}/schema.json`,
    definition: {
      kind: 'collectionType',
      collectionName: `${name}_ones`,
      info: { singularName: name, pluralName: `${name}-ones`, displayName: name },
      options: { draftAndPublish: name === 'drafted' || name === 'whole' },
      ...(isLocalized && localized),
      attributes: {
        name: { type: 'string', ...localized },
        code: { type: 'integer', default: 1 },
        mark: { type: 'string', unique: true },
        part: { type: 'component', component: 'parts.part' },
        parts: { type: 'component', component: 'parts.part', repeatable: true, ...localized },
        ...relations(name),
        ...oneWay[name],
      },
    },
  };
};

const sources: SchemaSources = {
  contentTypes: lifecycleTypes.map(contentType),
  components: [
    {
      uid: 'parts.part',
      file: 'src/components/parts/part.json',
      definition: {
        collectionName: 'components_parts_part',
        info: { displayName: 'part' },
        attributes: {
          label: { type: 'string' },
          ...Object.fromEntries(
            lifecycleTypes.flatMap((name) => [
              [`to_${name}`, relation('oneToOne', name)],
              [`all_${name}`, relation('oneToMany', name)],
            ]),
          ),
        },
      },
    },
  ],
};
