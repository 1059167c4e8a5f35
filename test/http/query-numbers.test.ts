import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import { useApp } from '../support/gateway/app.js';
import { createLogKeeper } from '../support/gateway/log-lines.js';

type Parameter = { readonly type?: string; readonly minimum?: number; readonly maximum?: number };

/** Every query parameter of every route that is a number. */
const NUMBERS = routes({} as RouteServices).flatMap(({ method, path, query }) => {
  const { properties = {} } = (query?.schema ?? {}) as { properties?: Readonly<Record<string, Parameter>> };
  return Object.entries(properties)
    .filter(([, { type }]) => type === 'integer' || type === 'number')
    .map(([name]) => ({ method, path, name }));
});

/** Each of them is a number for JavaScript, or becomes one. */
const NOT_NUMBERS = ['1e999', '-1e400', 'Infinity', '-Infinity', 'NaN', '0x1F', '0b1', ' 5', '5 ', '+5', '5e0', '.5'];
const MORE = ['', '1_0', '５', '9'.repeat(400), '1,5', 'true', 'null', '[5]'];

describe('numbers in queries', () => {
  const log = createLogKeeper();
  const app = useApp({ logger: log.logger });

  it('every number of every query is refused unless it is written in digits', async () => {
    expect(NUMBERS.length).to.be.greaterThan(15);
    for (const { method, path, name } of NUMBERS) {
      const filled = path.replace(/:\w+/g, 'x');
      for (const text of [...NOT_NUMBERS, ...MORE]) {
        const sent = await app.call(method.toUpperCase(), `${filled}?${name}=${encodeURIComponent(text)}`);
        const what = `${method} ${path} ${name}=${text}`;
        expect(sent.status, what).to.equal(400);
        expect(sent.body.error, what).to.equal(`query: /${name} must be a number in digits, like 10`);
      }
    }
    expect(log.lines().filter(({ msg }) => msg === 'request failed')).to.deep.equal([]);
  });

  it('a number within its bounds counts, one beyond them is refused with the bound', async () => {
    expect((await app.call('GET', '/api/trails?minutes=5')).status).to.equal(200);
    const { status, body } = await app.call('GET', '/api/records?limit=99999999999999999');
    expect([status, body.error]).to.deep.equal([400, 'query: /limit must be <= 1000']);
    const twice = await app.call('GET', '/api/records?limit=5&limit=6');
    expect([twice.status, twice.body.error]).to.deep.equal([400, 'query: /limit must be integer']);
  });
});
