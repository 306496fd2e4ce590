import { mongoStores } from '../contract/mongodb-stores.js';
import { skipWithoutMongo } from '../mongo.js';
import { describePublishing } from './publishing.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  const { open, close } = mongoStores();
  describePublishing('MongoDB', open, close, 1);
});
