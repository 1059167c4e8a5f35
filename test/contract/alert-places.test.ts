import { expect } from 'chai';
import type { ProtocolName } from '../../src/protocols/index.js';
import { encodeLine } from '../../src/protocols/wpt/line.js';
import { createDevices } from '../../src/services/devices/devices.js';
import { createMutex } from '../../src/mutex.js';
import { silentLogger } from '../../src/logger.js';
import { createUnknownDevicePolicy, type UnknownDevicePolicy } from '../../src/services/ingest/resolve-device.js';
import { createIngest } from '../../src/services/ingest/ingest.js';
import { jsonLine } from '../../src/simulator/json/line.js';
import { gt06Alarm, gt06Location, gt06Packet } from '../../src/simulator/gt06/packets.js';
import { meshPosition } from '../../src/simulator/meshtastic/packets.js';
import { queclinkReport } from '../../src/simulator/queclink/frames.js';
import { suntechReport } from '../../src/simulator/suntech/reports.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import type { Fix } from '../../src/simulator/fix.js';
import type { Store } from '../../src/store/store.js';
import { aprsFrame } from '../support/protocols/aprs.js';
import { gt06Imei, gt06LoginText } from '../support/protocols/gt06.js';
import { packet } from '../support/protocols/mesh.js';
import { openStoredLine } from '../support/protocols/stored-line.js';
import { teltonikaImei, teltonikaLogin, teltonikaPacket } from '../support/protocols/teltonika.js';
import { EPOCH, hello } from '../support/protocols/wpt.js';
import { createTestEdits } from '../support/gateway/test-edits.js';
import { useFolder } from '../support/store/folder.js';
import { deviceOf } from '../support/store/records.js';
import { noLogBudgets } from '../support/store/no-log-budgets.js';
import { openTestStore } from '../support/store/store.js';
import { createTestClock } from '../support/time/clock.js';
import { createTestTime } from '../support/time/test-time.js';

const ROUNDS = 6;
const START = Date.parse('2026-11-21T08:00:00.000Z');
const vehicle = createVehicle({ seed: 11 });
/** Each round is at another latitude, to the minute of arc, which every protocol can write. */
const fixOf = (round: number): Fix => ({
  ...vehicle.fixAt(START + 10_000 * round),
  latitude: -38 - round / 2,
  longitude: 5.25,
});

type Burst = {
  readonly deviceId: string;
  /** before the first burst */
  readonly first?: string;
  /** a fix, then an alert without a position */
  readonly burst: (fix: Fix, round: number) => string;
};

const withoutFix = (alarm: Buffer, serial: number): Buffer => {
  const content = Buffer.from(alarm.subarray(4, -6));
  content[16] = (content[16] ?? 0) & ~0x10;
  return gt06Packet(0x26, content, serial);
};
const unix = ({ dateTime }: Fix): number => Date.parse(dateTime) / 1000;
/** The field of the fix is the one after the satellites, before the distance. */
const lost = (text: string): string => text.replace(';1;52084;', ';0;52084;');

/** Every protocol with alerts that may have no position. */
const BURSTS: Partial<Readonly<Record<ProtocolName, Burst>>> = {
  json: {
    deviceId: 'bus',
    burst: ({ dateTime, latitude, longitude }, round) =>
      jsonLine({ id: 2 * round, deviceId: 'bus', location: { dateTime, latitude, longitude } }, { checked: true }) +
      jsonLine({ id: 2 * round + 1, deviceId: 'bus', alert: { dateTime, alerts: ['SOS'] } }, { checked: true }),
  },
  wpt: {
    deviceId: 'trk-1',
    first: hello(),
    burst: ({ dateTime, latitude, longitude }, round) => {
      const at = Date.parse(dateTime);
      const fix = [EPOCH, 2 * round + 1, at, latitude, longitude, '', '', '', 9, '', 'A', 0, 87] as const;
      return encodeLine('FIX', ...fix) + encodeLine('ALR', EPOCH, 2 * round + 2, at, 'SOS', 3, '', '', '');
    },
  },
  gt06: {
    deviceId: gt06Imei,
    first: gt06LoginText,
    burst: (fix, round) =>
      gt06Location(fix, 2 * round + 2).toString('latin1') +
      withoutFix(gt06Alarm(fix, 2 * round + 3), 2 * round + 3).toString('latin1'),
  },
  teltonika: {
    deviceId: teltonikaImei,
    first: teltonikaLogin,
    burst: (fix) =>
      teltonikaPacket([{ fix }]) +
      teltonikaPacket([{ fix: { ...fix, satellites: 0 }, priority: 2, event: 236, elements: [[236, 1, 1]] }]),
  },
  queclink: {
    deviceId: '860000000000017',
    burst: (fix, round) =>
      queclinkReport({ message: 'FRI', deviceId: '860000000000017', fix, count: 2 * round }) +
      queclinkReport({ message: 'SOS', deviceId: '860000000000017', fix, count: 2 * round + 1 }).replace(
        /,1,[\d.]+,(?=\d+,)/,
        ',0,0.0,',
      ),
  },
  suntech: {
    deviceId: '100850001',
    burst: (fix) =>
      suntechReport({ type: 'STT', deviceId: '100850001', fix }) +
      lost(suntechReport({ type: 'EMG', deviceId: '100850001', fix })),
  },
  osmand: {
    deviceId: 'phone-1',
    burst: (fix) =>
      `GET /?id=phone-1&lat=${fix.latitude}&lon=${fix.longitude}&timestamp=${unix(fix)} HTTP/1.1\r\n` +
      `GET /?id=phone-1&timestamp=${unix(fix)}&alarm=sos HTTP/1.1\r\n`,
  },
  meshtastic: {
    deviceId: 'a5c00004',
    burst: (fix, round) =>
      packet(0xa5c00004, 2 * round + 1, 3, meshPosition(fix), Date.parse(fix.dateTime)) +
      packet(0xa5c00004, 2 * round + 2, 11, [...Buffer.from('SOS')], Date.parse(fix.dateTime)),
  },
  aprs: {
    deviceId: 'PW0004-15',
    burst: ({ latitude, longitude }, round) =>
      aprsFrame('PW0004-15', `!${degrees(latitude, 2)}S/${degrees(longitude, 3)}E>round ${round}`) +
      aprsFrame('PW0004-15', `>round ${round} !EMERGENCY!`),
  },
};

