import { denied } from '../../../../domain/failure.js';
import { mayWithAll, type Action } from '../../../../domain/permission/permission.js';
import { err, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply, Route } from '../call.js';

/** A route that needs an action on an area, without fields and filters. */
export const needs = (
  area: string,
  action: Action,
  run: (dependencies: AdminDependencies, call: Call) => Promise<Result<Reply>> | Result<Reply>,
): Route['run'] =>
  async function checked(dependencies, call) {
    return mayWithAll(call.principal, action, area) ? run(dependencies, call) : err(denied);
  };
