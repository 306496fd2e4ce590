import { describeStoreContract } from './index.js';
import { postgresStores } from './postgres-stores.js';

describeStoreContract({ name: 'PostgreSQL', ...postgresStores(), skip: [] });
