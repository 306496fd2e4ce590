import { expect } from 'chai';
import type { Connection } from '../../../../src/adapters/store/postgres/connection.js';
import { failureOf, namedError } from '../../../../src/adapters/store/postgres/database-error.js';
import { connectionRemedy } from '../../../../src/adapters/store/postgres/remedies.js';
import { createSchemaStore } from '../../../../src/adapters/store/postgres/schema/create-schema-store.js';
import { silent } from '../../../integration/postgres/scratch-store.js';
import { schemaFrom } from '../../../schema-builders.js';

const error = (code: string, message = 'said the database'): Error =>
  Object.assign(new Error(message), { code });

const codeFor = (of: Error): string | undefined => failureOf(namedError(of))?.code;

describe('errors of the database', () => {
  it('a refused, lost or unavailable connection becomes STORE.UNAVAILABLE', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '08006', '57P01', '57P03', '53300']) {
      expect(codeFor(error(code)), code).to.equal('STORE.UNAVAILABLE');
    }
    expect(codeFor(new Error('Connection terminated unexpectedly'))).to.equal('STORE.UNAVAILABLE');
    expect(codeFor(new Error('timeout exceeded when trying to connect'))).to.equal('STORE.UNAVAILABLE');
    const both = new AggregateError([error('ECONNREFUSED'), error('ECONNREFUSED')], '');
    expect(codeFor(both)).to.equal('STORE.UNAVAILABLE');
  });

  it('a full disk, a read-only database and limits of PostgreSQL have distinct failures', () => {
    expect(failureOf(error('53100'))).to.include({
      code: 'STORE.UNAVAILABLE',
      message: 'The database has no room left',
    });
    expect(failureOf(error('25006'))).to.include({
      code: 'STORE.UNAVAILABLE',
      message: 'The database takes no writes now',
    });
    for (const code of ['42501', '26000', '42P05'])
      expect(failureOf(error(code)), code).to.include({ code: 'STORE.UNAVAILABLE', isWithoutEffect: true });
    expect(codeFor(error('54000'))).to.equal('PLAN.TOO_LARGE');
  });

  it('a connection that is refused for its password or certificate comes with what to do', () => {
    const remedyOf = (message: string, code = ''): string | undefined =>
      connectionRemedy(error(code, message), 'DATABASE_URL');
    expect(remedyOf('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')).to.match(
      /^give the password that the server asks for, in DATABASE_URL/,
    );
    expect(remedyOf('self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN')).to.match(
      /^name the certificate of its authority with sslrootcert in DATABASE_URL/,
    );
    expect(remedyOf('something else')).to.equal(undefined);
    for (const said of [
      'cannot connect to server',
      'server login has been failing, cached error: connect failed (server_login_retry)',
      'query_wait_timeout',
    ])
      expect(remedyOf(said, '08P01'), said).to.match(/^look at the PostgreSQL behind the pooler/);
    expect(remedyOf('no such database: shop', '08P01')).to.equal(undefined);
  });

  it('a connection that is lost while a missing right is looked up is what fails', async () => {
    const errors = [error('42501'), namedError(new Error('Connection terminated unexpectedly'))];
    const connection = { query: () => Promise.reject(errors.shift()) } as unknown as Connection;
    const { leftovers } = createSchemaStore(connection, schemaFrom({}), silent);
    expect(await leftovers())
      .to.deep.include({ ok: false })
      .and.to.have.nested.property('failure.code', 'STORE.UNAVAILABLE');
    expect(errors).to.deep.equal([]);
  });

  it('timeouts, races and values out of range have distinct codes', () => {
    expect(codeFor(error('57014'))).to.equal('STORE.TIMEOUT');
    for (const code of ['40001', '40P01', '23505']) expect(codeFor(error(code))).to.equal('STORE.CONFLICT');
    expect(codeFor(error('22003'))).to.equal('INPUT.INVALID');
    const tooLarge = Object.assign(error('22003'), { routine: 'float_overflow_error' });
    expect(codeFor(tooLarge)).to.equal('PLAN.TOO_LARGE');
  });

  it('any other error is a bug, including protocol violations', () => {
    for (const code of ['42P01', '08P01', '42601']) expect(failureOf(error(code)), code).to.equal(null);
    expect(failureOf(new TypeError('x is not a function'))).to.equal(null);
  });
});
