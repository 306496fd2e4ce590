import { hostileNames, hostileObjects } from './hostile-words.js';

/** A request that tries to be more than data, and its expected answer. */
export interface HostileRequest {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** After `/api/`. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** One of these must be in the message. */
  readonly names?: readonly string[];
}

/** The documents that requests refer to. */
export interface Victims {
  readonly restaurant: string;
  readonly chef: string;
  /** Has neither locales nor drafts, but its entries have both. */
  readonly menu: string;
  readonly article: string;
}

const fill = (template: string, word: string): string => template.replaceAll('@', word);

const inFilters = [
  'filters[@]=x',
  'filters[@][$eq]=x',
  'filters[$and][0][@]=x',
  'filters[$or][0][@][$eq]=x',
  'filters[$not][@]=x',
  'filters[owner][@]=x',
  'filters[owner][restaurants][@][$eq]=x',
  'filters[seo][@]=x',
  'filters[seo][author][@]=x',
  'filters[Openings][@]=x',
  'filters[Openings][note][@]=x',
  'filters[Name][@]=x',
  'filters[Name][@][$eq]=x',
  'filters[Name][$not][@]=x',
  'filters[Name][$eq][@]=x',
  'filters[Name][$in][@]=x',
  'filters[Name][$between][@]=x',
  'filters[Name][$null]=@',
  'filters[Rating]=@',
  'filters[Rating][$in][0]=@',
  'filters[Rating][@]=x',
  'filters[id]=@',
  'filters[id][@]=x',
  'filters[documentId][@]=x',
  'filters[createdAt]=@',
  'filters[createdAt][@]=x',
  'filters[Active]=@',
  'filters[Price]=@',
  'filters[Big]=@',
  'filters[Opened]=@',
  'filters[OpensAt]=@',
  'filters[Tags][$gt]=@',
  'filters[Tags][@]=x',
  'filters=@',
  'filters[0]=@',
];

const inOtherParameters = [
  'sort=@',
  'sort=@:desc',
  'sort=Name:@',
  'sort=owner.@',
  'sort[0]=@:asc',
  'sort[@]=asc',
  'sort[Name]=@',
  'sort[Name][@]=asc',
  'sort[owner][@]=asc',
  'fields=@',
  'fields=Name,@',
  'fields[0]=@',
  'fields[@]=x',
  'populate=@',
  'populate=owner.@',
  'populate[0]=@',
  'populate[@]=true',
  'populate[@][fields]=Name',
  'populate[owner][@]=x',
  'populate[owner][fields]=@',
  'populate[owner][sort]=@',
  'populate[owner][sort][@]=asc',
  'populate[owner][populate]=@',
  'populate[owner][filters][@]=x',
  'populate[owner][filters][Name][@]=x',
  'populate[owner][populate][restaurants][filters][@]=x',
  'populate[sections][on][@]=true',
  'populate[sections][on][@][fields]=text',
  'populate[sections][on][sections.quote][@]=x',
  'pagination=@',
  'pagination[@]=1',
  'pagination[page]=@',
  'pagination[pageSize]=@',
  'pagination[start]=@',
  'pagination[limit][@]=1',
  'locale[@]=en',
  'locale[0][@]=en',
  'status=@',
  'status[@]=draft',
  'publicationFilter=@',
  'publicationFilter[@]=modified',
  'hasPublishedVersion=@',
  'hasPublishedVersion[@]=true',
];

/** Lists of restaurants that must fail. The key in the failure is part of the query. */
export const hostileQueries: readonly HostileRequest[] = [...inFilters, ...inOtherParameters].flatMap(
  (template) => {
    const words = template.endsWith('@') ? [...hostileNames, ...hostileObjects] : hostileNames;
    return words.map((word) => ({
      method: 'get',
      path: `restaurants?${fill(template, encodeURIComponent(word))}`,
      status: 400,
    }));
  },
);

const scalars = ['Name', 'Description', 'Rating', 'Price', 'Slug', 'Kind', 'Active', 'Story', 'Email', 'Big'];
const relations = ['categories', 'dishes', 'flagship', 'owner', 'neighbours'];
const dates = { Opened: 'Invalid format', OpensAt: 'Invalid time format', LastInspection: 'Invalid format' };

