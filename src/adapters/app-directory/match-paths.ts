import type { TsConfig } from './read-tsconfig.js';

/** Returns what an import may stand for by the `paths` of tsconfig.json, the longest pattern first. */
export function matchPaths(paths: TsConfig['paths'], request: string): readonly string[] {
  const sorted = [...paths].sort(([one], [other]) => prefixOf(other).length - prefixOf(one).length);
  return sorted.flatMap(([pattern, targets]) => {
    const [prefix = '', suffix] = pattern.split('*');
    if (suffix === undefined) return pattern === request ? targets : [];
    if (!request.startsWith(prefix) || !request.endsWith(suffix)) return [];
    const middle = request.slice(prefix.length, request.length - suffix.length);
    return targets.map((target) => target.replace('*', () => middle));
  });
}

const prefixOf = (pattern: string): string => pattern.split('*', 1)[0] ?? '';
