import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WearStatus } from '../../src/schema/system/disk-wear.js';
import { signIn, type Client } from '../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { startMailServer } from '../support/channels/mail-server.js';
import { sizeOf, rssMb } from './compare/peer.js';
import { createDepot, DEVICES, deviceOf } from './day/depot.js';

/**
 * A day of a depot in a quarter of an hour: the gateway under faketime with accelerated clocks, 500 devices with a fix per
 * minute, alerts by mail, midnight, and a kill and a restart in the first hours. After that only the store may grow,
 * as forecast at noon. `node dist/test/bench/day.js [FACTOR]`
 */

const FACTOR = Number(process.argv[2] ?? 96);
const MINUTES = 24 * 60;
const MINUTE_MS = 60_000 / FACTOR;
/** The dynamic linker expands `$LIB` to lib/x86_64-linux-gnu or the like. */
const LIBRARY = '/usr/$LIB/faketime/libfaketime.so.1';
const PATIENT_SERVER = new URL('day/patient-server.js', import.meta.url).href;
/** The midnight rollover is in the middle of the run. */
const begin = Date.parse('2027-03-09T12:00:00Z');
/** hours at which the gateway is killed and stopped */
const endings: Readonly<Record<number, NodeJS.Signals>> = { 1: 'SIGKILL', 2: 'SIGTERM' };
/** From here on the gateway runs without interruption and is measured every hour. */
const SETTLED_HOUR = 4;

type Look = {
  readonly hour: number;
  readonly rss: number;
  readonly descriptors: number;
  readonly waiting: number;
  readonly folder: number;
  readonly wear: WearStatus;
};

const folder = mkdtempSync(resolve(process.env.WAYPOST_BENCH_FOLDER ?? '.', '.bench-'));
const mail = await startMailServer({ authOptional: true });
const depot = createDepot(begin);
const begun = performance.now();
const passed = (): number => (performance.now() - begun) * FACTOR;

async function start(): Promise<{ gateway: Gateway; client: Client }> {
  const now = new Date(begin + passed()).toISOString().slice(0, 19).replace('T', ' ');
  const smtp = { host: '127.0.0.1', port: mail.port, requireTls: false, allowSelfSigned: true };
  const gateway = await startGateway({
    folder,
    config: {
      timeZone: 'UTC',
      licenses: { total: DEVICES },
      log: { level: 'error' },
      notifications: { email: { smtp, from: 'depot@depot.example' } },
    },
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME: `@${now} x${FACTOR}`,
      NO_FAKE_STAT: '1',
      TZ: 'UTC',
      NODE_OPTIONS: `--import=${PATIENT_SERVER}`,
      WAYPOST_DAY_FACTOR: String(FACTOR),
    },
  });
  return { gateway, client: await signIn(gateway.url, { apiKey: TEST_KEY }) };
}

async function look(hour: number, { gateway, client }: Awaited<ReturnType<typeof start>>): Promise<Look> {
  const { body } = await client.call('GET', '/api/health');
  const { outbox, wear } = body as unknown as { outbox: { waiting: number }; wear: WearStatus };
  return {
    hour,
    rss: rssMb(gateway.pid),
    descriptors: readdirSync(`/proc/${gateway.pid}/fd`).length,
    waiting: outbox.waiting,
    folder: sizeOf(resolve(folder, 'data')),
    wear,
  };
}

const total = ({ bytes }: WearStatus): number => bytes.log + bytes.segments + bytes.snapshots;
const written = (pid: number): number =>
  Number(/write_bytes: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);

let running = await start();
try {
  for (let i = 0; i < DEVICES; i++) await running.client.call('POST', '/api/devices', { id: deviceOf(i) });
  await running.client.call('POST', '/api/notifications', { name: 'all', emails: ['night@depot.example'] });
  const looks: Look[] = [];
  let taken = { fixes: 0, alerts: 0 };
  let latest = 0;
  for (let n = 0; n < MINUTES; n++) {
    const hour = n / 60;
    if (Number.isInteger(hour)) {
      const signal = endings[hour];
      if (signal !== undefined) {
        await running.gateway.end(signal);
        running = await start();
      } else running = { ...running, client: await signIn(running.gateway.url, { apiKey: TEST_KEY }) };
      if (hour >= SETTLED_HOUR) looks.push(await look(hour, running));
    }
    const { fixes, alerts } = await depot.minute({ url: running.gateway.url, token: running.client.token, n });
    taken = { fixes: taken.fixes + fixes, alerts: taken.alerts + alerts };
    const ahead = (n + 1) * MINUTE_MS - (performance.now() - begun);
    latest = Math.max(latest, -ahead);
    if (ahead > 0) await delay(ahead);
  }
  looks.push(await look(24, running));
  console.table(
    looks.map(({ hour, rss, descriptors, waiting, folder: bytes, wear }) => ({
      hour,
      'RSS MB': rss.toFixed(1),
      descriptors,
      waiting,
      'data MB': (bytes / 1e6).toFixed(1),
      'a day, foretold, MB': wear.bytesPerDay === null ? '–' : (wear.bytesPerDay / 1e6).toFixed(0),
      'a record': wear.bytesPerRecord,
    })),
  );
  const [from, to] = [looks.find(({ hour }) => hour === 12), looks.at(-1)];
  if (typeof from?.wear.bytesPerDay !== 'number' || to === undefined) throw new Error('nothing was foretold at noon');
  const foretold = (from.wear.bytesPerDay * (to.hour - from.hour)) / 24;
  const came = total(to.wear) - total(from.wear);
  console.log(`taken: ${taken.fixes} fixes, ${taken.alerts} alerts; mailed ${mail.taken.length}`);
  console.log(`behind the clock by ${((latest * FACTOR) / 60_000).toFixed(1)} min of the day at most`);
  console.log(
    `written from hour 12 to 24: ${(came / 1e6).toFixed(1)} MB, foretold ${(foretold / 1e6).toFixed(1)} MB: ${(came / foretold).toFixed(3)}`,
  );
  console.log(
    `blocks written by the process since its start: ${(written(running.gateway.pid) / 1e6).toFixed(1)} MB, reported ${((to.wear.blockBytes ?? 0) / 1e6).toFixed(1)} MB`,
  );
} finally {
  depot.close();
  await running.gateway.end('SIGTERM');
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
}
