import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';

describe('the security headers', () => {
  const app = useApp();

  it('every response forbids framing, type sniffing, foreign resources, referrers and caching', async () => {
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

  it('a response over http names no framework and does not ask for TLS', async () => {
    const answer = await fetch(`${app.url()}/api/health`);
    await answer.text();
    expect([...answer.headers.keys()]).not.to.include.members(['x-powered-by']);
    expect([...answer.headers.keys()]).not.to.include.members(['strict-transport-security']);
    expect([...answer.headers.keys()]).not.to.include.members(['server']);
  });
});
