import { expect } from 'chai';
import { isGone, owner } from '../../../../src/adapters/files/owner.js';

describe('who works at a file', () => {
  const [place = '', pid = ''] = owner.split('~');
  const now = new Date();

  it('is gone when no such process is there, or another one has its number', () => {
    expect(isGone(owner, now)).to.equal(false);
    expect(isGone(`${place}~${pid}~earlier`, now)).to.equal(true);
    expect(isGone(`${place}~999999999~abc`, now)).to.equal(true);
    expect(isGone(`${place}~${process.ppid}~abc`, now)).to.equal(false);
  });

  it('is not known to be gone where numbers are given out to others', () => {
    for (const other of [`${place}0`, 'elsewhere', place.replace(/\+.*/, ''), place.replace(/\+.*/, '+1')])
      if (other !== place) expect(isGone(`${other}~${pid}~abc`, now), other).to.equal(false);
    expect(isGone('elsewhere~1~abc', new Date(now.getTime() - 7 * 60 * 60 * 1000))).to.equal(true);
  });

  it('has a name that can be part of that of a file', () => {
    expect(owner).to.match(/^[A-Za-z0-9+-]{1,80}~\d+~[0-9a-f]{12}$/);
    if (process.platform === 'linux') expect(place).to.match(/\+\d+$/);
  });
});