/** Places of values in a body, with the expected details of the failure. */
const valuePlaces = ({ restaurant }: Victims): readonly (readonly [string, string])[] => [
  ...[...scalars, ...relations, 'Score', 'seo', 'Openings', 'sections'].map(
    (name) => [`{"${name}":@}`, name] as const,
  ),
  ...Object.entries(dates).map(([name, told]) => [`{"${name}":@}`, told] as const),
  ...['{"documentId":@}', '{"id":@}', '{"connect":@}', '{"set":[@]}', '{"disconnect":@}'].map(
    (value) => [`{"neighbours":${value}}`, 'neighbours'] as const,
  ),
  ...['connect', 'disconnect', 'set'].flatMap((verb) =>
    ['{"documentId":@}', '{"id":@}'].map(
      (item) => [`{"neighbours":{"${verb}":[${item}]}}`, 'neighbours'] as const,
    ),
  ),
  ...['"position":@', '"position":{"before":@}', '"position":{"after":@}'].map(
    (member) =>
      [`{"neighbours":{"connect":[{"documentId":"${restaurant}",${member}}]}}`, 'neighbours'] as const,
  ),
  ['{"seo":{"metaTitle":@}}', 'metaTitle'],
  ['{"seo":{"metaTitle":"t","author":@}}', 'author'],
  ['{"seo":{"metaTitle":"t","id":@}}', 'id'],
  ['{"Openings":[@]}', 'Openings'],
  ['{"Openings":[{"day":@}]}', 'day'],
  ['{"Openings":[{"note":@}]}', 'note'],
  ['{"Openings":[{"id":@}]}', 'id'],
  ['{"sections":[@]}', 'sections'],
  ['{"sections":[{"__component":@}]}', '__component'],
  ['{"sections":[{"__component":"sections.quote","text":@}]}', 'text'],
  ['{"sections":[{"__component":"sections.quote","speaker":@}]}', 'speaker'],
];

/** Places of keys in a body. */
const keyPlaces = ({ restaurant }: Victims): readonly string[] => [
  '{@:1}',
  '{"seo":{"metaTitle":"t",@:1}}',
  '{"Openings":[{@:1}]}',
  '{"Openings":[{"note":{@:1}}]}',
  '{"sections":[{"__component":"sections.quote",@:1}]}',
  '{"sections":[{"__component":@}]}',
  '{"neighbours":{@:[]}}',
  `{"neighbours":{"connect":[{"documentId":"${restaurant}",@:1}]}}`,
  `{"neighbours":{"connect":[{"documentId":"${restaurant}","position":{@:true}}]}}`,
  '{"neighbours":{"connect":[@]}}',
  `{"neighbours":{"connect":[{"documentId":"${restaurant}","position":{"before":@}}]}}`,
  '{"owner":@}',
];

/** Bodies that must be refused. */
export function hostileBodies(victims: Victims): readonly HostileRequest[] {
  const path = `restaurants/${victims.restaurant}`;
  const put = (data: string, ...names: string[]) =>
    ({ method: 'put', path, body: `{"data":${data}}`, status: 400, names }) as const;
  return [
    ...hostileObjects.flatMap((object) => [
      ...valuePlaces(victims).map(([place, told]) => put(fill(place, object), told)),
      put(object, 'data', keyOf(object)),
      { ...put('{}', 'data'), body: object },
      { ...put(object, 'data', keyOf(object)), method: 'post', path: 'restaurants' } as const,
      { ...put(`{"Pass":${object}}`, 'Pass'), path: `chefs/${victims.chef}` },
      ...['locale', 'status'].map((name) => {
        const connect = `[{"documentId":"${victims.article}","${name}":${object}}]`;
        const path = `menus/${victims.menu}`;
        return { ...put(`{"entries":{"connect":${connect}}}`, name), path };
      }),
    ]),
    ...hostileNames.flatMap((name) =>
      keyPlaces(victims).map((place) =>
        put(fill(place, JSON.stringify(name)), JSON.stringify(name).slice(1, -1), '__component'),
      ),
    ),
  ];
}

/** The first key of a JSON object. */
const keyOf = (object: string): string => /"(.*?)"/.exec(object)?.[1] ?? '';

/** Paths and headers. Reading something missing is a 404; deleting it is not an error. */
export function hostilePlaces({ restaurant }: Victims): readonly HostileRequest[] {
  const words = [...hostileNames, ...hostileObjects].filter((word) => !word.includes('\0'));
  const get = { method: 'get', path: `restaurants/${restaurant}`, status: 200 } as const;
  return [
    ...words
      .map((word) => encodeURIComponent(word))
      .flatMap((word): HostileRequest[] => [
        { method: 'get', path: `restaurants/${word}`, status: 404 },
        { method: 'put', path: `restaurants/${word}`, body: '{"data":{"Name":"taken"}}', status: 404 },
        { method: 'delete', path: `restaurants/${word}`, status: 204 },
        { method: 'get', path: word, status: 404 },
        { method: 'delete', path: `${word}/${restaurant}`, status: 404 },
        { method: 'post', path: `places/${restaurant}/actions/${word}`, status: 404 },
        { method: 'post', path: `places/${word}/actions/publish`, status: 404 },
      ]),
    ...words.flatMap((word): HostileRequest[] => [
      { ...get, headers: { Authorization: `Bearer ${word}` }, status: 401 },
      { ...get, headers: { 'Strapi-Response-Format': word } },
      { ...get, headers: { Origin: word, Accept: word, 'If-None-Match': word, Cookie: `a=${word}` } },
    ]),
  ];
}
