import { expect } from 'chai';
import { readEnvironment } from '../../../../src/adapters/app-directory/read-environment.js';
import { appFolders } from './app-folder.js';

const folders = appFolders();

describe('the environment of an app directory', () => {
  after(() => folders.removeAll());

  it('takes from .env what the process does not say', () => {
    const app = folders.make({ '.env': '# local\nPORT=4000\nHOST="0.0.0.0"\n' });
    expect(readEnvironment(app, { PORT: '5000' })).to.deep.equal({ PORT: '5000', HOST: '0.0.0.0' });
  });

  it('is that of the process where there is no .env', () => {
    expect(readEnvironment(folders.make({ 'src/api/x': '' }), { PORT: '5000' })).to.deep.equal({
      PORT: '5000',
    });
  });
});
