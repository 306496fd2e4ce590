import { postgresStores } from '../contract/postgres-stores.js';
import { describeRelationLists } from './relation-lists.js';

const { open, close } = postgresStores();

describeRelationLists('PostgreSQL', open, close, 20);
