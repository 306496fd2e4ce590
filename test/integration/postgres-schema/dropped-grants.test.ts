import { describeDroppedGrants } from '../schema/dropped-grants.js';
import { usePostgres } from './postgres-schema-database.js';

describe('a PostgreSQL database', () => {
  describeDroppedGrants(usePostgres());
});
