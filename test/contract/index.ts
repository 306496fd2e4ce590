export {
  describeStoreContract,
  type StoreCase,
  type StoreContract,
} from './store/describe-store-contract.js';
export { fixtureSchema } from './fixture-schema.js';
