import { expect } from 'chai';
import { checkWebhooks } from '../../../src/cli/check/webhooks.js';
import { startWebhookReceiver, WEBHOOK_SECRET } from '../../support/channels/webhook-receiver.js';

describe('waypost check of webhooks', () => {
  it('a receiver that listens is fine, one that does not is a warning, a missing secret is a fault', async () => {
    const receiver = await startWebhookReceiver();
    const target = { url: receiver.url, secret: WEBHOOK_SECRET, enabled: true };
    const found = await checkWebhooks([
      { ...target, name: 'there' },
      { ...target, name: 'away', url: 'http://127.0.0.1:9/?token=canary' },
      { ...target, name: 'plain', url: receiver.url.replace('http:', 'https:') },
      { ...target, name: 'bare', secret: '' },
      { ...target, name: 'off', enabled: false },
    ]);
    expect(found.map(({ state }) => state)).to.deep.equal(['ok', 'warning', 'warning', 'fault', 'ok']);
    expect(found[1]).to.include({
      what: 'webhook away: the connection was refused',
      remedy: 'check its url, and that the receiver runs',
    });
    expect(found[2]?.what).to.equal('webhook plain: no TLS connection');
    expect(JSON.stringify(found)).to.not.include('canary');
    expect(receiver.received, 'nothing is sent').to.have.length(0);
    await receiver.stop();
  });
});
