import { publicationFilters, type PublicationFilter } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import type { ParamRecord } from './param.js';
import { invalidParam } from './refusal.js';
import { Flag, decodeWith } from './scalar-codecs.js';

const known: ReadonlySet<unknown> = new Set(publicationFilters);
const isKnown = (raw: unknown): raw is PublicationFilter => known.has(raw);

/** `publicationFilter`, or `hasPublishedVersion`, which asks with a yes or no whether any locale is published. */
export function decodePublication(params: ParamRecord): Result<PublicationFilter | undefined> {
  const { publicationFilter: filter, hasPublishedVersion: flag } = params;
  if (filter === undefined) return flag === undefined ? ok(undefined) : decodeFlag(flag);
  if (flag !== undefined)
    return refuse(
      'Cannot use both publicationFilter and hasPublishedVersion in the same query',
      'hasPublishedVersion',
    );
  return isKnown(filter)
    ? ok(filter)
    : refuse(`Invalid publicationFilter. Expected one of: ${publicationFilters.join(', ')}`);
}

function decodeFlag(raw: unknown): Result<PublicationFilter> {
  const has = decodeWith(Flag, raw);
  if (has === undefined)
    return refuse('Invalid hasPublishedVersion. Expected true or false', 'hasPublishedVersion');
  return ok(has ? 'has-published-version-document' : 'never-published-document');
}

const refuse = (message: string, key = 'publicationFilter'): Result<never> => invalidParam(message, key, key);
