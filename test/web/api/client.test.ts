import { expect } from 'chai';
import { createApi } from '../../../src/web/api/client.js';

type Answer = readonly [status: number, body: object];
const REQUIRED: Answer = [403, { code: 'confirmation_required', error: 'confirm first' }];

/** An API whose gateway gives these answers in order, and whose user confirms or not. */
function createTestApi(answers: readonly Answer[], confirms = true) {
  const calls: string[] = [];
  const signedOut: string[] = [];
  const left = [...answers];
  let asked = 0;
  const api = createApi({
    fetch: (path, init) => {
      calls.push(`${init?.method ?? 'GET'} ${path as string} ${(init?.body as string | undefined) ?? ''}`);
      const [status, body] = left.shift() ?? [200, {}];
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    },
    token: () => 'a-token',
    confirm: () => {
      asked += 1;
      return Promise.resolve(confirms);
    },
    onSignedOut: (code) => signedOut.push(code),
  });
  return { api, calls, signedOut, asked: () => asked };
}

describe('createApi', () => {
  it('a call that needs a confirmation is repeated once the user has confirmed', async () => {
    const { api, calls, asked } = createTestApi([REQUIRED, [201, { key: 'a' }]]);
    const result = await api.send('POST', '/api/users/u/keys', { name: 'Script' });
    expect(result).to.deep.equal({ ok: true, value: { key: 'a' } });
    expect(calls).to.deep.equal(Array(2).fill('POST /api/users/u/keys {"name":"Script"}'));
    expect(asked()).to.equal(1);
  });

  it('a call is repeated only once, and not at all without a confirmation', async () => {
    const twice = createTestApi([REQUIRED, REQUIRED]);
    expect(await twice.api.send('DELETE', '/api/x')).to.include({ ok: false, code: 'confirmation_required' });
    expect([twice.calls.length, twice.asked()]).to.deep.equal([2, 1]);
    const refused = createTestApi([REQUIRED], false);
    const result = await refused.api.send('DELETE', '/api/x');
    expect(result).to.deep.equal({ ok: false, code: 'confirmation_required', text: '' });
    expect(refused.calls.length).to.equal(1);
  });

  it('a refused token signs out; a wrong password and another refusal do not', async () => {
    for (const [status, code, expected] of [
      [401, 'token_expired', ['token_expired']],
      [401, 'invalid_credentials', []],
      [403, 'forbidden', []],
    ] as const) {
      const { api, signedOut, asked } = createTestApi([[status, { code, error: 'refused' }]]);
      expect(await api.get('/api/devices')).to.deep.equal({ ok: false, code, text: 'refused' });
      expect([signedOut, asked()], code).to.deep.equal([expected, 0]);
    }
  });
});
