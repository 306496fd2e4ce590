import { postgresStores } from '../contract/postgres-stores.js';
import { describeRows } from './rows-agree.js';

const { open, close } = postgresStores();

describeRows('PostgreSQL', open, close, 20);
