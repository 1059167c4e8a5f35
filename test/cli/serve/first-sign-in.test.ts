import type { NetworkInterfaceInfo } from 'node:os';
import { expect } from 'chai';
import { browserAddresses, describeFirstSignIn } from '../../../src/cli/serve/first-sign-in.js';

const address = (text: string, fields: object = {}): NetworkInterfaceInfo =>
  ({ address: text, family: 'IPv4', internal: false, ...fields }) as NetworkInterfaceInfo;

describe('the first sign-in', () => {
  const local = { scheme: 'http', host: '127.0.0.1', port: 8080 };

  it('key and link are shown with the address that the gateway listens on', () => {
    const text = describeFirstSignIn({ apiKey: 'KEY', link: 'LINK' }, local);
    expect(text).to.contain('\n  KEY\n').and.contain('\n  http://127.0.0.1:8080/#link=LINK\n');
    expect(text).to.contain('npx waypost user link admin');
  });

  it('nothing is shown when there is neither', () => {
    expect(describeFirstSignIn({}, local)).to.equal('');
  });

  it('a gateway that listens everywhere is reached by the addresses of the machine on the network, and by localhost', () => {
    const interfaces = {
      lo: [address('127.0.0.1', { internal: true })],
      eth0: [address('10.1.2.3'), address('fe80::1', { family: 'IPv6' })],
    };
    for (const host of ['0.0.0.0', '::']) {
      expect(browserAddresses({ scheme: 'https', host, port: 8443 }, interfaces)).to.deep.equal([
        'https://10.1.2.3:8443',
        'https://localhost:8443',
      ]);
    }
    expect(browserAddresses({ ...local, host: '::1' }, interfaces)).to.deep.equal(['http://[::1]:8080']);
  });
});
