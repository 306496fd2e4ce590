import { postgresStores } from '../contract/postgres-stores.js';
import { describePublishing } from './publishing.js';

const { open, close } = postgresStores();

describePublishing('PostgreSQL', open, close, 3);
