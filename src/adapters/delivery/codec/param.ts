import { invalidParam } from './query-failures.js';
import { maxDepth, maxNodes } from '../../../domain/plan/scope.js';
import { ok, type Result } from '../../../domain/result.js';

/** A parsed query parameter: brackets are members, a name without `=` is null, repeated names are a list. */
export type Param = string | null | readonly Param[] | ParamRecord;

/** Without a prototype, so that it has only members of the request. */
export interface ParamRecord {
  readonly [key: string]: Param;
}

export const isRecord = (param: Param | undefined): param is ParamRecord =>
  typeof param === 'object' && param !== null && !Array.isArray(param);

export const isList = (param: Param | undefined): param is readonly Param[] => Array.isArray(param);

/** Counts the nodes of a parameter, so that a short text cannot become a large query. */
export class NodeLimit {
  private left = maxNodes;

  constructor(readonly param: string) {}

  /** Counts one node at `depth`. */
  count(depth: number): Result<null> {
    if (depth > maxDepth)
      return invalidParam(
        `The parameter ${this.param} is nested deeper than ${maxDepth} levels`,
        this.param,
        this.param,
      );
    this.left -= 1;
    if (this.left < 0)
      return invalidParam(
        `The parameter ${this.param} has more than ${maxNodes} parts`,
        this.param,
        this.param,
      );
    return counted;
  }
}

const counted: Result<null> = ok(null);
