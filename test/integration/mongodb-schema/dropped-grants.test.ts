import { describeDroppedGrants } from '../schema/dropped-grants.js';
import { useMongo } from './mongo-schema-database.js';

describe('a MongoDB database', () => {
  describeDroppedGrants(useMongo());
});
