import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkUplinks, type CheckUplinksOptions } from '../../src/cli/check/uplinks.js';
import type { CheckFinding } from '../../src/cli/check/finding.js';
import type { UplinkSettings } from '../../src/schema/uplinks/uplink-settings.js';
import type { UplinkView } from '../../src/schema/uplinks/uplink.js';
import { freePort } from '../support/gateway/free-port.js';
import { useFolder } from '../support/store/folder.js';
import { openTestStore } from '../support/store/store.js';
import { createMosquitto } from '../support/uplinks/mosquitto.js';
import { startNatsServer } from '../support/uplinks/nats-server.js';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const CANARY = 'c4n4ry-key';
const REST = { type: 'rest', url: 'http://127.0.0.1:9', userName: 'depot', apiKey: CANARY } as const;

describe('waypost check of uplinks', () => {
  const folder = useFolder();

  const check = (all: readonly UplinkSettings[], options: Partial<CheckUplinksOptions> = {}): Promise<CheckFinding[]> =>
    checkUplinks({
      ...{ states: [], now: NOW, ...options },
      uplinks: all.map((settings) => ({ settings, source: 'settings' })),
    });
  const shown = (found: readonly CheckFinding[]): string[] =>
    found.map(({ state, what, remedy }) => `${state}: ${what}${remedy === null ? '' : ` → ${remedy}`}`);
  const view = (own: Partial<UplinkView>): UplinkView => ({
    ...{ name: 'center', type: 'rest', source: 'settings', settings: {}, secrets: {}, state: 'idle', reason: null },
    ...{ connected: true, behind: { records: 0, oldest: null }, lastAcknowledgement: null, lastError: null },
    ...{ forwarded: 0, repeated: 0, dropped: 0, deadLetters: 0, ...own },
  });

  it('a broker and a server that listen are fine, a far side that does not is a warning', async () => {
    const broker = await createMosquitto();
    await broker.start();
    const server = await startNatsServer({ folder: folder() });
    const closed = await freePort();
    try {
      const found = await check([
        { name: 'broker', type: 'mqtt', url: broker.url },
        { name: 'stream', type: 'nats', url: `nats://127.0.0.1:${closed},127.0.0.1:${server.port}` },
        { ...REST, name: 'away', url: `http://127.0.0.1:${closed}` },
        { name: 'plain', type: 'mqtt', url: broker.url.replace('mqtt:', 'mqtts:') },
        { name: 'off', type: 'mqtt', url: broker.url, enabled: false },
        { name: 'schemes', type: 'nats', url: `nats://127.0.0.1:${closed},nats://127.0.0.1:${server.port}` },
      ]);
      expect(shown(found)).to.deep.equal([
        'ok: uplink broker can be reached',
        'ok: uplink stream can be reached',
        `warning: uplink away cannot connect; its records wait → 127.0.0.1:${closed} cannot be reached: nothing listens there: check host and port of the url, and whether the far side runs`,
        found[3] === undefined
          ? ''
          : `warning: uplink plain cannot connect; its records wait → ${found[3].remedy ?? ''}`,
        'ok: uplink off is disabled',
        'ok: uplink schemes can be reached',
      ]);
      expect(found[3]?.remedy).to.contain(new URL(broker.url).host);
    } finally {
      await broker.remove();
      await server.kill();
    }
  });

  it('missing credentials, unreadable files and a certificate without its key are faults that name the setting', async () => {
    const file = join(folder(), 'ca.pem');
    writeFileSync(file, 'no certificate');
    const pem = join(folder(), 'broken.pem');
    writeFileSync(pem, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const found = await check([
      { ...REST, name: 'bare', apiKey: '' },
      { name: 'bare-user', type: 'rest', url: REST.url },
      { name: 'mqtt', type: 'mqtt', url: 'mqtt://127.0.0.1:9', user: 'depot' },
      { name: 'nats', type: 'nats', url: 'nats://127.0.0.1:9', user: 'depot', password: '' },
      { ...REST, name: 'gone', tls: { ca: join(folder(), 'none.pem') } },
      { ...REST, name: 'text', tls: { ca: file } },
      { ...REST, name: 'half', tls: { cert: pem } },
      { ...REST, name: 'broken', tls: { ca: pem } },
    ]);
    expect(found.map(({ state }) => state)).to.deep.equal(Array(8).fill('fault'));
    expect(found.map(({ what }) => what.replace(folder(), '…'))).to.deep.equal([
      'uplink bare: apiKey is not set',
      'uplink bare-user: userName is not set',
      'uplink mqtt: password is not set',
      'uplink nats: password is not set',
      found[4]?.what.replace(folder(), '…'),
      'uplink text: tls.ca: …/ca.pem is no PEM file',
      'uplink half: tls.cert is set, and tls.key is not',
      'uplink broken: a file of tls (ca, cert, key) is no valid PEM: set it to the right file',
    ]);
    expect(found[4]?.what).to.match(/^uplink gone: tls\.ca: cannot read .*none\.pem: .*ENOENT/);
    expect(JSON.stringify(found)).to.not.include(CANARY);
  });

  it('the state of the running gateway counts: a stop is a fault with its reason, a loss or a long delay a warning', async () => {
    const oldest = new Date(NOW - 26 * 3_600_000).toISOString();
    const reason = 'the far side refuses the sign-in of depot (401): set userName and apiKey';
    const of = async (own: Partial<UplinkView>): Promise<string[]> =>
      shown(await check([{ ...REST, name: 'center' }], { states: [view(own)] }));
    expect(await of({ state: 'stopped', reason })).to.deep.equal([`fault: uplink center has stopped → ${reason}`]);
    expect(await of({ state: 'connecting', connected: false, reason: 'no route: check it' })).to.deep.equal([
      'warning: uplink center is connecting, at most 0 entries behind → no route: check it',
    ]);
    const late = {
      state: 'forwarding',
      behind: { records: 9, oldest },
      lastError: { at: oldest, message: 'no route' },
    } as const;
    expect(await of(late)).to.deep.equal([
      `warning: uplink center is forwarding, at most 9 entries behind, the oldest from ${oldest} → no route`,
    ]);
    expect(await of({})).to.deep.equal(['ok: uplink center is idle, at most 0 entries behind']);
  });

  it('a store without a running gateway shows what is behind, refused and dropped, and whose position it is', async () => {
    const store = await openTestStore(join(folder(), 'data'));
    const name = 'center';
    await store.append([
      { kind: 'uplink-begun', v: { name, address: 'rest http://127.0.0.1:9', after: { alerts: 0, history: 0 } } },
      {
        kind: 'uplink-dead-letters',
        v: {
          ...{ name, lane: 'history', deviceId: 'ghost', reason: 'device ghost not found', at: '2026-11-22T00:00:00Z' },
          ...{ removed: [], added: [[1, 1, 1]] },
        },
      },
      { kind: 'uplink-dropped', v: { name, from: 1, to: 7, entries: 7 } },
    ]);
    const before = { ...REST, name };
    const moved = { ...before, url: 'http://127.0.0.1:10' };
    const [kept, other] = [
      await check([before], { forwarded: store.state }),
      await check([moved], { forwarded: store.state }),
    ];
    const behind = `uplink center is at most ${store.state.n} entries behind, as stored`;
    await store.close();
    expect(shown(kept).slice(1)).to.deep.equal([
      'warning: uplink center: the far side refuses 1 record (device ghost not found) → waypost uplink status center lists them; run waypost uplink retry center once they are accepted there',
      'warning: uplink center: 7 entries were gone before they were forwarded → raise store.retention.uplinkBytes if retention removed them; the history findings name what is damaged',
      `ok: ${behind}`,
    ]);
    expect(shown(other)[1]).to.equal(
      'fault: uplink center: its position belongs to another far side, rest http://127.0.0.1:9 → run waypost uplink reset center --from cursor|now|start|NUMBER',
    );
  });
});
