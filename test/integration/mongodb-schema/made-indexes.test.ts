import { describeMadeIndexes } from '../schema/made-indexes.js';
import { useMongo } from './mongo-schema-database.js';

describe('a MongoDB database', () => {
  describeMadeIndexes(useMongo());
});
