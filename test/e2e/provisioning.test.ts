import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createApp, type App } from '../../src/app.js';
import { valueOf } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { validateConfig } from '../../src/schema/config/config.js';
import type { ProvisioningView, UnitResult } from '../../src/schema/provisioning/provisioning.js';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import { createBenchTrackers, type BenchOptions, type BenchTracker } from '../support/provisioning/tracker-bench.js';
import { signIn, type Client } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { createTechnician } from '../support/provisioning/provisioning-client.js';

/** The template for the trackers of each protocol. */
const TEMPLATES = [
  { name: 'Vans', protocol: 'queclink', settings: { name: 'VAN{n:3}', sendInterval: 30 }, deviceName: 'Van {n}' },
  { name: 'Boxes', protocol: 'wpt', settings: { name: 'Box {n}', int: 30 }, deviceId: 'box-{n:2}' },
  { name: 'Receivers', protocol: 'ubx', settings: { intervalMs: 50 }, deviceId: 'rover-{n}' },
  { name: 'Nodes', protocol: 'meshtastic', settings: { longName: 'Depot node {n}', broadcastSecs: 600 } },
] as const;
type Protocol = (typeof TEMPLATES)[number]['protocol'];

const TRACKERS_PER_PROTOCOL = 4;
/** A tracker with another password then fails after 10 s; without it, all factory passwords would be tried for 35 s. */
const FACTORY_PASSWORD = { queclink: { password: 'gl300' } };
/** Instead of 30 s: simulated trackers reply within milliseconds. */
const NO_ANSWER_MS = 10_000;
const idsOf = (protocol: Protocol): string[] => {
  const { nth, prefix } = trackerKinds[protocol].ids;
  // Only the node on the serial port is set up: its number ends in 001.
  return Array.from({ length: TRACKERS_PER_PROTOCOL }, (_, n) =>
    protocol === 'meshtastic' ? `0a00${n}001` : nth(prefix ?? protocol, n + 1),
  );
};

