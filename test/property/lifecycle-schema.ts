import type { Schema } from '../../src/domain/schema/schema.js';
import {
  component,
  contentType,
  drafts,
  localized,
  relation,
  schemaFrom,
  type Attributes,
} from '../schema-builders.js';

/** One type without drafts and locales, one with drafts, one with locales, and one with both. */
export const lifecycleTypes = ['plain', 'drafted', 'translated', 'whole'] as const;

export type LifecycleType = (typeof lifecycleTypes)[number];

export const lifecycleUid = (name: LifecycleType): string => `api::${name}.${name}`;

export const lifecycleName = (uid: string): LifecycleType =>
  lifecycleTypes.find((name) => lifecycleUid(name) === uid) ?? 'plain';

/** Every kind of relation between these types, in both directions. */
export const lifecycleSchema = (): Schema => schemaFrom(sources);

/** A type owns `many_b` and the like; `by_many_b` and the like are the inverse sides of what b owns. */
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

const typeOf = (name: LifecycleType) =>
  contentType(
    name,
    `${name}-ones`,
    {
      name: { type: 'string', ...localized },
      code: { type: 'integer', default: 1 },
      mark: { type: 'string', unique: true },
      part: { type: 'component', component: 'parts.part' },
      parts: { type: 'component', component: 'parts.part', repeatable: true, ...localized },
      ...relations(name),
      ...oneWay[name],
    },
    {
      collectionName: `${name}_ones`,
      ...((name === 'drafted' || name === 'whole') && drafts),
      ...((name === 'translated' || name === 'whole') && localized),
    },
  );

const sources = {
  contentTypes: lifecycleTypes.map(typeOf),
  components: [
    component('parts.part', {
      label: { type: 'string' },
      ...Object.fromEntries(
        lifecycleTypes.flatMap((name) => [
          [`to_${name}`, relation('oneToOne', name)],
          [`all_${name}`, relation('oneToMany', name)],
        ]),
      ),
    }),
  ],
};
