import { expect } from 'chai';
import { decide, unlimited, type Principal } from '../../../../src/domain/permission/permission.js';
import {
  bulkJobType,
  fileType,
  internalTypes,
  releaseType,
  tokenArea,
  trailArea,
} from '../../../../src/domain/schema/built-in-uids.js';

const reader: Principal = { kind: 'token', name: 'website', grants: { kind: 'read' } };

describe('the grants of a read-only token', () => {
  it('are for the published content of every type', () => {
    for (const type of ['api::story.story', fileType])
      for (const action of ['find', 'findOne'] as const)
        expect(decide(reader, action, type), `${action} ${type}`).to.equal(unlimited);
    for (const action of ['findDrafts', 'create', 'update', 'delete', 'history'] as const)
      expect(decide(reader, action, 'api::story.story'), action).to.equal(null);
  });

  it('are not for what is no content, and may show drafts: jobs, releases, webhooks, administrators', () => {
    expect(internalTypes.has(bulkJobType) && internalTypes.has(releaseType)).to.equal(true);
    for (const type of [...internalTypes, tokenArea, trailArea])
      for (const action of ['find', 'findOne'] as const)
        expect(decide(reader, action, type), `${action} ${type}`).to.equal(null);
  });
});
