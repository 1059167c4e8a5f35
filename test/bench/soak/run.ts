import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/gateway/free-port.js';
import { startScriptedMailServer, type ScriptedMailServer } from '../../support/channels/scripted-mail-server.js';
import { eventually } from '../../support/gateway/eventually.js';
import { messageOf } from '../../../src/errors.js';
import { compareRecords, readStored, type Faults } from './accounts.js';
import { checkBackup, makeBackup, type Backup } from './backups.js';
import { startCompressedClock, type CompressedClock } from './compressed-clock.js';
import type { Consumed } from './consumer.js';
import { END_OF_BROKER, startFarSide, type FarSide } from './far-side.js';
import { createFleet, type Fleet } from './fleet.js';
import { startSoakedGateway, type SoakedGateway } from './gateway.js';
import { behindOf, readHealth, readRow, sampleOf, type Row, type Sample } from './looks.js';
import { compareMails, readUncertain, type MailAccount, type RulesSince } from './mails.js';
import type { Plan } from './plan.js';
import { startReceivers, type Receivers } from './receivers.js';
import { configOf, setUpDevices, setUpRules } from './set-up.js';
import { createTally, type Tally } from './tally.js';
import { startTrackers, type Trackers } from './trackers.js';

/** One soak from the first start of the gateway to the accounts. */

export type Soaked = {
  readonly rows: readonly Row[];
  readonly faults: Faults;
  readonly mails: MailAccount;
  readonly backups: readonly Backup[];
  /** records: acknowledged, stored, messages of the broker */
  readonly acknowledged: number;
  readonly stored: number;
  readonly consumed: Omit<Consumed, 'locations' | 'alerts'> & { readonly alerts: number };
  readonly connections: number;
  readonly refusals: ReadonlyMap<string, number>;
  readonly breaks: SoakedGateway['breaks'];
  /** minutes of the depot that the posts were late at most */
  readonly latest: number;
  /** seconds that the uplink took at the end to catch up */
  readonly caughtUpSeconds: number;
  /** what went wrong besides */
  readonly problems: readonly string[];
};

const HOUR_MINUTES = 60;
const PATIENCE_MS = 300_000;
const LOOK_MS = 1_000;

type Soak = {
  readonly plan: Plan;
  readonly folder: string;
  readonly clock: CompressedClock;
  readonly farSide: FarSide;
  readonly gateway: SoakedGateway;
  readonly fleet: Fleet;
  readonly trackers: Trackers;
  readonly receivers: Receivers;
  readonly mail: ScriptedMailServer;
  readonly tallies: { readonly acknowledged: Tally; readonly sent: Tally };
  readonly config: object;
  readonly rows: Row[];
  readonly backups: Backup[];
  readonly problems: string[];
  rule: string;
  rulesSince: RulesSince;
  /** of the plan, that is being posted */
  minute: number;
  latest: number;
};

type Options = {
  readonly plan: Plan;
  readonly folder: string;
  readonly isTiny: boolean;
  /** main file of the build that is upgraded */
  readonly older?: string;
};

