/**
 * The names that the hand-written handler would have in its SQL. It gets them from its environment, because they are
 * the names of the tables that Quire made: both servers work on the same ones.
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
  /** An SQL expression that gives the next key at the end of a list. */
  readonly tick: string;
}

/** A link table, seen from one end. All names are quoted. */
export interface LinkNames {
  readonly table: string;
  readonly here: string;
  readonly hereLocale: string;
  readonly there: string;
  readonly thereLocale: string;
  /** Order of the list at this end, and at the other. */
  readonly key: string;
  readonly inverseKey: string;
  /** The same of the drafts, where there are drafts. */
  readonly draft: { readonly key: string; readonly inverseKey: string } | null;
}

export const tables = JSON.parse(process.env['BENCH_TABLES'] ?? 'null') as Tables;
