import { storeStatus } from '../../support/store/store-status.js';
import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import type { Entry } from '../../../src/schema/entry.js';
import { storeStart } from '../../../src/services/system/start-entries.js';
import { createMemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createTestTime } from '../../support/time/test-time.js';

describe('the entries of a start', () => {
  function open() {
    const clock = createTestClock();
    const memory = createMemoryStore(() => clock);
    const entries: Entry[] = [];
    memory.subscribe((added) => entries.push(...added));
    const status = () => storeStatus();

    /** The entries of a start with these keys of the configuration. */
    async function start(config: object, keys: readonly string[], version = '1.1.0', endedCleanly = true) {
      const before = entries.length;
      await storeStart({
        config: valueOf(validateConfig(config)),
        configured: new Set(keys),
        store: { ...memory, status, endedCleanly },
        time: createTestTime(clock),
        version,
      });
      return entries.slice(before).map(({ kind, v, by }) => (by === undefined ? { kind, v } : { kind, v, by }));
    }
    return { start, clock, memory };
  }
  const started = (version = '1.1.0', clean = true): object => ({ kind: 'started', v: { version, clean } });
  const changed = (values: object, removed: readonly string[] = []): object => ({
    ...{ kind: 'configuration', v: { values, removed }, by: { type: 'configuration' } },
  });

  it('a start stores its version and whether the run before ended cleanly, at most once in 10 minutes', async () => {
    const { start, clock } = open();
    expect(await start({}, [])).to.deep.equal([started()]);
    clock.advance(599_999);
    expect(await start({}, [], '1.1.0', false)).to.deep.equal([]);
    expect(await start({}, [], '1.2.0', false)).to.deep.equal([started('1.2.0', false)]);
    clock.advance(600_000);
    expect(await start({}, [], '1.2.0', false)).to.deep.equal([started('1.2.0', false)]);
    clock.step(-86_400_000);
    expect(await start({}, [], '1.2.0')).to.deep.equal([started('1.2.0')]);
  });

  it('what the configuration sets otherwise than at the last start is one entry', async () => {
    const { start } = open();
    expect(await start({ http: { port: 9_090 } }, ['http.port'])).to.deep.equal([
      changed({ 'http.port': 9_090 }),
      started(),
    ]);
    expect(await start({ http: { port: 9_090 } }, ['http.port'])).to.deep.equal([]);
    expect(await start({ http: { port: 9_091, host: '::' } }, ['http.host', 'http.port'])).to.deep.equal([
      changed({ 'http.host': '::', 'http.port': 9_091 }),
    ]);
    expect(await start({ http: { host: '::' } }, ['http.host'])).to.deep.equal([changed({}, ['http.port'])]);
  });

  it('secrets are stored as set, also within a list, and addresses without user and path', async () => {
    const { start, memory } = open();
    const config = {
      notifications: {
        email: { smtp: { host: 'mail.example', password: 'SECRET-1' }, from: 'depot@example.org' },
        webhooks: [{ name: 'chat', url: 'https://chat.example/hooks/SECRET-2', secret: 'SECRET-3'.repeat(4) }],
      },
    };
    const keys = ['email.smtp.host', 'email.smtp.password', 'email.from', 'webhooks'].map(
      (key) => `notifications.${key}`,
    );
    const [entry] = await start(config, keys);
    expect(JSON.stringify(entry)).not.to.include('SECRET');
    expect(entry?.v).to.deep.nested.include({
      'values.notifications\\.email\\.smtp\\.password': true,
      'values.notifications\\.email\\.from': 'depot@example.org',
      'values.notifications\\.webhooks[0].secret': true,
      'values.notifications\\.webhooks[0].url': 'https://chat.example/(set)',
    });
    expect(JSON.stringify([...memory.state.configured])).not.to.include('SECRET');
  });

  it('a value beyond 4 KiB is stored as its digest, so that a change of it is seen', async () => {
    const { start } = open();
    const names = Array.from({ length: 60 }, (_, at) => `https://${'x'.repeat(80)}${at}.example`);
    const config = (last: string): object => ({ http: { corsOrigins: [...names, last] } });
    const [first] = await start(config('https://a.example'), ['http.corsOrigins']);
    expect(JSON.stringify(first)).to.match(/"http\.corsOrigins":\{"sha256":"[0-9a-f]{64}"\}/);
    expect(await start(config('https://a.example'), ['http.corsOrigins'])).to.deep.equal([]);
    expect(await start(config('https://b.example'), ['http.corsOrigins'])).to.have.lengthOf(1);
  });

  it('1,000 keys of the configuration are at most 256 values of the state', async () => {
    const { start, memory } = open();
    await start(
      {},
      Array.from({ length: 1_000 }, (_, at) => `unknown.key${at}`),
    );
    expect(memory.state.configured.size).to.equal(256);
  });
});
