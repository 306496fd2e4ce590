import { describeStoreContract } from './index.js';
import { postgresStores } from './postgres-stores.js';

describeStoreContract({
  name: 'PostgreSQL',
  ...postgresStores(),
  skip: [
    {
      case: 'json inside a component keeps the order of its keys',
      reason: 'components are kept as jsonb, which sorts the keys of objects',
    },
  ],
});
