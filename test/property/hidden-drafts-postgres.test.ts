import { postgresStores } from '../contract/postgres-stores.js';
import { describeHiddenDrafts } from './hidden-drafts.js';

const { open, close } = postgresStores();

describeHiddenDrafts('PostgreSQL', open, close, 6);
