import { describeStoreContract } from './index.js';
import { notPlannedYet } from './not-planned-yet.js';
import { postgresStores } from './postgres-stores.js';

describeStoreContract({ name: 'PostgreSQL', ...postgresStores(), skip: notPlannedYet });
