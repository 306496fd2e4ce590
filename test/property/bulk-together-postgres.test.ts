import { postgresStores } from '../contract/postgres-stores.js';
import { describeBulkTogether } from './bulk-together.js';

const { open, close } = postgresStores();

describeBulkTogether('PostgreSQL', open, close, 25);
