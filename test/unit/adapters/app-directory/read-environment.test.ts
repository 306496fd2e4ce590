import { expect } from 'chai';
import {
  misspeltVariables,
  readEnvironment,
} from '../../../../src/adapters/app-directory/read-environment.js';
import { readConfig } from '../../../../src/adapters/app-directory/read-config.js';
import { appFolders, valueOf } from './app-folder.js';

const folders = appFolders();

describe('the environment of an app directory', () => {
  after(() => folders.removeAll());

  it('takes from .env what the process does not say', () => {
    const app = folders.make({ '.env': '# local\nPORT=4000\nHOST="0.0.0.0"\n' });
    expect(readEnvironment(app, { PORT: '5000' })).to.deep.equal({ PORT: '5000', HOST: '0.0.0.0' });
  });

  it('tells names in .env that are almost those of settings, and no others', () => {
    const lines = ['DATABSE_URL=x', 'CORS_ORIGIN=x', 'PORT=1', 'API_KEY=x', 'DATABASE_NAME=x', 'POST=x'];
    expect(misspeltVariables(folders.make({ '.env': lines.join('\n') }))).to.have.members([
      '.env: DATABSE_URL is no setting (did you mean DATABASE_URL?)',
      '.env: CORS_ORIGIN is no setting (did you mean CORS_ORIGINS?)',
    ]);
    const app = folders.make({ 'src/api/x': '' });
    expect(misspeltVariables(app)).to.deep.equal([]);
    const ofProcess = { DATABASE_ULR: 'x', HOSTS: 'of another program', DATABASE_URL: 'x' };
    expect(misspeltVariables(app, ofProcess)).to.deep.equal([
      'environment: DATABASE_ULR is no setting (did you mean DATABASE_URL?)',
    ]);
  });

  it('tells no names that config files read', async () => {
    const app = folders.make({
      '.env': 'DATABASE_SSL=false\nDATABASE_URI=x\nCORS_ORIGIN=x',
      'config/database.js':
        'module.exports = ({ env }) => ({ ssl: env.bool("DATABASE_SSL", false), uri: env("DATABASE_URI") });',
    });
    const environment = readEnvironment(app, {});
    const { variables } = valueOf(await readConfig(app, environment));
    expect(misspeltVariables(app, environment, variables)).to.deep.equal([
      '.env: CORS_ORIGIN is no setting (did you mean CORS_ORIGINS?)',
    ]);
  });

  it('is that of the process where there is no .env', () => {
    expect(readEnvironment(folders.make({ 'src/api/x': '' }), { PORT: '5000' })).to.deep.equal({
      PORT: '5000',
    });
  });
});
