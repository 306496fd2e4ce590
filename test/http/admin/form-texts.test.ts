import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { languages } from '../../../src/adapters/delivery/admin/contract/languages.js';
import { valueOf } from '../../contract/results.js';
import { openAdmin, password, type AdminWorld } from './admin-world.js';

const texts = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../src/adapters/delivery/admin/page/messages/${code}.json`, import.meta.url),
      'utf8',
    ),
  ) as Readonly<Record<string, string>>;

describe('the languages of the forms for signing in', () => {
  let world: AdminWorld;

  before(async () => {
    world = await openAdmin();
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const pageIn = async (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
    (await fetch(`${world.url}/admin${path}`, { headers })).text();

  const speaking = (code: string, direction: string): RegExp =>
    new RegExp(`<html\\s+lang="${code}"\\s+dir="${direction}"`);

  it('are that of the cookie, else one that the browser asks for', async () => {
    for (const { code, direction } of languages) {
      const page = await pageIn('/sign-in', {
        Cookie: `quire_admin_language=${code}`,
        'Accept-Language': 'en',
      });
      expect(page).to.match(speaking(code, direction)).and.contain(texts(code)['form.title']);
      expect(page).to.not.match(/form\.\w|\{\w+\}/);
    }
    const asked = await pageIn('/sign-in', { 'Accept-Language': 'ja, ar-EG;q=0.8' });
    expect(asked).to.match(speaking('ar', 'rtl'));
    expect(await pageIn('/sign-in', { 'Accept-Language': 'ja' })).to.contain('lang="en"');
    expect(await pageIn('/welcome?code=00', { 'Accept-Language': 'fr' })).to.contain('Lien utilisé');
  });

  it('are those of refusals and of links too', async () => {
    const { code } = valueOf(await world.parts.administration.makeFirstLink()) ?? { code: '' };
    const person = world.browser();
    person.cookies = { quire_admin_language: 'de' };
    const weak = await person.fill(`/welcome?code=${code}`, {
      name: 'Ann',
      email: 'a@b.c',
      password: 'short',
    });
    expect(weak.body).to.contain('Wählen Sie ein Passwort').and.contain('Problem: Willkommen');
    // What has to be typed again has the focus.
    expect(weak.body.match(/id="(\w+)"[^>]*autofocus/)?.[1]).to.equal('password');
    await person.fill(`/welcome?code=${code}`, { name: '<i>Ann', email: 'ann@example.com', password });
    expect((await person.open('/sign-out')).body).to.contain('als &lt;i&gt;Ann angemeldet');
    const wrong = await person.fill('/sign-in', { email: 'ann@example.com', password: 'wrong' });
    expect(wrong.body).to.contain('Falsche Adresse oder falsches Passwort');
    expect((await person.post('/sign-in', {})).body).to.contain('Nicht gesendet');
  });

  it('have only simple values, which the server can fill in', () => {
    for (const { code } of languages)
      for (const [id, text] of Object.entries(texts(code)))
        if (id.startsWith('form.')) expect(text.replaceAll(/\{\w+\}/g, ''), id).to.not.match(/[{}]/);
  });
});
