import { expect } from 'chai';
import type { ApiResult } from '../../../src/web/api/client.js';
import { createConfirmation } from '../../../src/web/session/confirmation.js';

const PASSWORD = 'a long password';
const KEY = 'k'.repeat(43);

/** A confirmation at a gateway that knows one password. */
function createTest() {
  const sent: unknown[] = [];
  const send = <T>(_method: string, _path: string, body?: unknown): Promise<ApiResult<T>> => {
    sent.push(body);
    const { password, apiKey = '' } = body as { password?: string; apiKey?: string };
    if (password === PASSWORD) return Promise.resolve({ ok: true, value: {} as T });
    const text = apiKey.startsWith('wpk_') ? 'an access key confirms nothing' : '/password is not yours';
    return Promise.resolve({ ok: false, code: 'forbidden', text });
  };
  return { confirmation: createConfirmation({ send }), sent };
}

describe('createConfirmation', () => {
  it('the calls that wait go on together once the secret is right, and a wrong one keeps them waiting', async () => {
    const { confirmation, sent } = createTest();
    const answers = [confirmation.ask(), confirmation.ask()];
    expect(confirmation.asked.value).to.equal(true);
    const wrong = { ok: false, code: 'invalid_credentials', text: '' };
    expect(await confirmation.confirm('wrong')).to.deep.equal(wrong);
    expect(confirmation.asked.value).to.equal(true);
    expect(await confirmation.confirm(PASSWORD)).to.equal(undefined);
    expect(await Promise.all(answers)).to.deep.equal([true, true]);
    expect(confirmation.asked.value).to.equal(false);
    expect(sent).to.deep.equal([{ password: 'wrong' }, { apiKey: 'wrong' }, { password: PASSWORD }]);
  });

  it('a generated key is sent only as a key', async () => {
    const { confirmation, sent } = createTest();
    for (const key of [KEY, ` ${KEY}\n`]) await confirmation.confirm(key);
    expect(await confirmation.confirm(`wpk_${KEY}`)).to.include({ text: 'an access key confirms nothing' });
    expect(sent).to.deep.equal([{ apiKey: KEY }, { apiKey: KEY }, { apiKey: `wpk_${KEY}` }]);
  });

  it('a cancellation ends the calls that wait, and the next call asks again', async () => {
    const { confirmation } = createTest();
    const first = confirmation.ask();
    confirmation.cancel();
    expect([await first, confirmation.asked.value]).to.deep.equal([false, false]);
    const second = confirmation.ask();
    await confirmation.confirm(PASSWORD);
    expect(await second).to.equal(true);
  });
});
