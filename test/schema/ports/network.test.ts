import { expect } from 'chai';
import {
  createNetworkList,
  isNetwork,
  isPublicNetwork,
  LOCAL_NETWORKS,
  plainAddress,
} from '../../../src/schema/ports/network.js';

describe('networks', () => {
  it('a network is an address and the length of its prefix', () => {
    for (const text of ['10.0.0.0/8', '0.0.0.0/0', '127.0.0.2/32', 'fd00::/8', '::/0']) {
      expect(isNetwork(text), text).to.equal(true);
    }
    for (const text of ['', '10.0.0.0', '10.0.0/8', '10.0.0.0/33', 'fd00::/129', 'depot/8', '10.0.0.0/-1']) {
      expect(isNetwork(text), text).to.equal(false);
    }
  });

  it('the local networks have no address of the internet', () => {
    const isLocal = createNetworkList(LOCAL_NETWORKS);
    for (const address of [
      '127.0.0.1',
      '::1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.9',
      '169.254.7.7',
      'fe80::7',
      'fd12::1',
    ]) {
      expect(isLocal(address), address).to.equal(true);
    }
    for (const address of ['8.8.8.8', '172.32.0.1', '192.169.0.1', '2001:db8::1', '100.64.0.1']) {
      expect(isLocal(address), address).to.equal(false);
    }
  });

  it('a mapped IPv4 address is an IPv4 address, and a zone is no part of an address', () => {
    expect(plainAddress('::ffff:10.1.2.3')).to.equal('10.1.2.3');
    expect(plainAddress('fe80::7%eth0')).to.equal('fe80::7');
    expect(plainAddress('10.1.2.3')).to.equal('10.1.2.3');
  });

  it('a network is public unless a local one or that of carriers holds all of it', () => {
    for (const text of ['10.20.0.0/16', '192.168.1.7/32', '100.64.0.0/10', 'fd00::/8']) {
      expect(isPublicNetwork(text), text).to.equal(false);
    }
    for (const text of ['0.0.0.0/0', '10.0.0.0/7', '8.8.8.0/24', '::/0', '2001:db8::/32']) {
      expect(isPublicNetwork(text), text).to.equal(true);
    }
  });
});
