import { expect } from 'chai';
import { AppError } from '../../../../src/adapters/app-code/app-error.js';
import { errors } from '../../../../src/adapters/app-code/packages/errors.js';
import { failure } from '../../../../src/domain/failure.js';

describe('errors of @strapi/utils', () => {
  it('are ApplicationErrors with a name, a default message and empty details', () => {
    const seen = Object.entries(errors).map(([name, Kind]) => {
      const error = new Kind();
      expect(error).to.be.instanceOf(errors.ApplicationError).and.to.be.instanceOf(Error);
      return [name, error.name, error.message, error.details];
    });
    expect(seen).to.deep.equal([
      ['ApplicationError', 'ApplicationError', 'An application error occurred', {}],
      ['ValidationError', 'ValidationError', 'An application error occurred', {}],
      ['YupValidationError', 'ValidationError', 'Validation', {}],
      ['PaginationError', 'PaginationError', 'Invalid pagination', {}],
      ['UnauthorizedError', 'UnauthorizedError', 'Unauthorized', {}],
      ['ForbiddenError', 'ForbiddenError', 'Forbidden access', {}],
      ['PolicyError', 'PolicyError', 'Policy Failed', {}],
      ['NotFoundError', 'NotFoundError', 'Entity not found', {}],
      ['RateLimitError', 'RateLimitError', 'Too many requests, please try again later.', {}],
      ['PayloadTooLargeError', 'PayloadTooLargeError', 'Entity too large', {}],
      ['NotImplementedError', 'NotImplementedError', 'This feature is not implemented yet', {}],
    ]);
    expect(new errors.PolicyError()).to.be.instanceOf(errors.ForbiddenError);
    expect(new errors.YupValidationError()).to.be.instanceOf(errors.ValidationError);
  });

  it('keep a message and details, and classes of an app can extend them', () => {
    class OutOfStock extends errors.ApplicationError {}
    const error = new OutOfStock('Sold out', { left: 0 });
    expect(error).to.be.instanceOf(OutOfStock).and.to.include({ message: 'Sold out' });
    expect(error.details).to.deep.equal({ left: 0 });
  });

  it('YupValidationError lists the errors of yup', () => {
    const inner = [
      { name: 'ValidationError', path: 'items[0].name', message: 'name is short', value: 'a' },
      { name: 'ValidationError', path: '', message: 'unknown key', value: {} },
    ];
    const error = new errors.YupValidationError({ message: '2 errors', name: 'ValidationError', inner });
    expect(error.message).to.equal('2 errors occurred');
    expect(error.details).to.deep.equal({
      errors: [
        { path: ['items', '0', 'name'], message: 'name is short', name: 'ValidationError', value: 'a' },
        { path: [], message: 'unknown key', name: 'ValidationError', value: {} },
      ],
    });
    expect(new errors.YupValidationError({ message: 'x is wrong', path: 'x' }).message).to.equal(
      'x is wrong',
    );
  });

  it('what the server throws at app code is of the class that the failure is over HTTP', () => {
    const error = new AppError(failure('INPUT.INVALID', 'Name is missing', { key: 'Name' }));
    expect(error).to.be.instanceOf(errors.ValidationError).and.to.be.instanceOf(AppError);
    expect(error).to.include({ name: 'ValidationError', message: 'Name is missing', code: 'INPUT.INVALID' });
    expect(error.details).to.deep.equal({ key: 'Name' });
    expect(error.stack).to.contain('Name is missing');
    expect(new AppError(failure('POLICY.DENIED', 'No'))).not.to.be.instanceOf(errors.ValidationError);
    expect(new errors.ValidationError()).not.to.be.instanceOf(AppError);
  });
});
