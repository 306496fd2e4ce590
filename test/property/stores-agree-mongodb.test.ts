import { mongoStores } from '../contract/mongodb-stores.js';
import { skipWithoutMongo } from '../mongo.js';
import { describeAgreement } from './stores-agree.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  const { open, close } = mongoStores();
  describeAgreement('MongoDB', open, close, 7);
});
