import { expect } from 'chai';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import {
  clientAddress,
  clientNetwork,
  withCaller,
} from '../../../../src/adapters/delivery/codec/client-address.js';
import { nobody } from '../../../../src/domain/permission/permission.js';

const addressOf = (ip: string | undefined, remoteAddress = '192.0.2.9') =>
  clientAddress({ ip, socket: { remoteAddress } });

describe('the address of a client', () => {
  it('has one form, whichever way it is written', () => {
    const same = [
      '2001:db8::1',
      '2001:DB8::1',
      '2001:0db8:0:0:0:0:0:1',
      '[2001:db8::1]:443',
      '2001:db8::1%eth0',
    ];
    for (const text of same) expect(addressOf(text), text).to.equal('2001:db8::1');
  });

  it('is that of IPv4 where it arrives as IPv6', () => {
    const same = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:0201', '192.0.2.1:8080'];
    for (const text of same) expect(addressOf(text), text).to.equal('192.0.2.1');
    expect(addressOf('::ffff:255.1.0.10')).to.equal('255.1.0.10');
  });

  it('is that of the connection where a proxy tells none', () => {
    for (const text of [
      undefined,
      '',
      'unknown',
      '_hidden',
      '1.2.3',
      '1.2.3.4.5',
      '{"$ne":1}',
      'x'.repeat(9000),
    ])
      expect(addressOf(text), text).to.equal('192.0.2.9');
    expect(clientAddress({ socket: {} })).to.equal('unknown');
  });

  it('counts with its /64 in IPv6, alone in IPv4', () => {
    const networks: readonly (readonly [string, string])[] = [
      ['192.0.2.1', '192.0.2.1'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::', '2001:db8:1:2::/64'],
      ['2001:db8::6', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['1::', '1:0:0:0::/64'],
      ['unknown', 'unknown'],
    ];
    for (const [address, network] of networks) expect(clientNetwork(address)).to.equal(network);
  });
});

describe('a client with a token', () => {
  it('stays the same client while its token has two secrets', () => {
    const keyOf = (name: string) =>
      withCaller({ ...nobody, kind: 'token', name }, { socket: {} }).caller?.key;
    expect(keyOf('shop (until 2030-02-07T00:00:00Z)')).to.equal(keyOf('shop'));
    expect(keyOf('shop (until 2030)')).not.to.equal(keyOf('shop'));
    expect(keyOf('shops')).not.to.equal(keyOf('shop'));
  });
});

describe('a client that leaves', () => {
  it('is heard by one listener, however often its rights are looked at', () => {
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    const before = res.listenerCount('close');
    const signals = Array.from({ length: 20 }, () => withCaller(nobody, { socket: {}, res }).caller?.signal);
    expect(res.listenerCount('close') - before).to.equal(1);
    res.emit('close');
    expect(signals.every((signal) => signal?.aborted)).to.equal(true);
    expect(withCaller(nobody, { socket: {}, res }).caller?.signal.aborted).to.equal(true);
  });
});
