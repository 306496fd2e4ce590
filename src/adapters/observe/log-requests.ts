import type { Log } from '../../application/ports/log.js';
import type { Observation, ObservedRequest, Observer } from '../../application/ports/observations.js';
import { describePlan } from '../../domain/plan/describe-plan.js';

export interface RequestLogOptions {
  /** Whether each request is logged. */
  readonly all: boolean;
  /** Requests that take this long or longer are logged with the shape of their plans; 0: none. */
  readonly slowMs: number;
}

/** Logs one line for each request, and one for each slow request. Returns null if neither is wanted. */
export function createRequestLog(log: Log, { all, slowMs }: RequestLogOptions): Observer | null {
  if (!all && slowMs === 0) return null;
  const end = (request: ObservedRequest): void => {
    if (all) log.info('request', fieldsOf(request));
    if (slowMs > 0 && request.endedAt - request.beganAt >= slowMs)
      log.warn('slow request', { ...fieldsOf(request), plans: request.plans.map(describePlan) });
  };
  return {
    kinds: ['request-ended'],
    observe: (observation: Observation) => {
      if (observation.kind === 'request-ended') end(observation.request);
    },
  };
}

function fieldsOf(request: ObservedRequest): Readonly<Record<string, unknown>> {
  const { id, method, path, status, api, type, action, caller, cost, refusal } = request;
  return {
    requestId: id,
    method,
    path,
    status,
    ms: rounded(request.endedAt - request.beganAt),
    planMs: rounded(request.planMs),
    queueMs: rounded(request.queueMs),
    storeMs: rounded(request.storeMs),
    cost: Math.round(cost),
    caller: caller ?? 'unknown',
    api,
    ...(type !== '' && { type }),
    ...(action !== '' && { action }),
    ...(refusal !== undefined && { refusal }),
  };
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
