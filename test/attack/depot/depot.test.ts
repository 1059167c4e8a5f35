import { expect } from 'chai';
import { signIn, type Client } from '../../support/api/client.js';
import { runScript } from '../../support/attack/child.js';
import { depotDevice, DEPOT_FROM, type DepotReport } from '../../support/attack/depot.js';
import { prepareTarget, SOS_RECIPIENT } from '../../support/attack/prepare-target.js';
import { startProbe } from '../../support/attack/probe.js';
import {
  PASSWORD,
  startMailServer,
  USER,
  type MailServer,
  type TakenMail,
} from '../../support/channels/mail-server.js';
import { eventually } from '../../support/gateway/eventually.js';
import { freePort } from '../../support/gateway/free-port.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { killAll } from '../../support/gateway/waypost.js';
import { createMemoryLimit } from '../../support/machine/memory-limit.js';
import { useFolder } from '../../support/store/folder.js';
import type { Target } from '../attack.js';
import { ATTACK_NAMES, ATTACKS, type AttackName } from '../attacks/index.js';

const SECONDS = Math.round(60 * Number(process.env.WAYPOST_ATTACK_MINUTES ?? 0.4));
/** without abuse, to compare with */
const CALM_SECONDS = Math.min(SECONDS, 60);
const DEPOT_DEVICES = 500;
const SOS_INTERVAL_MS = Math.min(60_000, (1000 * SECONDS) / 3);
const MAX_SOS_MS = 5_000;
/** About 1,000 connections of all attacks together. */
const CONNECTIONS_SCALE = 0.37;
const MEBIBYTE = 1_048_576;
/** Every attack by strangers and trackers, and those by a user without a privilege. */
const ABUSE = ATTACK_NAMES.filter((name) => ['stranger', 'tracker'].includes(ATTACKS[name].by)).concat(
  'large-edits',
  'queued-edits',
  'held-streams',
);
/** The attackers have processors of their own; here they leave the processor to the gateway and the depot. */
const ATTACKERS_NICE = 19;

describe('a depot during all abuse at once', () => {
  const folder = useFolder();
  let mail: MailServer;

  beforeEach(async () => {
    mail = await startMailServer();
  });
  afterEach(async () => {
    killAll();
    await mail.close();
  });

  it(`every location of ${DEPOT_DEVICES} devices is stored, and every SOS is mailed within ${MAX_SOS_MS / 1000} s, for ${SECONDS} s`, async function () {
    this.timeout(this.timeout() + (SECONDS + CALM_SECONDS) * 1_000);
    const limit = createMemoryLimit('depot');
    const trackerPorts = [await freePort(), await freePort()];
    const listenerPort = await freePort();
    const gateway = await startGateway({
      folder: folder(),
      config: configOf(mail.port, trackerPorts, listenerPort),
      under: limit.under,
    });
    const admin = await signIn(gateway.url, { apiKey: TEST_KEY });
    const target = await prepareTarget(admin, gateway.url, {
      ...{ trackerPorts, listenerPort, farSidePort: await freePort() },
      seconds: SECONDS,
      scale: CONNECTIONS_SCALE,
    });
    for (let index = 0; index < DEPOT_DEVICES; index++)
      await admin.call('POST', '/api/devices', { id: depotDevice(index) });

    const depot = (from: number, seconds: number, sosMs: number) =>
      runScript<DepotReport>('attack/run-depot', [
        gateway.url,
        admin.token,
        ...[DEPOT_DEVICES, from, seconds, sosMs].map(String),
      ]).result;
    const calm = await depot(0, CALM_SECONDS, 0);
    const probe = startProbe(gateway.url);
    const attackers = ABUSE.map((name) => attackWith(name, target));
    const visitor = startProbe(gateway.url, { interval: 1_000, isNewConnection: true });
    const report = await depot(CALM_SECONDS, SECONDS, SOS_INTERVAL_MS);
    await Promise.all(attackers);
    const visits = await visitor.end();
    const health = await probe.end();

    expect(gateway.process.exitCode ?? gateway.process.signalCode, gateway.output().slice(-500)).to.equal(null);
    for (const [index, second] of report.acknowledged.entries())
      expect(second, depotDevice(index)).to.equal(CALM_SECONDS + SECONDS);
    await expectAllStored(admin, CALM_SECONDS + SECONDS);
    const sosTimes: number[] = [];
    for (const { device, at } of report.sos) sosTimes.push((await mailOf(mail, depotDevice(device))).at - at);
    console.log(
      [
        `POST p99 ${report.p99} ms under abuse (p50 ${report.p50}, max ${report.max}), ${calm.p99} ms without (p50 ${calm.p50}, max ${calm.max})`,
        `${report.refused} refused and ${report.failed} failed posts, all posted again`,
        `SOS mailed after at most ${Math.max(...sosTimes)} ms (${sosTimes.length} of them)`,
        `new connections answered: p50 ${visits.p50} ms, p99 ${visits.p99} ms, max ${visits.max} ms, ${visits.failed} closed`,
        `health p99 ${health.p99} ms, ${health.failed} without an answer; peak ${Math.round(limit.peakBytes() / MEBIBYTE)} MiB`,
      ]
        .map((line) => `      ${line}`)
        .join('\n'),
    );
    expect(Math.max(...sosTimes), 'ms until the mail of an SOS').to.be.lessThan(MAX_SOS_MS);
    expect(await gateway.end('SIGTERM'), 'exit status').to.equal(0);
    limit.remove();
  });
});

const configOf = (port: number, trackerPorts: readonly number[], listenerPort: number): object => ({
  mdns: { enabled: false },
  log: { level: 'warn' },
  licenses: { total: 1_000 },
  notifications: {
    email: {
      smtp: { host: '127.0.0.1', port, user: USER, password: PASSWORD, allowSelfSigned: true },
      from: 'gateway@depot.example',
    },
  },
  serial: {
    ports: trackerPorts.map((one) => ({ path: `tcp://127.0.0.1:${one}`, protocol: 'json' })),
    listeners: [{ transport: 'tcp', host: '127.0.0.1', port: listenerPort, protocol: 'json' }],
  },
});

const attackWith = (name: AttackName, target: Target): Promise<unknown> =>
  runScript('attack/run-attack', [name, JSON.stringify(target)], ATTACKERS_NICE).result;

async function mailOf(mail: MailServer, device: string): Promise<TakenMail> {
  const find = (): TakenMail | undefined =>
    mail.taken.find(({ to, raw }) => to.includes(SOS_RECIPIENT) && raw.includes(`Device: ${device}\r\n`));
  await eventually(`the mail of the SOS of ${device}`, () => find() !== undefined);
  return find() ?? expect.fail();
}

async function expectAllStored(admin: Client, seconds: number): Promise<void> {
  const range = { from: new Date(DEPOT_FROM).toISOString(), to: new Date(DEPOT_FROM + seconds * 1000).toISOString() };
  for (let index = 0; index < DEPOT_DEVICES; index++) {
    const { body } = await admin.call('POST', `/api/devices/${depotDevice(index)}/locations`, range);
    expect(body.locations, depotDevice(index)).to.have.lengthOf(seconds);
  }
}
