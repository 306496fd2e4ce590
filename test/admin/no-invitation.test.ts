import { expect } from 'chai';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';

const files = appFiles({
  contentTypes: [contentType('story', 'stories', { Title: { type: 'string' } }, drafts)],
});

describe('administrators in the settings of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  it('offers no invitation to somebody who may give no role, and says why', async () => {
    const owner = await on.becomes('owner');
    await owner.api('POST', 'administrator-roles', {
      name: 'doorkeeper',
      grants: [
        { type: 'plugin::admin.administrator', actions: ['find', 'create'] },
        // Not even this role, as it has a grant for some entries only.
        { type: story, actions: ['findDrafts'], filters: { Title: 'One' } },
      ],
    });
    await on.becomes('doorkeeper');
    await on.open('/settings/administrators', 'main table');
    const buttons = await on.page.$$eval('main button', (all) => all.map((one) => one.textContent));
    expect(buttons).to.not.include('Invite somebody');
    expect(await on.textOf('main')).to.contain('You cannot invite anybody');
    await on.isAccessible('no invitation');
  });

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
