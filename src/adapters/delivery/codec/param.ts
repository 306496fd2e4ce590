import { invalidParam } from './query-failures.js';
import { maxDepth, maxNodes } from '../../../domain/plan/planning-scope.js';
import { ok, type Result } from '../../../domain/result.js';

/** A parsed query parameter. Brackets give records, a name without `=` gives null, and repeated names give a list. */
export type Param = string | null | readonly Param[] | ParamRecord;

/** Has no prototype, so that it has only members that the request sent. */
export interface ParamRecord {
  readonly [key: string]: Param;
}

export const isRecord = (param: Param | undefined): param is ParamRecord =>
  typeof param === 'object' && param !== null && !Array.isArray(param);

export const isList = (param: Param | undefined): param is readonly Param[] => Array.isArray(param);

/** Limits the nodes and the depth of a parameter, because a short text can describe a large query. */
export class NodeLimit {
  private left = maxNodes;

  constructor(readonly param: string) {}

  /** Counts one node at `depth`. Fails if there are too many, or if it is too deep. */
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
