import { invalidParam } from './refusal.js';
import { maxDepth, maxNodes } from '../../../domain/plan/planning-scope.js';
import { ok, type Result } from '../../../domain/result.js';

/** Counts the nodes of a parameter, so that a short text cannot become a large query. */
export class Budget {
  private left = maxNodes;

  constructor(readonly param: string) {}

  /** Counts one node at `depth`. */
  take(depth: number): Result<null> {
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
    return taken;
  }
}

const taken: Result<null> = ok(null);
