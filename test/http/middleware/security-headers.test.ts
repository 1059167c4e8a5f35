import { expect } from 'chai';
import { useApp } from '../../support/app.js';

describe('the headers of every answer', () => {
  const app = useApp();

  it('let no page frame it, guess its type, run anything from elsewhere or learn of it', async () => {
    for (const path of ['/api/health', '/api/devices', '/nowhere', '/openapi.json']) {
      const answer = await fetch(app.url() + path);
      await answer.text();
      const headers = Object.fromEntries(answer.headers);
      expect(headers, path).to.include({
        'content-security-policy':
          "default-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';object-src 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    }
  });

  it('neither name the framework nor ask for TLS where there is none', async () => {
    const answer = await fetch(`${app.url()}/api/health`);
    await answer.text();
    expect([...answer.headers.keys()]).not.to.include.members(['x-powered-by']);
    expect([...answer.headers.keys()]).not.to.include.members(['strict-transport-security']);
    expect([...answer.headers.keys()]).not.to.include.members(['server']);
  });
});
