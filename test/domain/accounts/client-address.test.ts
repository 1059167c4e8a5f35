import { expect } from 'chai';
import { networkOf } from '../../../src/domain/accounts/client-address.js';

describe('networkOf', () => {
  it('an IPv4 address is its own network, also when it is mapped to IPv6', () => {
    expect(networkOf('192.168.1.20')).to.equal('192.168.1.20');
    expect(networkOf('::ffff:192.168.1.20')).to.equal('192.168.1.20');
    expect(networkOf('::FFFF:192.168.1.20')).to.equal('192.168.1.20');
  });

  it('the network of an IPv6 address is its /64, however it is written', () => {
    for (const address of [
      'fd00:0:0:7::1',
      'FD00:0000:0000:0007:ffff:1:2:3',
      'fd00::7:a:b:c:d',
      'fd00::7:1:2:3:4%eth0',
    ]) {
      expect(networkOf(address), address).to.equal('fd00:0:0:7::/64');
    }
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64');
    expect(networkOf('::1')).to.equal('0:0:0:0::/64');
    expect(networkOf('2001:db8:1:2::')).to.equal('2001:db8:1:2::/64');
  });

  it('other text stays as it is', () => {
    expect(networkOf('')).to.equal('');
  });
});
