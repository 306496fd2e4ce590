import { postgresStores } from '../contract/postgres-stores.js';
import { describeAgreement } from './stores-agree.js';

const { open, close } = postgresStores();

describeAgreement('PostgreSQL', open, close, 20);
