import { expect } from 'chai';
import { failureError } from '../../src/adapters/delivery/graphql/client-error.js';
import { clientErrorOf } from '../../src/adapters/delivery/graphql/extension/guard-resolver.js';
import { failureResponse } from '../../src/adapters/delivery/rest/failure-response.js';
import { errors } from '../../src/application/app-code/errors.js';
import { failure, type FailureCode } from '../../src/domain/failure.js';

interface Extensions {
  readonly code: string;
  readonly error: { readonly name: string; readonly message: string; readonly details: object };
}

const extensionsOf = (error: unknown): Extensions =>
  (error as { extensions: unknown }).extensions as Extensions;

/** The code of each error name; STRAPI_APPLICATION_ERROR for the others. */
const codeOf: Readonly<Record<string, string>> = {
  ValidationError: 'BAD_USER_INPUT',
  PaginationError: 'STRAPI_PAGINATION_ERROR',
  UnauthorizedError: 'FORBIDDEN',
  ForbiddenError: 'FORBIDDEN',
  PolicyError: 'FORBIDDEN',
  ServiceUnavailableError: 'SERVICE_UNAVAILABLE',
};

describe('codes of GraphQL errors', () => {
  it('depend only on the name of the error, for refusals by the server and by an app', () => {
    for (const kind of Object.values(errors)) {
      const thrown = new kind('Not so', { key: 'a' });
      const { code, error } = extensionsOf(clientErrorOf(thrown));
      expect(code, thrown.name).to.equal(codeOf[thrown.name] ?? 'STRAPI_APPLICATION_ERROR');
      expect(error).to.deep.equal({ name: thrown.name, message: 'Not so', details: { key: 'a' } });
    }
  });

  const failureCodes: readonly FailureCode[] = [
    'QUERY.INVALID_KEY',
    'QUERY.INVALID',
    'QUERY.PAGINATION',
    'INPUT.INVALID_KEY',
    'INPUT.INVALID',
    'INPUT.MISMATCH',
    'POLICY.UNAUTHENTICATED',
    'POLICY.DENIED',
    'PLAN.TOO_LARGE',
    'DOCUMENT.NOT_FOUND',
    'STORE.CONFLICT',
    'STORE.UNAVAILABLE',
    'STORE.TIMEOUT',
    'STORE.OVERLOADED',
    'STORE.LONG_READS',
  ];
  for (const code of failureCodes)
    it(`have the name that REST answers: ${code}`, () => {
      const failed = failure(code, 'Not so');
      const told = extensionsOf(failureError(failed));
      const { name } = failureResponse(failed);
      expect(told.error.name).to.equal(name);
      expect(told.code).to.equal(codeOf[name] ?? 'STRAPI_APPLICATION_ERROR');
    });
});
