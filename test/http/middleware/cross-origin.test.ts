import { expect } from 'chai';
import { validateConfig } from '../../../src/schema/config/config.js';
import { useApp } from '../../support/app.js';

const OWN = 'https://depot.example:8443';

describe('pages of other origins', () => {
  const app = useApp({ config: { http: { corsOrigins: [OWN, 'http://10.0.0.5'] } } });
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

  it('may ask first without a token, when they are of an origin that is configured', async () => {
    for (const origin of [OWN, 'http://10.0.0.5']) {
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

  it('may see the answers then, failures too, and the headers that say what comes next', async () => {
    for (const [path, status] of [
      ['/api/health', 200],
      ['/api/devices', 401],
      ['/nowhere', 404],
    ] as const) {
      const answer = await call('GET', path, { Origin: OWN });
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('Access-Control-Allow-Origin')).to.equal(OWN);
      const exposed = names(answer.headers.get('Access-Control-Expose-Headers'));
      expect(exposed).to.have.members(['X-Request-Id', 'Link', 'Retry-After']);
    }
  });

  it('may not, when they are of any other', async () => {
    for (const origin of ['https://depot.example', 'http://depot.example:8443', `${OWN}.evil.example`, 'null', '*']) {
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
    return checked.ok ? 'taken' : checked.message;
  };

  it('takes exact origins', () => {
    for (const origin of [OWN, 'http://10.0.0.5', 'http://[fd00::1]:8080', 'http://depot']) {
      expect(refusal(origin), origin).to.equal('taken');
    }
  });

  it('refuses what is none: wildcards, paths, usual ports, other schemes', () => {
    const wrong = ['*', 'http://*', 'https://*.example', `${OWN}/`, `${OWN}/x`, 'https://a:443', 'HTTPS://A', 'depot'];
    for (const origin of [...wrong, '', 'null', 'file:///', 'ftp://a', 'https://u:p@a', 'https://a?x']) {
      expect(refusal(origin), origin).to.match(/corsOrigins\/0 must be one exact origin, like https:/);
    }
  });
});
