import type { RequestMeasure } from '../../domain/caller.js';
import type { FailureCode } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { AggregatePlan } from '../../domain/plan/aggregate-plan.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Result } from '../../domain/result.js';
import type { ObservedRequest, Observations } from '../ports/observations.js';

/** One GraphQL request can make a hundred plans. */
const maxPlans = 10;

export interface RequestHead {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
}

/** Collects what a request costs while it runs. Exists only for requests that somebody observes. */
export class RequestRecord implements ObservedRequest, RequestMeasure {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  readonly plans: ReadPlan[] = [];
  api: ObservedRequest['api'] = 'other';
  type = '';
  action = '';
  caller: Principal['kind'] | undefined = undefined;
  endedAt = 0;
  status = 0;
  cost = 0;
  planMs = 0;
  queueMs = 0;
  storeMs = 0;
  refusal: FailureCode | undefined = undefined;
  context: unknown = undefined;

  constructor(
    private readonly observations: Observations,
    { id, method, path, traceparent, tracestate }: RequestHead,
    readonly beganAt = performance.now(),
  ) {
    this.id = id;
    this.method = method;
    this.path = path;
    this.traceparent = traceparent;
    this.tracestate = tracestate;
    this.observations.observe({ kind: 'request-began', request: this });
  }

  /** Names what serves the request. */
  routed(api: ObservedRequest['api'], type: string, action: string): void {
    this.api = api;
    this.type = type;
    this.action = action;
  }

  planned(plan: ReadPlan, beganAt: number): void {
    const endedAt = performance.now();
    this.planMs += endedAt - beganAt;
    this.cost += plan.cost ?? 0;
    if (this.plans.length < maxPlans) this.plans.push(plan);
    if (this.observations.has('plan'))
      this.observations.observe({ kind: 'plan', request: this, plan, beganAt, endedAt });
  }

  queued(beganAt: number): void {
    this.queueMs += performance.now() - beganAt;
  }

  stored(beganAt: number): void {
    this.storeMs += performance.now() - beganAt;
  }

  refused(code: FailureCode): void {
    if (this.refusal === code) return;
    this.refusal = code;
    this.observations.observe({ kind: 'refusal', code, by: 'application' });
  }

  /** Ends the request; later calls do nothing. */
  end(status: number): void {
    if (this.endedAt !== 0) return;
    this.endedAt = performance.now();
    this.status = status;
    this.observations.observe({ kind: 'request-ended', request: this });
  }
}

/** Where a request carries its record. A symbol, so that code of an app cannot use the same name. */
export const record: unique symbol = Symbol('record');

export interface Recorded {
  [record]?: RequestRecord | undefined;
}

/** Returns the record of a request; undefined if nobody observes the request. */
export const recordOf = (request: object): RequestRecord | undefined => (request as Recorded)[record];

/**
 * Makes a plan, and notes it with the request of the principal if that is observed; of an aggregate, the plan of its documents.
 */
export function measuringPlan<Plan extends ReadPlan | AggregatePlan>(
  { caller }: Principal,
  make: () => Result<Plan>,
): Result<Plan> {
  const measure = caller?.measure;
  if (measure === undefined) return make();
  const beganAt = performance.now();
  const made = make();
  if (!made.ok) measure.refused(made.failure.code);
  else {
    const plan: ReadPlan | AggregatePlan = made.value;
    measure.planned('documents' in plan ? plan.documents : plan, beganAt);
  }
  return made;
}
