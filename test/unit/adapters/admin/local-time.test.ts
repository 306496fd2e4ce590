import { expect } from 'chai';
import { formOf } from '../../../../src/adapters/delivery/admin/page/entry/fields/text-forms.js';
import { momentNote } from '../../../../src/adapters/delivery/admin/page/entry/fields/local-time.js';
import { speak } from '../../../../src/adapters/delivery/admin/page/messages/messages.js';

describe('a local time of the admin page', () => {
  const { TZ } = process.env;
  before(() => speak('en'));
  beforeEach(() => void (process.env['TZ'] = 'Europe/Berlin'));
  after(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  it('says which one is used where clocks are set forward', () => {
    expect(momentNote('2027-03-28T02:30')).to.equal(
      '02:30 does not exist on that day in Europe/Berlin: 03:30 is used',
    );
    expect(momentNote('2027-03-28T02:30:15')).to.contain('03:30');
  });

  it('says which of two is used where clocks are set back', () => {
    const text = '2027-10-31T02:30';
    const [first, second] = [new Date('2027-10-31T00:30Z'), new Date('2027-10-31T01:30Z')];
    expect(momentNote(text)).to.equal(
      '02:30 happens twice on that day in Europe/Berlin: the first one is used',
    );
    expect(momentNote(text, first)).to.contain('the first one');
    expect(momentNote(text, second)).to.contain('the second one');
  });

  it('says it where clocks are set by two hours, or a whole day is left out', () => {
    process.env['TZ'] = 'Antarctica/Troll';
    for (const text of ['2027-10-31T02:30', '2027-10-31T01:30'])
      expect(momentNote(text), text).to.contain('the first one');
    expect(momentNote('2027-10-31T02:30', new Date('2027-10-31T02:30Z'))).to.contain('the second one');
    for (const text of ['2027-10-31T00:59', '2027-10-31T03:00'])
      expect(momentNote(text), text).to.equal(undefined);
    process.env['TZ'] = 'Pacific/Apia';
    expect(momentNote('2011-12-30T10:00')).to.equal(
      '10:00 does not exist on that day in Pacific/Apia: Dec 31, 2011 10:00 is used',
    );
  });

  it('says nothing of one that exists once, nor of none', () => {
    for (const text of ['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T03:00', '2027-10-31T01:59', ''])
      expect(momentNote(text), text).to.equal(undefined);
  });

  it('is shown as it is stored, with no more of its seconds than there are', () => {
    const { format } = formOf({ type: 'datetime', required: false });
    const shown = ['2027-07-01T07:05:00.000Z', '2027-07-01T07:05:09.000Z', '2027-07-01T07:05:00.120Z'].map(
      format,
    );
    expect(shown).to.deep.equal(['2027-07-01T09:05', '2027-07-01T09:05:09', '2027-07-01T09:05:00.120']);
  });
});
