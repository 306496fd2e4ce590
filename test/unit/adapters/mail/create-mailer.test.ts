import { expect } from 'chai';
import { createMailTransport } from '../../../../src/adapters/mail/create-mail-transport.js';
import { createMailer } from '../../../../src/adapters/mail/create-mailer.js';
import { eventually } from '../../../http/accounts-world.js';
import { openMailServer, type MailServer } from '../../../mail-server.js';

describe('mail', () => {
  const told: string[] = [];
  const tell = (message: string, fields?: object): void =>
    void told.push(
      `${message} ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.message : value))}`,
    );
  const log = { debug: tell, info: tell, warn: tell, error: tell };
  let server: MailServer;
  let received: MailServer['received'];
  let url: string;

  before(async () => {
    server = await openMailServer();
    ({ received, url } = server);
  });
  after(() => server.close());
  beforeEach(() => {
    received.length = 0;
    told.length = 0;
  });

  const mail = { to: 'ada@example.com', subject: 'Reset your password', text: 'https://x.example/?code=abc' };
  const from = 'Shop <shop@example.com>';
  const initProvider = () => Promise.reject(new Error('there is none'));
  const options = { provider: null, from, initProvider, log };
  const mailer = (at: string | null, prints: boolean) =>
    createMailer(createMailTransport({ ...options, url: at, prints }), log);

  it('goes to the mail server, from whom the settings say', async () => {
    await mailer(url, false).send(mail);
    const sent = await eventually(() => received[0]);
    expect([sent.from, sent.to]).to.deep.equal(['shop@example.com', ['ada@example.com']]);
    expect(sent.text).to.include('Subject: Reset your password').and.to.include('code=abc');
    expect(told).to.deep.equal([]);
  });

  for (const to of [
    'ada@example.com,eve@example.com',
    'ada@example.com>, <eve@example.com',
    'a@b.c\r\nBcc: eve@x.y',
  ])
    it(`has no second recipient in ${JSON.stringify(to)}`, async () => {
      await mailer(url, false).send({ ...mail, to });
      for (const one of received) {
        expect(one.to).to.have.length.at.most(1);
        expect(one.text).not.to.match(/^bcc:/im);
      }
    });

  it('that cannot be sent is logged without what it says', async () => {
    await mailer('smtp://127.0.0.1:1', true).send(mail);
    expect(told).to.have.length(1);
    expect(told[0])
      .to.match(/^a mail could not be sent/)
      .and.not.to.include('abc');
  });

  it('is written to the log where there is no server, but no code is where logs are kept', async () => {
    await mailer(null, true).send(mail);
    expect(told.join()).to.include('code=abc').and.to.include('ada@example.com');
    told.length = 0;
    await mailer(null, false).send(mail);
    expect(told.join()).to.include('MAIL_URL').and.not.to.include('abc');
  });

  it('without a recipient is refused where it would be written to the log, too', async () => {
    const transport = createMailTransport({ ...options, url: null, prints: true });
    for (const message of [{}, { subject: 'x' }, { to: '', cc: [], subject: 'x' }]) {
      const said = await transport.send(message).then(
        () => 'sent',
        (error: Error) => error.message,
      );
      expect(said, JSON.stringify(message)).to.match(/no recipient: give it to, cc or bcc/);
    }
    expect(told).to.deep.equal([]);
    await transport.send({ cc: ['ada@example.com', { name: 'Bob', address: 'bob@example.com' }] });
    expect(told.join()).to.include('would be sent to ada@example.com, bob@example.com:');
  });
});
