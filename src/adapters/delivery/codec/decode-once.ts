import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Create, Once } from '../../../domain/query/mutation.js';
import { err, ok, type Result } from '../../../domain/result.js';

/** Visible characters. A text in quotation marks, as the draft of the header has it, is one too. */
const isKey = (given: string | readonly string[]): given is string =>
  typeof given === 'string' && /^[\x21-\x7e]{1,255}$/.test(given);

/**
 * The mutation with the key of `Idempotency-Key`, if the request has one. It holds for one client, one content-type, and one
 * `request`: what else the request says.
 */
export function withOnce(
  headers: IncomingHttpHeaders,
  principal: Principal,
  mutation: Create,
  request: readonly unknown[],
): Result<Create> {
  const given = headers['idempotency-key'];
  if (given === undefined) return ok(mutation);
  if (!isKey(given)) return err(failure('QUERY.INVALID', reason('once.invalid', { max: 255 })));
  const once: Once = {
    key: digest([principal.kind, principal.caller?.key ?? principal.name, mutation.type, given]),
    request: digest(request),
  };
  return ok({ ...mutation, once });
}

const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex');
