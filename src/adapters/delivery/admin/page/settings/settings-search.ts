type Given = Readonly<Record<string, unknown>>;

const textIn = (given: Given, name: string): string | undefined => {
  const value = given[name];
  // The router reads what looks like a number as one.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What is open in a list; `new`: what is to be made. */
export interface OpenSearch {
  readonly open?: string;
}

export function readOpenSearch(given: Given): OpenSearch {
  const open = textIn(given, 'open');
  return open === undefined ? {} : { open };
}

export interface UserSearch {
  readonly search?: string;
  readonly page?: number;
}

export function readUserSearch(given: Given): UserSearch {
  const search = textIn(given, 'search');
  const page = Number(given['page']);
  return {
    ...(search !== undefined && { search }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  };
}

/** Filters of the trail; the days are those of the browser's time zone. */
export interface TrailSearch {
  readonly user?: string;
  readonly type?: string;
  readonly documentId?: string;
  readonly action?: string;
  readonly since?: string;
  readonly until?: string;
}

export const trailFilters = ['user', 'type', 'documentId', 'action', 'since', 'until'] as const;

export function readTrailSearch(given: Given): TrailSearch {
  const found = trailFilters.flatMap((name) => {
    const value = textIn(given, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