const degrees = (angle: number, digits: number): string => {
  const size = Math.abs(angle);
  const minutes = ((size % 1) * 60).toFixed(2).padStart(5, '0');
  return String(Math.floor(size)).padStart(digits, '0') + minutes;
};

describe('the place of an alert that follows its fix in one chunk', () => {
  const folder = useFolder();
  let store: Store;
  const clock = createTestClock();
  const time = createTestTime(clock);
  const createReceive = (unknown?: UnknownDevicePolicy) =>
    createIngest({
      unknown,
      store,
      append: store.append,
      devices: createDevices({ store, time, licenses: () => 2, ...createTestEdits() }),
      time,
    });
  const latitudesOf = async (deviceId: string): Promise<readonly (number | undefined)[]> => {
    const page = await store.history.alerts({ deviceId, from: START - 1e9, to: START + 1e9, limit: 100 });
    return page.ok ? page.value.records.map(({ latitude }) => latitude) : [];
  };
  const expected = Array.from({ length: ROUNDS }, (_, round) => fixOf(round).latitude);

  beforeEach(async () => {
    store = await openTestStore(folder());
  });
  afterEach(() => store.close());

  for (const [name, { deviceId, first, burst }] of Object.entries(BURSTS)) {
    it(`an alert over ${name} is stored at the fix before it`, async () => {
      await store.append([{ kind: 'device', v: deviceOf(deviceId) }]);
      const line = openStoredLine({
        name: name as ProtocolName,
        receive: createReceive(),
        now: clock.now,
        clockQuality: 'ntp',
      });
      if (first !== undefined) await line.send(first);
      for (let round = 0; round < ROUNDS; round += 1) {
        await line.send(burst(fixOf(round), round));
        clock.advance(10_000);
      }
      expect(await latitudesOf(deviceId)).to.deep.equal(expected);
    });
  }

  it('an alert of an unknown device is quarantined at the fix before it, and the first one after a restart too', async () => {
    const unknown = (): UnknownDevicePolicy =>
      createUnknownDevicePolicy({
        ...{ setting: () => 'quarantine', listenerSettings: new Map(), logger: silentLogger },
        ...{ store, logBudgets: noLogBudgets, exclusive: createMutex() },
      });
    const open = () =>
      openStoredLine({ name: 'json', receive: createReceive(unknown()), now: clock.now, clockQuality: 'ntp' });
    const { burst } = BURSTS.json ?? { burst: () => '' };
    for (let round = 0; round < ROUNDS; round += 1) await open().send(burst(fixOf(round), round));
    await store.close();
    store = await openTestStore(folder());
    const alone = { dateTime: new Date(clock.now()).toISOString(), alerts: ['SOS'] };
    await open().send(jsonLine({ id: 99, deviceId: 'bus', alert: alone }, { checked: true }));
    const devices = createDevices({ store, time, licenses: () => 2, ...createTestEdits() });
    await devices.register('bus');
    expect(await latitudesOf('bus')).to.deep.equal([...expected, expected.at(-1)]);
  });

  it('an alert over HTTP is stored at the fix before it', async () => {
    await store.append([{ kind: 'device', v: deviceOf('bus') }]);
    const receive = createReceive();
    const report = { deviceId: 'bus', source: { protocol: 'http' }, bound: false, userId: 'root' } as const;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { dateTime, latitude, longitude } = fixOf(round);
      await Promise.all([
        receive({ ...report, locations: [{ dateTime, latitude, longitude }], alerts: [] }),
        receive({ ...report, locations: [], alerts: [{ dateTime, alerts: ['SOSButton'] }] }),
      ]);
    }
    expect(await latitudesOf('bus')).to.deep.equal(expected);
  });
});
