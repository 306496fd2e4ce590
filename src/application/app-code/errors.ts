type Details = Readonly<Record<string, unknown>>;

/**
 * A refusal by code: the client gets its name, message and details. All other classes of this file extend it. Existing
 * code imports them as `errors` of `@strapi/utils`; each delivery has the statuses, by name.
 */
class ApplicationError extends Error {
  /** Members beside the message that the client gets. Code may change them before it throws. */
  details: Details;

  constructor(message = 'An application error occurred', details: Details = {}) {
    super(message);
    this.name = 'ApplicationError';
    this.details = details;
  }
}

class ValidationError extends ApplicationError {
  constructor(message?: string, details?: Details) {
    super(message, details);
    this.name = 'ValidationError';
  }
}

/** What an error of yup has, as far as it is told. */
interface YupError {
  readonly message: string;
  readonly name?: string;
  readonly path?: string | undefined;
  readonly value?: unknown;
  readonly inner?: readonly YupError[];
}

/** The refusal of a schema of yup: all its errors in `details.errors`, their paths as lists. */
class YupValidationError extends ValidationError {
  constructor(thrown: YupError | string = 'Validation', message?: string | Details) {
    const { inner = [], ...one } = typeof thrown === 'string' ? { message: thrown } : yupMembers(thrown);
    const general = inner.length > 1 ? `${inner.length} errors occurred` : one.message;
    super(typeof message === 'string' ? message : general, {
      ...(typeof message === 'object' && message),
      ...(typeof thrown !== 'string' && { errors: (inner.length === 0 ? [one] : inner).map(listed) }),
    });
  }
}

const yupMembers = ({ message, name, path, value, inner }: YupError): YupError => ({
  message,
  path,
  value,
  ...(name !== undefined && { name }),
  ...(inner !== undefined && { inner }),
});

const listed = ({ path = '', message, name = 'ValidationError', value }: YupError) => ({
  path: path.split(/[.[\]]+/).filter((part) => part !== ''),
  message,
  name,
  value,
});

class PaginationError extends ApplicationError {
  constructor(message = 'Invalid pagination', details?: Details) {
    super(message, details);
    this.name = 'PaginationError';
  }
}

class UnauthorizedError extends ApplicationError {
  constructor(message = 'Unauthorized', details?: Details) {
    super(message, details);
    this.name = 'UnauthorizedError';
  }
}

class ForbiddenError extends ApplicationError {
  constructor(message = 'Forbidden access', details?: Details) {
    super(message, details);
    this.name = 'ForbiddenError';
  }
}

class PolicyError extends ForbiddenError {
  constructor(message = 'Policy Failed', details?: Details) {
    super(message, details);
    this.name = 'PolicyError';
  }
}

class NotFoundError extends ApplicationError {
  constructor(message = 'Entity not found', details?: Details) {
    super(message, details);
    this.name = 'NotFoundError';
  }
}

class RateLimitError extends ApplicationError {
  constructor(message = 'Too many requests, please try again later.', details?: Details) {
    super(message, details);
    this.name = 'RateLimitError';
  }
}

class PayloadTooLargeError extends ApplicationError {
  constructor(message = 'Entity too large', details?: Details) {
    super(message, details);
    this.name = 'PayloadTooLargeError';
  }
}

class NotImplementedError extends ApplicationError {
  constructor(message = 'This feature is not implemented yet', details?: Details) {
    super(message, details);
    this.name = 'NotImplementedError';
  }
}

/** The errors that app code throws to refuse a request: `throw new errors.ForbiddenError('Not yours')`. */
export const errors = {
  ApplicationError,
  ValidationError,
  YupValidationError,
  PaginationError,
  UnauthorizedError,
  ForbiddenError,
  PolicyError,
  NotFoundError,
  RateLimitError,
  PayloadTooLargeError,
  NotImplementedError,
};
