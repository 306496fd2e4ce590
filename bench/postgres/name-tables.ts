import {
  keyColumn,
  linkColumns,
  linkTableOf,
  otherSide,
  quote,
  tableOf,
} from '../../src/adapters/store/postgres/layout.js';
import type { Layer } from '../../src/domain/query/query.js';
import { contentTypeOf, isLayered, type Schema } from '../../src/domain/schema/schema.js';
import type { LinkNames, Tables } from './hand-written/tables.js';

/** The tables in which Quire stores what the bench measures. */
export function nameTables(schema: Schema): Tables {
  const type = (name: string) => contentTypeOf(schema, `api::${name}.${name}`);
  const table = (name: string) => quote(tableOf(type(name)));
  const link = (name: string, attribute: string): LinkNames => {
    const relation = type(name).attributes.get(attribute);
    if (relation?.kind !== 'relation' || relation.place.kind !== 'link')
      throw new Error(`no link ${attribute}`);
    const { link: joined, side } = relation.place;
    const [here, there] = [linkColumns[side], linkColumns[otherSide(side)]];
    const keys = (layer: Layer) => ({
      key: keyColumn(layer, side),
      inverseKey: keyColumn(layer, otherSide(side)),
    });
    return {
      table: quote(linkTableOf(joined)),
      here: here.document,
      hereLocale: here.locale,
      there: there.document,
      thereLocale: there.locale,
      ...keys('published'),
      draft: isLayered(schema, joined) ? keys('draft') : null,
    };
  };
  return {
    restaurants: table('restaurant'),
    categories: table('category'),
    dishes: table('dish'),
    chefs: table('chef'),
    guides: table('guide'),
    stops: table('stop'),
    restaurantCategories: link('restaurant', 'categories'),
    restaurantDishes: link('restaurant', 'dishes'),
    restaurantOwner: link('restaurant', 'owner'),
    restaurantFlagship: link('restaurant', 'flagship'),
    guideStops: link('guide', 'stops'),
    posts: table('post'),
    topics: table('topic'),
    notices: table('notice'),
    postTopics: link('post', 'topics'),
    topicRelated: link('topic', 'related'),
    tick: `'k' || lpad(to_hex(nextval('quire_tick')), 11, '0')`,
  };
}
