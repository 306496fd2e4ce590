import { expect } from 'chai';
import { createLog } from '../../../../src/adapters/host/create-log.js';

describe('the log', () => {
  let lines: string[];

  beforeEach(() => (lines = []));

  const open = (json: boolean, level: 'debug' | 'warn' = 'debug') =>
    createLog({ level, json, write: (line) => void lines.push(line) });

  it('writes lines for people', () => {
    open(false).info('listening', { port: 1337, host: '::1' });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^\d\d:\d\d:\d\d\.\d{3} info  listening port=1337 host="::1"\n$/);
  });

  it('writes JSON for machines', () => {
    open(true).warn('slow', { milliseconds: 12n, error: new TypeError('no') });
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect(line).to.include({ level: 'warn', message: 'slow', milliseconds: '12' });
    expect(line['error']).to.match(/^TypeError: no\n/);
    expect(new Date(String(line['time'])).toISOString()).to.equal(line['time']);
  });

  it('drops what is below its level', () => {
    const log = open(false, 'warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines.map((line) => line.at(-2))).to.deep.equal(['c', 'd']);
  });

  for (const json of [true, false]) {
    it(`never shows credentials, ${json ? 'as JSON' : 'for people'}`, () => {
      const log = open(json);
      log.info('to postgres://me:hunter2@db/x', { password: 'hunter2', at: { apiToken: 'hunter2' } });
      log.error('failed', {
        list: ['postgres://me:hunter2@db/x'],
        error: new Error('postgres://me:hunter2@db/x'),
      });
      expect(lines.join('')).not.to.include('hunter2');
      expect(lines.join('')).to.include('postgres://me:[hidden]@db/x');
    });

    it(`keeps a message on one line, whatever is in it, ${json ? 'as JSON' : 'for people'}`, () => {
      open(json).info('a\n00:00:00.000 error forged\u001b[2J', { path: '/x\n/y' });
      expect(lines.join('').trimEnd()).not.to.include('\n').and.not.to.include('\u001b');
    });
  }

  it('shows where an error comes from on lines of its own, for people', () => {
    open(false).error('failed', { error: new Error('why') });
    expect(lines[0]).to.match(/ error failed\nError: why\n {4}at /);
  });
});
