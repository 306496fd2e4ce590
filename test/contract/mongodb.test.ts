import { skipWithoutMongo } from '../mongo.js';
import { describeStoreContract } from './index.js';
import { mongoStores } from './mongodb-stores.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  describeStoreContract({ name: 'MongoDB', ...mongoStores(), skip: [] });
});
