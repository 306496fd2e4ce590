import { mongoStores } from '../contract/mongodb-stores.js';
import { skipWithoutMongo } from '../mongo.js';
import { describeRows } from './rows-agree.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  const { open, close } = mongoStores();
  describeRows('MongoDB', open, close, 4);
});