describe('provisioning of trackers on pseudo-terminals', () => {
  const folder = useFolder();
  let trackers: ReturnType<typeof createBenchTrackers>;
  let client: Client;
  let app: App | undefined;
  const technician = createTechnician(() => client);

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    trackers = createBenchTrackers();
  });
  afterEach(async () => {
    await app?.stop();
    app = undefined;
    trackers.stop();
  });

  const plugAll = (faultOf: (protocol: Protocol, n: number) => BenchOptions['trouble']): BenchTracker[] =>
    TEMPLATES.flatMap(({ protocol }) =>
      idsOf(protocol).map((deviceId, n) =>
        trackers.plug({ folder: folder(), protocol, deviceId, trouble: faultOf(protocol, n) }),
      ),
    );

  async function serve(on: readonly BenchTracker[], config: object = {}): Promise<void> {
    // A port with a fixed protocol whose reports carry no id would have to be bound to a device.
    const ports = on.map(({ path, protocol }) => ({ path, protocol: protocol === 'ubx' ? 'auto' : protocol }));
    const http = { host: '127.0.0.1', port: 0 };
    app = await createApp(
      {
        config: valueOf(validateConfig({ http, serial: { ports }, ...config })),
        data: join(folder(), 'data'),
        adminApiKey: TEST_KEY,
      },
      { logger: silentLogger, noAnswerMs: NO_ANSWER_MS },
    );
    client = await signIn(`http://127.0.0.1:${(await app.start()).port}`, { apiKey: TEST_KEY });
  }

  /** Applies the templates to all trackers at once; returns all results. */
  async function apply(
    ids: readonly string[],
    on: readonly BenchTracker[],
    secrets: Partial<Record<Protocol, object>> = {},
  ): Promise<readonly UnitResult[]> {
    const started: ProvisioningView[] = [];
    for (const [index, { protocol }] of TEMPLATES.entries()) {
      const ports = on.filter((tracker) => tracker.protocol === protocol).map(({ path }) => path);
      const options = { template: ids[index], ports, once: true, secrets: secrets[protocol] ?? {} };
      started.push(await technician.begin(options));
    }
    const ended = await Promise.all(started.map(({ id }) => technician.over(id)));
    return ended.flatMap(({ results }) => results);
  }

  const makeTemplates = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (const template of TEMPLATES) ids.push(await technician.template(template));
    return ids;
  };
  const registered = async (): Promise<string[]> =>
    ((await client.call('GET', '/api/devices')).body.devices as { id: string }[]).map(({ id }) => id);

  it('sixteen trackers of four protocols, two of them faulty: fourteen are verified, two unchanged, and a second run changes nothing', async () => {
    const all = plugAll((protocol, n) =>
      protocol === 'queclink' && n === 1 ? 'password' : protocol === 'meshtastic' && n === 2 ? 'changes' : undefined,
    );
    const untouched = trackers.plug({ folder: folder(), protocol: 'ubx', deviceId: 'untouched' });
    await serve([...all, untouched]);
    const ids = await makeTemplates();

    const first = await apply(ids, all, FACTORY_PASSWORD);
    const failed = first.filter(({ outcome }) => outcome !== 'verified');
    expect(first).to.have.length(16);
    expect(failed.map(({ outcome, code }) => [outcome, code])).to.have.deep.members([
      ['failed', 'no_answer'],
      ['failed', 'mismatch'],
    ]);
    expect(failed.find(({ code }) => code === 'no_answer')?.message).to.include('password');
    expect(failed.find(({ code }) => code === 'mismatch')?.message).to.include('broadcastSecs');
    const devices = await registered();
    expect(devices).to.have.length(14);
    expect(devices).to.include.members(['box-01', 'box-04', 'rover-1', 'rover-4', '0a000001']);
    const receipts = await technician.receipts();
    expect(receipts.filter(({ outcome }) => outcome === 'verified')).to.have.length(14);

    const again = await apply(ids, all, FACTORY_PASSWORD);
    expect(again.filter(({ outcome }) => outcome === 'unchanged')).to.have.length(14);
    expect(await registered()).to.deep.equal(devices);
    const verified = (await technician.receipts()).filter(({ outcome }) => outcome === 'verified');
    expect(verified).to.have.length(14);
    // Nothing is written to a port outside provisioning.
    expect(untouched.writeCount()).to.equal(0);
  });

  it('sixteen trackers and ten licenses: ten are registered, the others are unchanged and get the reason', async () => {
    const all = plugAll(() => undefined);
    await serve(all, { licenses: { total: 10 } });
    const results = await apply(await makeTemplates(), all);
    expect(results.filter(({ outcome }) => outcome === 'verified')).to.have.length(10);
    const refused = results.filter(({ outcome }) => outcome !== 'verified');
    expect(refused.map(({ outcome, code }) => `${outcome} ${code ?? ''}`)).to.deep.equal(
      Array.from({ length: 6 }, () => 'failed no_license'),
    );
    expect(refused.every(({ message }) => message?.includes('all 10 licenses are in use') === true)).to.equal(true);
    expect(await registered()).to.have.length(10);
    const receipts = await technician.receipts();
    expect(receipts.map(({ outcome }) => outcome)).to.deep.equal(Array.from({ length: 10 }, () => 'verified'));
  });

  it('two trackers with one IMEI on two ports: one is set up, and the other is a conflict', async () => {
    const deviceId = idsOf('queclink')[0] ?? '';
    const two = ['a', 'b'].map((name) => {
      mkdirSync(join(folder(), name));
      return trackers.plug({ folder: join(folder(), name), protocol: 'queclink', deviceId });
    });
    await serve(two);
    const template = await technician.template(TEMPLATES[0]);
    const { id } = await technician.begin({ template, ports: two.map(({ path }) => path), once: true });
    const { results } = await technician.over(id);
    expect(results.map(({ outcome, code }) => [outcome, code])).to.have.deep.members([
      ['verified', null],
      ['failed', 'conflict'],
    ]);
    const message = results.find(({ code }) => code === 'conflict')?.message;
    for (const { path } of two) expect(message).to.include(path);
    expect(await registered()).to.deep.equal([deviceId]);
    expect(await technician.receipts()).to.have.length(1);
  });
});
