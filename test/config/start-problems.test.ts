import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createApp } from '../../src/app.js';
import { runAllChecks } from '../../src/cli/check/run-all.js';
import { loadSettings } from '../../src/config.js';
import { prepareStart } from '../../src/config/prepare-start.js';
import { messageOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { createSelfSigned } from '../../src/tls/self-signed.js';
import { useFolder } from '../support/store/folder.js';

const QUIET = { mdns: { enabled: false }, log: { level: 'silent' } };
const YEAR_MS = 31_536_000_000;
const webhook = { name: 'dispatch', url: 'https://dispatch.example/', secret: 'a secret of the file' };
const uplink = { name: 'center', type: 'rest', url: 'https://center.example' };
const listener = (port: number, more: object = {}) => ({ transport: 'tcp', port, protocol: 'teltonika', ...more });
const ports = (...paths: readonly string[]) => ({
  serial: { ports: paths.map((path) => ({ path, protocol: 'json' })) },
});
const listeners = (...rows: readonly object[]) => ({ serial: { listeners: rows } });

describe('what keeps a gateway with a valid configuration from starting', () => {
  const folder = useFolder();

  function flagsOf(config: object): { readonly config: string; readonly data: string } {
    const file = join(folder(), 'waypost.json');
    writeFileSync(file, JSON.stringify({ http: { host: '127.0.0.1', port: 0 }, ...QUIET, ...config }));
    return { config: file, data: join(folder(), 'data') };
  }

  /** What the start expected, and what the check expected. */
  async function tried(config: object): Promise<{ readonly refusal: string; readonly faults: readonly string[] }> {
    const flags = flagsOf(config);
    const refusal = await prepareStart(await loadSettings(flags, {})).then(() => '', messageOf);
    const found = await runAllChecks({ flags, env: {}, data: flags.data, only: ['configuration'], now: 0 });
    return { refusal, faults: found.filter(({ state }) => state === 'fault').map(({ what }) => what) };
  }

  /** Whether a gateway starts without that preparation. */
  async function starts(config: object): Promise<boolean> {
    const app = await createApp(await loadSettings(flagsOf(config), {}), { logger: silentLogger }).catch(() => null);
    const started = (await app?.start().catch(() => undefined)) !== undefined;
    if (started) await app?.stop();
    return started;
  }

  async function pemFiles(): Promise<{ cert: string; key: string; otherKey: string; text: string }> {
    const at = (name: string): string => join(folder(), name);
    const [cert, key, otherKey, text] = [at('cert.pem'), at('key.pem'), at('other.pem'), at('text.pem')];
    const names = ['depot.example'];
    const [from, to] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-01-01T00:00:00Z') + YEAR_MS];
    const [one, other] = [await createSelfSigned({ names, from, to }), await createSelfSigned({ names, from, to })];
    writeFileSync(cert, one.cert);
    writeFileSync(key, one.key);
    writeFileSync(otherKey, other.key);
    writeFileSync(text, 'hello');
    return { cert, key, otherKey, text };
  }

  const refused: readonly (readonly [title: string, config: object, key: string, expected: RegExp])[] = [
    ['an unknown protocol', { serial: { ports: [{ path: '/dev/x', protocol: 'nmea' }] } }, 'serial.ports.0.protocol', /must be one of .*nmea0183.*, not nmea$/],
    ['a protocol that needs a device id', { serial: { ports: [{ path: '/dev/x', protocol: 'nmea0183' }] } }, 'serial.ports.0.deviceId', /is missing/],
    ['one port twice', ports('/dev/a', '/dev/b', '/dev/a'), 'serial.ports.2.path', /is that of serial\.ports\.0: remove/],
    ['a listener over the wrong transport', listeners(listener(5055, { transport: 'udp', protocol: 'osmand' })), 'serial.listeners.0.transport', /must be http for the protocol osmand/],
    ['a listener of an unknown protocol', listeners(listener(5055, { protocol: 'x' })), 'serial.listeners.0.protocol', /must be one of/],
    ['connections of UDP', listeners(listener(5055, { transport: 'udp', maxConnections: 5 })), 'serial.listeners.0.maxConnections', /must be left out/],
    ['two listeners at one address', listeners(listener(5055), listener(5055, { host: '127.0.0.1' })), 'serial.listeners.1.port', /serial\.listeners\.0 listens on the same/],
    ['two webhooks of one name', { notifications: { webhooks: [webhook, webhook] } }, 'notifications.webhooks.1.name', /is that of notifications\.webhooks\.0: give each webhook/],
    ['two uplinks of one name', { uplinks: [uplink, { ...uplink, type: 'mqtt', url: 'mqtt://a' }] }, 'uplinks.1.name', /is that of uplinks\.0: give each uplink/],
    ['the modem as port', { ...ports('/dev/m'), notifications: { sms: { path: '/dev/m' } } }, 'serial.ports.0.path', /are the same device: remove the modem/],
    ['the address of another machine', { http: { host: '192.0.2.7', port: 0 } }, 'http.host', /192\.0\.2\.7 is not an address of this machine: correct host/],
    ['an unknown host', { http: { host: 'nothing.invalid', port: 0 } }, 'http.host', /nothing\.invalid is not known: give an address/],
  ];

  for (const [title, config, key, expected] of refused) {
    it(`${title} is refused by the check as by the start, with its place`, async () => {
      const { refusal, faults } = await tried(config);
      expect(refusal).to.match(/^\S+waypost\.json:1:\d+: /);
      const sentence = refusal.replace(/^\S+ /, '');
      expect(sentence.split(' ')[0]).to.equal(key);
      expect(sentence).to.match(expected);
      expect(faults).to.deep.equal([refusal]);
    });
  }

  it('a pair of TLS files that cannot be used is refused by the check as by the start, if TLS is on', async () => {
    const { cert, key, otherKey, text } = await pemFiles();
    for (const [tls, expected] of [
      [{ cert }, /http\.tls\.key is empty, but http\.tls\.cert is not: give both/],
      [{ key }, /http\.tls\.cert is empty, but http\.tls\.key is not: give both/],
      [{ cert: join(folder(), 'none.pem'), key }, /http\.tls\.cert cannot be read: ENOENT.*give the path of a PEM file/],
      [{ cert: text, key }, /http\.tls\.cert is not a certificate/],
      [{ cert, key: text }, /http\.tls\.key is not a private key/],
      [{ cert, key: otherKey }, /http\.tls\.key does not belong to the first certificate/],
    ] as const) {
      const http = { host: '127.0.0.1', port: 0 };
      const config = { http: { ...http, tls: { enabled: true, ...tls } } };
      const { refusal, faults } = await tried(config);
      expect(refusal).to.match(expected).and.to.match(/^\S+waypost\.json:1:\d+: /);
      expect(faults).to.deep.equal([refusal]);
      expect(await starts(config)).to.equal(false);
      expect((await tried({ http: { ...http, tls: { enabled: false, ...tls } } })).refusal).to.equal('');
    }
    const valid = { http: { host: '127.0.0.1', port: 0, tls: { enabled: true, cert, key } } };
    expect(await tried(valid)).to.deep.equal({ refusal: '', faults: [] });
    expect(await starts(valid)).to.equal(true);
  });

  it('several reasons are named at once', async () => {
    const { refusal, faults } = await tried({ ...ports('/dev/a', '/dev/a'), uplinks: [uplink, uplink] });
    expect(refusal).to.match(/^the configuration has 2 problems:\n {2}\S+: serial\.ports\.1\.path is that .*\n {2}\S+: uplinks\.1\.name/);
    expect(faults).to.have.lengthOf(2);
  });

  it('a key that a variable sets is named with the variable', async () => {
    const env = { WAYPOST_UPLINKS: JSON.stringify([uplink, uplink]), WAYPOST_HTTP_HOST: '192.0.2.7' };
    const refusal = await prepareStart(await loadSettings({}, env)).then(() => '', messageOf);
    expect(refusal).to.contain('WAYPOST_UPLINKS: uplinks.1.name is that of');
    expect(refusal).to.contain('WAYPOST_HTTP_HOST: http.host 192.0.2.7 is not an address');
    const flag = await prepareStart(await loadSettings({ host: '192.0.2.7' }, {})).then(() => '', messageOf);
    expect(flag).to.contain('--host: http.host 192.0.2.7 is not an address');
  });

  it('the modem is found under any name of the device, also over the network', async () => {
    const [node, link] = [join(folder(), 'ttyUSB0'), join(folder(), 'modem')];
    writeFileSync(node, '');
    symlinkSync(node, link);
    const at = async (paths: readonly string[], path: string): Promise<string> =>
      (await tried({ ...ports(...paths), notifications: { sms: { path } } })).refusal;
    for (const [paths, modem] of [
      [['/dev/none', node], node],
      [['/dev/none', link], node],
      [['/dev/none', '/dev/not-there'], '/dev/not-there'],
      [['/dev/none', 'tcp://10.0.0.1:4001'], 'tcp://10.0.0.1:4001'],
    ] as const) {
      expect(await at(paths, modem)).to.contain(
        `serial.ports.1.path (${paths[1]}) and notifications.sms.path (${modem}) are the same device: `,
      );
    }
    expect(await at(['/dev/none', link], join(folder(), 'ttyUSB1'))).to.equal('');
    expect(await at([node, 'tcp://10.0.0.1:4001'], 'tcp://10.0.0.1:4002')).to.equal('');
    expect(await at([node], '')).to.equal('');
  });

  it('the example of the installation page starts, and so do the defaults', async () => {
    const page = readFileSync('systemd/installing.md', 'utf8');
    const example = JSON.parse(/```json\n(\{\n {2}"timeZone".*?)```/s.exec(page)?.[1] ?? '{}') as object;
    expect(Object.keys(example)).to.include('serial');
    for (const config of [{}, example]) {
      expect(await tried(config)).to.deep.equal({ refusal: '', faults: [] });
      expect(await starts(config)).to.equal(true);
    }
  });
});
