import { mongoStores } from '../contract/mongodb-stores.js';
import { skipWithoutMongo } from '../mongo.js';
import { describeLives } from './lives-agree.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  const { open, close } = mongoStores();
  describeLives('MongoDB', open, close, 7);
});
