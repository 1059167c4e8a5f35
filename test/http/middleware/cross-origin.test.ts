import { expect } from 'chai';
import { validateConfig } from '../../../src/schema/config/config.js';
import { useApp } from '../../support/gateway/app.js';

const ORIGIN = 'https://depot.example:8443';

describe('CORS', () => {
  const app = useApp({ config: { http: { corsOrigins: [ORIGIN, 'http://10.0.0.5'] } } });
  const call = async (method: string, path: string, headers: Record<string, string>): Promise<Response> => {
    const answer = await fetch(app.url() + path, { method, headers });
    await answer.text();
    return answer;
  };
  const preflight = (origin: string, path = '/api/devices'): Promise<Response> =>
    call('OPTIONS', path, {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization, content-type',
    });
  const names = (header: string | null): string[] => (header ?? '').split(/, */);

  it('a preflight of a configured origin is answered without a token', async () => {
    for (const origin of [ORIGIN, 'http://10.0.0.5']) {
      const { status, headers } = await preflight(origin);
      expect(status).to.equal(204);
      expect(headers.get('Access-Control-Allow-Origin')).to.equal(origin);
      expect(names(headers.get('Access-Control-Allow-Methods'))).to.include.members(['GET', 'PATCH', 'DELETE']);
      expect(names(headers.get('Access-Control-Allow-Headers'))).to.have.members([
        'Authorization',
        'Content-Type',
        'Last-Event-ID',
      ]);
      expect(headers.get('Access-Control-Allow-Credentials')).to.equal(null);
      expect(headers.get('Vary')).to.equal('Origin');
    }
  });

  it('a configured origin sees responses, failures too, and the headers Link, Retry-After and X-Request-Id', async () => {
    for (const [path, status] of [
      ['/api/health', 200],
      ['/api/devices', 401],
      ['/nowhere', 404],
    ] as const) {
      const answer = await call('GET', path, { Origin: ORIGIN });
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('Access-Control-Allow-Origin')).to.equal(ORIGIN);
      const exposed = names(answer.headers.get('Access-Control-Expose-Headers'));
      expect(exposed).to.have.members(['X-Request-Id', 'Link', 'Retry-After']);
    }
  });

  it('any other origin gets no CORS header', async () => {
    for (const origin of [
      'https://depot.example',
      'http://depot.example:8443',
      `${ORIGIN}.evil.example`,
      'null',
      '*',
    ]) {
      for (const answer of [await preflight(origin), await call('GET', '/api/health', { Origin: origin })]) {
        const granted = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
        expect(granted, origin).to.deep.equal([]);
      }
    }
  });
});

describe('http.corsOrigins', () => {
  const refusal = (origin: unknown): string => {
    const checked = validateConfig({ http: { corsOrigins: [origin] } });
    return checked.ok ? 'accepted' : checked.message;
  };

  it('an exact origin is accepted', () => {
    for (const origin of [ORIGIN, 'http://10.0.0.5', 'http://[fd00::1]:8080', 'http://depot']) {
      expect(refusal(origin), origin).to.equal('accepted');
    }
  });

  it('wildcards, paths, default ports and other schemes are refused', () => {
    const wrong = [
      '*',
      'http://*',
      'https://*.example',
      `${ORIGIN}/`,
      `${ORIGIN}/x`,
      'https://a:443',
      'HTTPS://A',
      'depot',
    ];
    for (const origin of [...wrong, '', 'null', 'file:///', 'ftp://a', 'https://u:p@a', 'https://a?x']) {
      expect(refusal(origin), origin).to.match(/corsOrigins\/0 must be one exact origin, like https:/);
    }
  });
});
