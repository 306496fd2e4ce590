import { match, type MatchFunction } from 'path-to-regexp';
import { err, ok, type Result } from '../../../../domain/result.js';

/** What a route table needs to find a route. */
export interface Placed {
  /** The file that declares it, for messages. */
  readonly file: string;
  /** In capitals; `ALL` for every method. */
  readonly method: string;
  /** As koa's router writes paths: `/articles/:id(\\d+)`. */
  readonly path: string;
}

export type PathParams = Readonly<Record<string, string | undefined>>;

export type Found<R> =
  | { readonly route: R; readonly params: PathParams }
  /** There are routes for the path, but for these methods only. */
  | { readonly allowed: readonly string[] }
  | null;

export interface RouteTable<R> {
  /** Returns the first route that fits. Throws a `URIError` for a path that cannot be decoded. */
  find(method: string, path: string): Found<R>;
}

interface Entry<R> {
  readonly route: R;
  readonly fits: Fits;
}

/**
 * Creates a table of routes in their order. Case and a slash at the end do not matter. Throws an error that names the
 * route if its path is no pattern.
 */
export function createRouteTable<R extends Placed>(routes: readonly R[]): RouteTable<R> {
  const entries = routes.map((route) => ({ route, fits: fitting(route) }));
  const firsts = new Set(routes.map(({ path }) => firstOf(path)));
  // Routes whose path does not begin with a word fit any path.
  const byFirst = new Map<string | null, readonly Entry<R>[]>(
    [...firsts].map((first) => [
      first,
      entries.filter(({ route }) => [first, null].includes(firstOf(route.path))),
    ]),
  );
  return {
    find(method, path) {
      const candidates = byFirst.get(firstSegment(path).toLowerCase()) ?? byFirst.get(null);
      if (candidates === undefined) return null;
      const allowed = new Set<string>();
      for (const { route, fits } of candidates) {
        const found = fits(path);
        if (found === false) continue;
        if (serves(route.method, method)) return { route, params: { ...found.params } };
        if (route.method === 'GET') allowed.add('HEAD');
        allowed.add(route.method);
      }
      return allowed.size === 0 ? null : { allowed: [...allowed] };
    },
  };
}

const serves = (declared: string, method: string): boolean =>
  declared === method || declared === 'ALL' || (declared === 'GET' && method === 'HEAD');

type Fits = MatchFunction<Record<string, string | undefined>>;

function fitting({ file, method, path }: Placed): Fits {
  const made = compile(path === '' ? '/' : path);
  if (!made.ok) throw new Error(`${file}: ${method} ${path} has a faulty path: ${made.failure}`);
  return made.value;
}

function compile(path: string): Result<Fits, string> {
  try {
    return ok(match(path, { decode, sensitive: false, strict: false }));
  } catch (thrown) {
    return err((thrown as Error).message);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw Object.assign(new URIError('failed to decode'), { status: 400 });
  }
}

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** The first word of a path; null if it is a parameter or a pattern. */
function firstOf(path: string): string | null {
  const first = firstSegment(path);
  return /[:(){}*+?\\]/.test(first) ? null : first.toLowerCase();
}

/** Which of the routes can never answer, and the route that answers instead. */
export function shadowedRoutes<R extends Placed>(routes: readonly R[]): readonly (readonly [R, R])[] {
  const fits = routes.map(fitting);
  return routes.flatMap((route, at): (readonly [R, R])[] => {
    const samples = samplesOf(route.path).filter((sample) => fits[at]?.(sample) !== false);
    if (samples.length === 0) return [];
    const by = routes
      .slice(0, at)
      .find(
        (earlier, index) =>
          (serves(earlier.method, route.method) || earlier.method === 'ALL') &&
          samples.every((sample) => fits[index]?.(sample) !== false),
      );
    return by === undefined ? [] : [[route, by]];
  });
}

/** Paths that a route with this path may fit: with a word and with a number for each parameter. */
const samplesOf = (path: string): readonly string[] =>
  ['x', '1'].map((value) =>
    path
      .replaceAll(/:[A-Za-z0-9_]+(\((?:\\.|[^()])+\))?[?*+]?/g, value)
      .replaceAll(/\((?:\\.|[^()])+\)[?*+]?/g, value),
  );
