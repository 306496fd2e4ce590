/** Parts of requests: some valid in the fixture, some invalid, some at the limits. */
export const plurals = (
  'restaurants restaurants restaurants categories dishes chefs ' +
  'places places articles articles topics menus labels events homepage banner'
).split(' ');
export const actions = [
  'publish',
  'publish',
  'unpublish',
  'discard-draft',
  'discard-draft',
  'archive',
  'toString',
];
/** The required attribute of a type, if it is not `Name`. */
export const labels: Readonly<Record<string, string>> = {
  articles: 'title',
  homepage: 'title',
  banner: 'text',
};
/** Relations and their targets by the plural name of the type. */
export const relations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  restaurants: { categories: 'categories', dishes: 'dishes', owner: 'chefs', neighbours: 'restaurants' },
  places: { labels: 'labels', events: 'events', highlight: 'events' },
  labels: { places: 'places' },
  events: { place: 'places', highlightOf: 'places' },
  articles: { topics: 'topics', place: 'places' },
  topics: { articles: 'articles' },
  menus: { entries: 'articles' },
  homepage: { featured: 'places' },
};
export const locales = ['en', 'en', 'fr', 'de', 'xx', '*', '', 'EN'];
export const oddPlurals = ['homepages', 'nope', 'RESTAURANTS', '%00', '%E0%A4%A', 'restaurant'];
export const names = (
  'Name Description Rating Price Slug Kind Opened OpensAt LastInspection Active Tags Story Blocks Email Big Score Hidden ' +
  'categories dishes flagship owner neighbours seo Openings sections restaurants restaurant flagshipOf Nick Diary Pass ' +
  'metaTitle author day from note text title id documentId createdAt updatedAt publishedAt locale createdBy Nope __component ' +
  'title body code views topics place places labels events highlight entries featured text tone localizations ' +
  'sections.quote shared.seo owner.Name owner.Diary constructor toString __proto__ 0 7 150 * true'
).split(' ');
export const operators = (
  '$eq $eqi $ne $nei $lt $lte $gt $gte $in $notIn $contains $notContains $containsi $notContainsi $startsWith ' +
  '$startsWithi $endsWith $endsWithi $null $notNull $between $and $or $not $foo $where $ne.x'
).split(' ');
export const words = [
  'fields',
  'filters',
  'sort',
  'populate',
  'on',
  'count',
  'pagination',
  'page',
  'pageSize',
  'start',
  'limit',
  'withCount',
];
export const heads = [
  'filters',
  'filters',
  'filters',
  'fields',
  'sort',
  'populate',
  'populate',
  'pagination',
  'status',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
  'page',
  'x',
];
export const texts = [
  '',
  '0',
  '1',
  '-1',
  '3',
  '1.5',
  '1e400',
  'NaN',
  '9007199254740993',
  '99999999999999999999',
  'true',
  'false',
  't',
  'null',
  'a',
  'A',
  'é',
  '😀',
  'İ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$',
  '\u0000',
  '\ud800',
  'a,b',
  'a:desc',
  'a:up',
  '*',
  'One',
  'bistro',
  '2020-01-01',
  '2020-02-30',
  '0000-01-01',
  '-000001-01-01',
  '10:15',
  '10:15:00',
  '2020-01-01T00:00:00Z',
  '+275760-09-14',
  'x@example.com',
  'asc',
  'DESC',
  'draft',
  'published',
  'modified',
  'never-published',
  'en',
  'fr',
  'x'.repeat(300),
  '[]',
  '{}',
  '; drop table x',
  '../..',
];
export const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'PUT',
  'PUT',
  'DELETE',
  'HEAD',
  'PATCH',
  'OPTIONS',
];
export const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
];
