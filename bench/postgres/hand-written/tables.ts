/**
 * The names in the SQL of the hand-written server. It receives them through its environment, because both servers
 * use the tables that Quire has created.
 */
export interface Tables {
  readonly restaurants: string;
  readonly categories: string;
  readonly dishes: string;
  readonly chefs: string;
  readonly guides: string;
  readonly stops: string;
  readonly restaurantCategories: LinkNames;
  readonly restaurantDishes: LinkNames;
  readonly restaurantOwner: LinkNames;
  readonly restaurantFlagship: LinkNames;
  readonly guideStops: LinkNames;
  readonly posts: string;
  readonly topics: string;
  readonly notices: string;
  readonly postTopics: LinkNames;
  readonly topicRelated: LinkNames;
  /** An SQL expression for the next key at the end of a list. */
  readonly tick: string;
}

/** A link table from the view of one end. All names are quoted. */
export interface LinkNames {
  readonly table: string;
  readonly here: string;
  readonly hereLocale: string;
  readonly there: string;
  readonly thereLocale: string;
  /** The order of the list at this end, and at the other. */
  readonly key: string;
  readonly inverseKey: string;
  /** The same for drafts, if there are any. */
  readonly draft: { readonly key: string; readonly inverseKey: string } | null;
}

export const tables = JSON.parse(process.env['BENCH_TABLES'] ?? 'null') as Tables;
