import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';

describe('the security headers', () => {
  const app = useApp();

  const headersOf = async (path: string, method = 'GET'): Promise<Record<string, string>> => {
    const answer = await fetch(app.url() + path, { method });
    await answer.text();
    return Object.fromEntries(answer.headers);
  };

  it('every answer of the API forbids framing, type sniffing and caching', async () => {
    for (const path of ['/api/health', '/api/devices', '/nowhere']) {
      expect(await headersOf(path), path).to.include({
        'content-security-policy': "frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
  });

  it('every page, file and answer without a body forbids foreign resources and referrers too', async () => {
    for (const [path, method] of [
      ['/openapi.json', 'GET'],
      ['/openapi.json', 'HEAD'],
      ['/api/devices', 'OPTIONS'],
    ] as const) {
      expect(await headersOf(path, method), path).to.include({
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
