import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { gt06 } from '../../../src/protocols/gt06/index.js';
import { createCounters, type ProtocolSession } from '../../../src/protocols/protocol.js';
import { createGt06Tracker } from '../../../src/simulator/gt06/tracker.js';
import type { SimulatedResult } from '../../../src/simulator/trackers/tracker.js';
import { gt06Fix, gt06Imei } from '../../support/protocols/gt06.js';

const T0 = Date.UTC(2026, 10, 21, 8);
const STORED = success({ accepted: 1, duplicates: 0 });

/** A tracker and a gateway, with what the gateway stored. */
function createLink() {
  const link = {
    now: 0,
    isStoring: true,
    session: undefined as ProtocolSession | undefined,
    stored: [] as string[],
    settled: [] as SimulatedResult[],
    commands: [] as string[],
    replies: [] as string[],
  };
  const tracker = createGt06Tracker({
    deviceId: gt06Imei,
    now: () => link.now,
    random: () => 0,
    onSettled: (settled) => link.settled.push(settled),
    onCommand: (command) => link.commands.push(command),
    send(bytes) {
      const receipt = link.isStoring ? STORED : failure('store_unavailable', 'the disk is full');
      for (const message of link.session?.push(Buffer.from(bytes), T0) ?? []) {
        if (message.type === 'records' && link.isStoring) {
          for (const { dateTime } of message.locations) link.stored.push(`${String(message.deviceId)} ${dateTime}`);
        }
        if (message.type === 'reply') link.replies.push(`${String(message.ref)} ${message.accepted} ${message.text}`);
        const reply = link.session?.reply(message, receipt);
        if (reply !== undefined) tracker.onData(Buffer.from(reply));
      }
    },
  });
  return Object.assign(link, {
    tracker,
    connect() {
      link.session = gt06.open(createCounters());
      tracker.onConnect?.();
    },
    command(text: string) {
      const request = { deviceId: gt06Imei, bound: false, key: 'a1b2c3d40001', bytes: Buffer.from(text) };
      const encoded = link.session?.command?.(request);
      if (encoded?.ok !== true) throw new Error('not encoded');
      tracker.onData(Buffer.from(encoded.value.data));
    },
  });
}

const stampOf = (second: number): string => `${gt06Imei} 2026-11-21T08:00:0${second}.000Z`;

describe('the simulated GT06 tracker', () => {
  it('its records are stored under the IMEI of its login and acknowledged', () => {
    const link = createLink();
    link.connect();
    link.tracker.report(gt06Fix(1));
    link.tracker.alert(gt06Fix(2));
    expect(link.stored).to.deep.equal([stampOf(1), stampOf(2)]);
    expect(link.tracker.kept()).to.equal(0);
    expect(link.settled.map(({ record, outcome }) => `${record} ${outcome}`)).to.deep.equal([
      'location acknowledged',
      'alert acknowledged',
    ]);
  });

  it('a record that is not acknowledged is sent again, after a new login on a new connection', () => {
    const link = createLink();
    link.connect();
    link.isStoring = false;
    link.tracker.report(gt06Fix(1));
    expect(link.tracker.kept()).to.equal(1);
    link.isStoring = true;
    link.connect();
    link.now += 10_000;
    link.tracker.tick();
    expect(link.stored).to.deep.equal([stampOf(1)]);
    expect(link.tracker.kept()).to.equal(0);
  });

  it('a record waits for the reply to the login', () => {
    const link = createLink();
    link.tracker.report(gt06Fix(1));
    link.connect();
    link.now += 10_000;
    link.tracker.tick();
    expect(link.stored).to.deep.equal([stampOf(1)]);
  });

  it('a command is carried out, or refused, with the server flag of the command', () => {
    const link = createLink();
    link.connect();
    link.command('STATUS#');
    link.command('fail');
    expect(link.commands).to.deep.equal(['STATUS#']);
    expect(link.replies).to.deep.equal(['a1b2c3d4 true OK!', 'a1b2c3d4 false Command Error!']);
  });
});
