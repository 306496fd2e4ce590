import { failure } from '../../domain/failure.js';
import type { Range } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';

const names = ['start', 'limit', 'page', 'pageSize'] as const;
type Numbers = { [name in (typeof names)[number]]?: number };

/**
 * `start` and `limit`, or `page` and `pageSize`, at the top or under `pagination`. Nothing, or a limit of -1, is every
 * document: app code is not bound to the pages of REST.
 */
export function readRange(params: Readonly<Record<string, unknown>>): Result<Range> {
  const read = readNumbers({ ...(params['pagination'] as object | undefined), ...params });
  if (!read.ok) return read;
  const { start, limit, page, pageSize } = read.value;
  const byPage = page !== undefined || pageSize !== undefined;
  if (byPage && (start !== undefined || limit !== undefined)) {
    return err(failure('QUERY.PAGINATION', 'Cannot use both page & offset pagination in the same query'));
  }
  if (!byPage) return ok({ offset: start ?? 0, limit: limit === undefined || limit === -1 ? null : limit });
  const size = pageSize ?? 25;
  const offset = (Math.max(page ?? 1, 1) - 1) * size;
  return Number.isSafeInteger(offset) ? ok({ offset, limit: size }) : refuse('page', page);
}

function readNumbers(params: Readonly<Record<string, unknown>>): Result<Numbers> {
  const numbers: Numbers = {};
  for (const name of names) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const least = name === 'limit' ? -1 : 0;
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least)
      return refuse(name, value);
    numbers[name] = number;
  }
  return ok(numbers);
}

const refuse = (name: string, value: unknown): Result<never> =>
  err(
    failure(
      'QUERY.INVALID',
      `Invalid ${name}: ${String(value)} is not a whole number that can be counted to`,
      {
        key: name,
      },
    ),
  );
