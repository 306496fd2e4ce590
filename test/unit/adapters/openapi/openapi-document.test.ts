import { Validator } from '@seriousme/openapi-schema-validator';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { createOpenApiDocument } from '../../../../src/adapters/delivery/openapi/create-openapi-document.js';
import { documentedAnswers } from '../../../http/documented-answers.js';
import { fixtureSchema } from '../../../http/fixture.js';
import { contentType, schemaFrom } from '../../../schema-builders.js';

describe('the OpenAPI document', () => {
  const document = createOpenApiDocument(fixtureSchema(), {
    title: 'Fixture',
    version: '1.0.0',
    prefix: '/api',
    isLive: () => true,
  });

  it('is valid by the schema of OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...document });
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
  });

  it('is valid by the rules of another validator, with every reference there', async () => {
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).to.deep.equal([]);
  });

  it('has each operation under a name of its own', () => {
    const names = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).to.equal(names.length);
  });

  it('has the answer to the deletion of a user who is not there, or cannot be found by the caller', () => {
    const described = documentedAnswers(fixtureSchema());
    const answer = { method: 'DELETE', path: '/api/users/nobody', status: 200, headers: {} };
    expect(described({ ...answer, text: '{"documentId":"nobody"}' })).to.equal(undefined);
    expect(described({ ...answer, text: '{}' })).not.to.equal(undefined);
  });

  it('has an empty list for a dynamic zone without components', () => {
    const body = { type: 'dynamiczone', components: [], max: 3 };
    const schema = schemaFrom({ contentTypes: [contentType('page', 'pages', { body })] });
    const { schemas } = createOpenApiDocument(schema, {
      title: 'Pages',
      version: '1.0.0',
      prefix: '/api',
      isLive: () => false,
    }).components;
    for (const name of ['Page', 'PageInput'])
      expect(schemas[name]?.properties?.['body']).to.deep.equal({ type: 'array', items: {}, maxItems: 0 });
  });

  it('has no private attribute in an answer, and takes a password only', () => {
    const { UsersPermissionsUser: user, UsersPermissionsUserInput: input } = document.components.schemas;
    expect(user?.properties).not.to.have.any.keys('password', 'resetPasswordToken', 'sessionEpoch');
    expect(input?.properties?.['password']).to.include({ writeOnly: true });
  });
});
