export const kinds = ['image', 'video', 'audio', 'document'] as const;
export type Kind = (typeof kinds)[number];

/** Whether it is said what pictures show. */
export const textStates = ['missing', 'decorative'] as const;

/** Whether entries use a file. */
export const uses = ['unused'] as const;

export const sizes = ['small', 'medium', 'large', 'huge'] as const;

/** When files were uploaded. */
export const ages = ['day', 'week', 'month', 'year', 'older'] as const;

/** What narrows the library. */
export interface Narrowed {
  readonly search?: string;
  readonly kind?: Kind;
  readonly text?: (typeof textStates)[number];
  readonly size?: (typeof sizes)[number];
  readonly age?: (typeof ages)[number];
  readonly use?: (typeof uses)[number];
}

/** What the address of the library says. */
export interface MediaSearch extends Narrowed {
  /** The documentId of the folder that is shown; absent: the top. */
  readonly folder?: string;
  readonly view?: 'table';
  /** The documentId of the file whose details are open. */
  readonly file?: string;
}

/** What becomes undefined goes from the address. */
export type MediaChange = { readonly [name in keyof MediaSearch]?: MediaSearch[name] | undefined };

export function readMediaSearch(given: Readonly<Record<string, unknown>>): MediaSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const oneOf = <T>(name: string, all: readonly T[]) => all.find((one) => one === given[name]);
  const read: MediaChange = {
    search: text('search'),
    kind: oneOf('kind', kinds),
    text: oneOf('text', textStates),
    size: oneOf('size', sizes),
    age: oneOf('age', ages),
    use: oneOf('use', uses),
    folder: text('folder'),
    view: oneOf('view', ['table']),
    file: text('file'),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
