import * as fc from 'fast-check';
import type { Action, Permission, Principal } from '../../src/domain/permission/permission.js';
import type { Filter } from '../../src/domain/query/query.js';
import { uidOf } from '../contract/fixture-schema.js';
import { not, where } from '../contract/questions.js';
import { numberedId } from './agreement.js';
import type { Content, RestaurantContent } from './arbitrary-content.js';

/** The filter of a grant, and the items that it shows. `reads` are the attributes that the filter uses. */
interface Rule<Item> {
  readonly filter: Filter | null;
  readonly shows: (item: Item, index: number) => boolean;
  readonly reads: readonly string[];
}

const all = { filter: null, shows: () => true, reads: [] };

type Dish = Content['dishes'][number];
type Chef = Content['chefs'][number];
type Category = Content['categories'][number];

const dishRules: readonly Rule<Dish>[] = [
  all,
  { filter: where('vegan', '$eq', true), shows: ({ vegan }) => vegan === true, reads: ['vegan'] },
  { filter: where('vegan', '$null'), shows: ({ vegan }) => vegan === null, reads: ['vegan'] },
  { filter: not(where('cost', '$gt', 1)), shows: ({ cost }) => cost !== null && cost <= 1, reads: ['cost'] },
];
const chefRules: readonly Rule<Chef>[] = [
  all,
  { filter: where('documentId', '$eq', '$me'), shows: (_chef, index) => index === 0, reads: [] },
  { filter: where('documentId', '$ne', '$me'), shows: (_chef, index) => index !== 0, reads: [] },
];
const categoryRules: readonly Rule<Category>[] = [
  all,
  { filter: where('documentId', '$in', []), shows: () => false, reads: [] },
];
const restaurantRules: readonly Rule<RestaurantContent>[] = [
  all,
  { filter: where('owner', '$eq', '$me'), shows: ({ owner }) => owner === 0, reads: ['owner'] },
  {
    filter: where('active', '$eq', true),
    shows: ({ values }) => values['active'] === true,
    reads: ['active'],
  },
  { filter: where('seo', '$null'), shows: ({ seo }) => seo === null, reads: ['seo'] },
];

const fieldsOf = (...names: readonly string[]) => fc.option(fc.subarray([...names]));

const arbitraryLimits = fc.record({
  dish: fc.record({ rule: fc.constantFrom(...dishRules), fields: fieldsOf('name', 'cost', 'restaurant') }),
  chef: fc.record({ rule: fc.constantFrom(...chefRules), fields: fieldsOf('name', 'mentor', 'restaurants') }),
  category: fc.record({ rule: fc.constantFrom(...categoryRules), fields: fieldsOf('name', 'restaurants') }),
  restaurant: fc.record({
    rule: fc.constantFrom(...restaurantRules),
    fields: fieldsOf(
      'name',
      'rating',
      'active',
      'owner',
      'dishes',
      'categories',
      'flagship',
      'neighbours',
      'seo',
      'sections',
    ),
  }),
});

type Limits = typeof arbitraryLimits extends fc.Arbitrary<infer T> ? T : never;

/** A principal, and a function that changes everything in a content that this principal may not find. */
export const arbitraryReader = arbitraryLimits.map((limits) => ({
  principal: principalOf(limits),
  disguise: (content: Content): Content => disguise(limits, content),
}));

function principalOf(limits: Limits): Principal {
  const permissionOf = ({ rule, fields }: Limits[keyof Limits]): Permission => ({
    fields: fields === null ? null : new Set(fields),
    filter: rule.filter,
  });
  // Drafts and published versions are equal here. `hidden-drafts.ts` tests content that only drafts have.
  const listed = Object.entries(limits).map(([name, limit]) => {
    const granted = (['find', 'findDrafts'] as const).map((action) => [action, permissionOf(limit)] as const);
    return [uidOf(name as keyof Limits), new Map<Action, Permission>(granted)] as const;
  });
  return {
    kind: 'user',
    name: 'user',
    user: { id: 1, documentId: numberedId(0) },
    grants: { kind: 'listed', listed: new Map(listed) },
  };
}

function disguise(limits: Limits, content: Content): Content {
  const { chefs, dishes, categories, restaurants } = content;
  const shows = {
    chef: (index: number) => isShown(limits.chef.rule, chefs, index),
    dish: (index: number) => isShown(limits.dish.rule, dishes, index),
    category: (index: number) => isShown(limits.category.rule, categories, index),
    restaurant: (index: number) => isShown(limits.restaurant.rule, restaurants, index),
  };
  return {
    ...content,
    chefs: chefs.map((chef, index) => ({
      name: hides(limits.chef, shows.chef(index), 'name') ? 'disguised' : chef.name,
      mentor: chef.mentor !== null && !shows.chef(chef.mentor) ? null : chef.mentor,
    })),
    dishes: dishes.map((dish, index) => ({
      ...dish,
      ...(hides(limits.dish, shows.dish(index), 'name') && { name: 'disguised' }),
      ...(hides(limits.dish, shows.dish(index), 'cost') && { cost: 7 }),
    })),
    categories: categories.map(({ name }, index) => ({
      name: hides(limits.category, shows.category(index), 'name') ? 'disguised' : name,
    })),
    restaurants: restaurants.map((restaurant, index) => {
      const hidden = (name: string) => hides(limits.restaurant, shows.restaurant(index), name);
      return {
        ...restaurant,
        values: {
          ...restaurant.values,
          ...(hidden('name') && { name: 'disguised' }),
          ...(hidden('rating') && { rating: 77 }),
          ...(hidden('active') && { active: false }),
        },
        categories: restaurant.categories.filter(shows.category),
        dishes: restaurant.dishes.filter(shows.dish),
        neighbours: restaurant.neighbours.filter((each) => each >= index || shows.restaurant(each)),
        owner:
          restaurant.owner !== null && restaurant.owner > 0 && !shows.chef(restaurant.owner)
            ? null
            : restaurant.owner,
        flagship:
          restaurant.flagship !== null && !shows.dish(restaurant.flagship) ? null : restaurant.flagship,
        seo: hidden('seo') ? null : restaurant.seo,
        openings: hidden('openings') ? [] : restaurant.openings,
        sections: hidden('sections') ? [] : restaurant.sections,
      };
    }),
  };
}

function isShown<Item>({ shows }: Rule<Item>, items: readonly Item[], index: number): boolean {
  const item = items[index];
  return item === undefined || shows(item, index);
}

/**
 * Whether an attribute can have any value without the principal noticing. Attributes that the grant's filter reads
 * cannot.
 */
const hides = ({ rule, fields }: Limits[keyof Limits], shown: boolean, name: string): boolean =>
  !rule.reads.includes(name) && (!shown || (fields !== null && !fields.includes(name)));
