import { mongoStores } from '../contract/mongodb-stores.js';
import { skipWithoutMongo } from '../mongo.js';
import { describeHiddenDrafts } from './hidden-drafts.js';

describe('with a MongoDB server', () => {
  before(function () {
    return skipWithoutMongo(this);
  });

  const { open, close } = mongoStores();
  describeHiddenDrafts('MongoDB', open, close, 5);
});