export async function runSoak({ plan, folder, isTiny, older }: Options): Promise<Soaked> {
  /** what ends all that was started */
  const ends: (() => unknown)[] = [];
  try {
    // It greets at once: a delay of a tenth of a second is most of the patience of a gateway that is so fast.
    const mail = await startScriptedMailServer();
    ends.push(() => mail.close());
    const farSide = await startFarSide(isTiny);
    ends.push(farSide.close);
    const soak = await startSoak({ plan, folder, mail, farSide, ends, ...(older !== undefined && { older }) });
    await passTime(soak);
    return await account(soak);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

type StartOptions = Pick<Soak, 'plan' | 'folder' | 'mail' | 'farSide'> & {
  readonly ends: (() => unknown)[];
  readonly older?: string;
};

async function startSoak({ plan, folder, mail, farSide, ends, older }: StartOptions): Promise<Soak> {
  const ports = join(folder, 'ports');
  mkdirSync(ports);
  const [port, trackerPort] = [await freePort(), await freePort()];
  const fixed = { plan, folder: ports, mailPort: mail.port };
  const config = configOf({ ...fixed, trackerPort });
  const tallies = { acknowledged: createTally(plan), sent: createTally(plan) };
  const clock = startCompressedClock(plan);
  const receivers = startReceivers({ plan, clock, folder: ports, sent: tallies.sent });
  ends.push(receivers.close);
  const build = older === undefined ? { config } : { file: older, config: configOf(fixed) };
  const gateway = await startSoakedGateway({ folder, port, clock, build });
  ends.push(gateway.stop);
  await setUpDevices(gateway, plan);
  const soak: Soak = {
    ...{ plan, folder, clock, farSide, gateway, receivers, mail, tallies, config },
    ...{ rows: [], backups: [], problems: [], rule: '', rulesSince: undefined, minute: 0, latest: 0 },
    fleet: createFleet({ plan, clock, gateway, acknowledged: tallies.acknowledged }),
    trackers: startTrackers({ plan, clock, port: trackerPort, acknowledged: tallies.acknowledged }),
  };
  ends.push(soak.trackers.close, soak.fleet.close);
  if (older === undefined) soak.rule = await setUpRules(gateway, plan, farSide.broker.url);
  farSide.signIn(gateway.url, gateway.token());
  return soak;
}

type Happening = { readonly minute: number; readonly what: string; readonly happen: () => Promise<unknown> };

function happeningsOf(soak: Soak): Happening[] {
  const { plan, gateway, farSide, config, backups } = soak;
  const { broker } = farSide;
  async function upgrade(): Promise<void> {
    await gateway.restart('SIGTERM', { config });
    if (soak.rule !== '') return;
    const from = soak.minute;
    soak.rule = await setUpRules(gateway, plan, broker.url);
    soak.rulesSince = { from, to: soak.minute };
  }
  const happenings = [
    { hour: plan.kill, what: 'the kill', happen: () => gateway.restart('SIGKILL') },
    { hour: plan.upgrade, what: 'the upgrade', happen: upgrade },
    ...plan.brokerOff.flatMap(({ from, to }) => [
      { hour: from, what: 'the end of the broker', happen: () => broker.kill(END_OF_BROKER) },
      { hour: to, what: 'the start of the broker', happen: () => broker.start() },
    ]),
    ...plan.backups.map((hour, night) => ({
      ...{ hour, what: `the backup ${night + 1}` },
      happen: async () => backups.push(await makeBackup(soak, `night-${night + 1}`)),
    })),
  ];
  return happenings
    .map(({ hour, ...rest }) => ({ minute: hour * HOUR_MINUTES, ...rest }))
    .sort((a, b) => a.minute - b.minute);
}

/** All minutes of the plan, in order; what happens at a minute runs next to the posts. */
async function passTime(soak: Soak): Promise<void> {
  const { plan, clock, gateway, fleet, farSide, folder } = soak;
  const happenings = happeningsOf(soak);
  const going: Promise<unknown>[] = [];
  let samples: Sample[] = [];

  async function endRow(n: number): Promise<void> {
    await gateway.signIn();
    farSide.signIn(gateway.url, gateway.token());
    const looked = { samples, delays: fleet.takeDelays() };
    samples = [];
    soak.rows.push(await readRow({ hour: n / HOUR_MINUTES, folder, gateway, ...looked }));
  }

  for (let n = 0; n < plan.hours * HOUR_MINUTES; n += 1) {
    await clock.until(n);
    soak.minute = n;
    if (n > 0 && n % plan.rowMinutes === 0) await endRow(n);
    if (n % plan.sampleMinutes === 0) samples.push(sampleOf(gateway.pid(), n));
    while ((happenings[0]?.minute ?? Infinity) <= n) {
      const next = happenings.shift();
      if (next === undefined) break;
      const happened = next.happen().catch((error: unknown) => soak.problems.push(`${next.what}: ${messageOf(error)}`));
      going.push(happened);
    }
    await fleet.minute(n);
    soak.latest = Math.max(soak.latest, clock.minutes() - n - 1);
  }
  await endRow(plan.hours * HOUR_MINUTES);
  await Promise.all(going);
}

/** Waits until nothing is left to do, ends the gateway and compares. */
async function account(soak: Soak): Promise<Soaked> {
  const { plan, folder, gateway, farSide, trackers, fleet, tallies, mail, problems } = soak;
  const begun = performance.now();
  await eventually('the trackers have sent everything', trackers.isSettled, { withinMs: PATIENCE_MS });
  await settledUplink(soak);
  const caughtUpSeconds = (performance.now() - begun) / 1000;
  // Ports hold back their last fix until the gateway stops; it is forwarded after the next start.
  await gateway.restart('SIGTERM', { config: soak.config });
  farSide.signIn(gateway.url, gateway.token());
  await settledUplink(soak);
  const { alerts, ...consumed } = await settled(farSide);
  const uncertain = await readUncertain(gateway);
  await gateway.stop();
  const stored = readStored(plan, join(folder, 'data'));
  const { rule, rulesSince, rows, backups, latest } = soak;
  const faults = compareRecords({
    ...{ plan, stored, rule, rulesSince, breaks: gateway.breaks, consumed: { alerts, ...consumed } },
    ...{ acknowledged: tallies.acknowledged.counts, sent: tallies.sent.counts },
  });
  for (const backup of backups) problems.push(...(await checkBackup(backup, folder)));
  if (backups.length !== plan.backups.length) problems.push(`${backups.length} of ${plan.backups.length} backups`);
  problems.push(...gateway.printed().slice(0, MOST_PRINTED));
  return {
    ...{ rows, faults, backups, latest, caughtUpSeconds, problems, breaks: gateway.breaks },
    mails: compareMails({ plan, mails: mail.texts, uncertain, rulesSince }),
    acknowledged: tallies.acknowledged.total(),
    stored: stored.locations.total() + stored.alertNumbers.length,
    consumed: { ...consumed, alerts: alerts.length },
    connections: trackers.connected(),
    refusals: fleet.refusals,
  };
}
const MOST_PRINTED = 10;

/** Resolves once the uplink and the outbox have sent everything. */
async function settledUplink({ gateway }: Soak): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const health = await readHealth(gateway);
    return behindOf(health) === 0 && health.outbox.waiting === 0;
  };
  await eventually('the uplink and the outbox have sent everything', isIdle, {
    withinMs: PATIENCE_MS,
    maxPauseMs: LOOK_MS,
  }).catch(async (error: unknown) => {
    throw new Error(`${messageOf(error)}: ${JSON.stringify(await readHealth(gateway))}`, { cause: error });
  });
}

/** What the subscriber has got, once nothing more arrives. */
async function settled(farSide: FarSide): Promise<Consumed> {
  let before = -1;
  let consumed = await farSide.consumed();
  const isOver = async (): Promise<boolean> => {
    before = consumed.messages;
    consumed = await farSide.consumed();
    return consumed.messages === before;
  };
  await eventually('the subscriber has got everything', isOver, { withinMs: PATIENCE_MS, maxPauseMs: LOOK_MS });
  return consumed;
}
