import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ProvisioningView, UnitResult } from '../../src/schema/provisioning/provisioning.js';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import { createBenchTrackers, type BenchOptions, type BenchTracker } from '../support/bench.js';
import { signIn, type Client } from '../support/client.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway.js';
import { createTechnician } from '../support/provisioning-client.js';
import { killAll } from '../support/waypost.js';

/** What each protocol's trackers are given, and which of them is asked for more than its firmware keeps. */
const templates = [
  { name: 'Vans', protocol: 'queclink', settings: { name: 'VAN{n:3}', sendInterval: 30 }, deviceName: 'Van {n}' },
  { name: 'Boxes', protocol: 'wpt', settings: { name: 'Box {n}', int: 30 }, deviceId: 'box-{n:2}' },
  { name: 'Receivers', protocol: 'ubx', settings: { intervalMs: 50 }, deviceId: 'rover-{n}' },
  { name: 'Nodes', protocol: 'meshtastic', settings: { longName: 'Depot node {n}', broadcastSecs: 600 } },
] as const;
type Protocol = (typeof templates)[number]['protocol'];

const perProtocol = 4;
const idsOf = (protocol: Protocol): string[] => {
  const { nth, prefix } = trackerKinds[protocol].ids;
  // Only the node on the cable is set up: its number ends on 001.
  return Array.from({ length: perProtocol }, (_, n) =>
    protocol === 'meshtastic' ? `0a00${n}001` : nth(prefix ?? protocol, n + 1),
  );
};

describe('provisioning of trackers on pseudo-terminals', function () {
  this.timeout(240_000);
  const folder = useFolder();
  let trackers: ReturnType<typeof createBenchTrackers>;
  let client: Client;
  const technician = createTechnician(() => client);

  beforeEach(() => {
    mkdirSync(join(folder(), 'data'));
    trackers = createBenchTrackers();
  });
  afterEach(() => {
    killAll();
    trackers.stop();
  });

  const plugAll = (troubleOf: (protocol: Protocol, n: number) => BenchOptions['trouble']): BenchTracker[] =>
    templates.flatMap(({ protocol }) =>
      idsOf(protocol).map((deviceId, n) =>
        trackers.plug({ folder: folder(), protocol, deviceId, trouble: troubleOf(protocol, n) }),
      ),
    );

  async function serve(on: readonly BenchTracker[], config: object = {}): Promise<void> {
    // One whose reports carry no name would have to be bound to a device.
    const ports = on.map(({ path, protocol }) => ({ path, protocol: protocol === 'ubx' ? 'auto' : protocol }));
    const { url } = await startGateway({
      folder: folder(),
      config: { serial: { ports }, ...config },
      inheritsNothing: true,
    });
    client = await signIn(url, { apiKey: TEST_KEY });
  }

  /** Each protocol's trackers get their template, all at once; the results of all of them. */
  async function apply(ids: readonly string[], on: readonly BenchTracker[]): Promise<readonly UnitResult[]> {
    const begun: ProvisioningView[] = [];
    for (const [place, { protocol }] of templates.entries()) {
      const ports = on.filter((tracker) => tracker.protocol === protocol).map(({ path }) => path);
      begun.push(await technician.begin({ template: ids[place], ports, once: true }));
    }
    const ended = await Promise.all(begun.map(({ id }) => technician.over(id)));
    return ended.flatMap(({ results }) => results);
  }

  const makeTemplates = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (const template of templates) ids.push(await technician.template(template));
    return ids;
  };
  const registered = async (): Promise<string[]> =>
    ((await client.call('GET', '/api/devices')).body.devices as { id: string }[]).map(({ id }) => id);

  it('sixteen of four protocols, two of them faulty: fourteen verified, two not and as they were, and the same again changes nothing', async () => {
    const all = plugAll((protocol, n) =>
      protocol === 'queclink' && n === 1 ? 'password' : protocol === 'meshtastic' && n === 2 ? 'changes' : undefined,
    );
    const untouched = trackers.plug({ folder: folder(), protocol: 'ubx', deviceId: 'untouched' });
    await serve([...all, untouched]);
    const ids = await makeTemplates();

    const first = await apply(ids, all);
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

    const again = await apply(ids, all);
    expect(again.filter(({ outcome }) => outcome === 'unchanged')).to.have.length(14);
    expect(await registered()).to.deep.equal(devices);
    const verified = (await technician.receipts()).filter(({ outcome }) => outcome === 'verified');
    expect(verified).to.have.length(14);
    // A port that nobody has put into provisioning hears not a byte.
    expect(untouched.writeCount()).to.equal(0);
  });

  it('sixteen with ten licences left: ten are registered, the others are untouched and told', async () => {
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
});
