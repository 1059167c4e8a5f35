import { expect } from 'chai';
import { secretsIn, withoutSecrets } from '../../src/domain/redact.js';

describe('secrets of the configuration', () => {
  const uplinks = [
    { name: 'center', type: 'rest', url: 'https://center.example', from: 'start', apiKey: 'a-key' },
    { name: 'stream', type: 'nats', url: 'nats://far.example', from: 'now', nkeySeed: 'a-seed', password: '' },
  ];
  const email = { from: 'gateway@depot.example', password: 'a-password' };

  it('credentials of uplinks and addresses of email are removed, where an uplink begins stays', () => {
    expect(withoutSecrets({ uplinks, email })).to.deep.equal({
      uplinks: [
        { ...uplinks[0], apiKey: '(set)' },
        { ...uplinks[1], nkeySeed: '(set)' },
      ],
      email: { from: '(set)', password: '(set)' },
    });
  });

  it('exactly these are looked for in other texts', () => {
    const found = secretsIn({ uplinks, email }).filter((text) => text !== '');
    expect(found).to.have.members(['a-key', 'a-seed', 'gateway@depot.example', 'a-password']);
  });
});
