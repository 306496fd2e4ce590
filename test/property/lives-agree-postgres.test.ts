import { postgresStores } from '../contract/postgres-stores.js';
import { describeLives } from './lives-agree.js';

const { open, close } = postgresStores();

describeLives('PostgreSQL', open, close, 12);
