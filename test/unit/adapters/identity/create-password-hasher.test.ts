import { hash as bcryptHash } from 'bcryptjs';
import { expect } from 'chai';
import { createPasswordHasher } from '../../../../src/adapters/identity/create-password-hasher.js';

describe('the password hasher', () => {
  it('knows a password, and takes as long where there is none', async () => {
    const { hash, verify } = createPasswordHasher();
    const known = await hash('right');
    expect([
      await verify(known, 'right'),
      await verify(known, 'Right'),
      await verify(null, 'right'),
      await verify('$2a$10$of.another.system', 'right'),
    ]).to.deep.equal([true, false, false, false]);
  });

  it('salts, and names argon2id and its parameters', async () => {
    const { hash, isForeign } = createPasswordHasher();
    const [one, other] = await Promise.all([hash('same'), hash('same')]);
    expect(one)
      .to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      .and.not.to.equal(other);
    expect(isForeign(one)).to.equal(false);
  });

  it('counts every character of a long password', async () => {
    const { hash, verify } = createPasswordHasher();
    const long = 'x'.repeat(200);
    const known = await hash(`${long}a`);
    expect([await verify(known, `${long}a`), await verify(known, `${long}b`)]).to.deep.equal([true, false]);
  });

  describe('of hashes that bcrypt has made', () => {
    const { verify, isForeign } = createPasswordHasher();

    it('knows the password, by whichever of its names', async () => {
      const known = await bcryptHash('right', 4);
      for (const name of ['$2a$', '$2b$', '$2y$']) {
        const renamed = name + known.slice(4);
        expect(isForeign(renamed)).to.equal(true);
        expect([await verify(renamed, 'right'), await verify(renamed, 'Right')]).to.deep.equal([true, false]);
      }
    });

    it('takes no password that bcrypt would have cut', async () => {
      const most = 'é'.repeat(36);
      const known = await bcryptHash(most, 4);
      expect(await verify(known, most)).to.equal(true);
      expect(await verify(known, `${most}x`)).to.equal(false);
      expect(await verify(await bcryptHash(`${most}x`, 4), `${most}x`)).to.equal(false);
    });

    it('takes none that would hold a server up, or is not whole', async () => {
      const known = await bcryptHash('right', 4);
      for (const other of [
        known.replace('$04$', '$15$'),
        known.replace('$04$', '$31$'),
        known.replace('$04$', '$03$'),
        known.replace('$2b$', '$2x$'),
        known.slice(0, -1),
        `${known}x`,
      ]) {
        expect(isForeign(other), other).to.equal(false);
        expect(await verify(other, 'right'), other).to.equal(false);
      }
    });
  });
});
