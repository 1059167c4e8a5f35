import { expect } from 'chai';
import fc from 'fast-check';
import { failure, success } from '../../../src/errors.js';
import {
  createCounters,
  NULL_CONTEXT,
  type TrackerMessage,
  type ProtocolSession,
} from '../../../src/protocols/protocol.js';
import type { Receipt } from '../../../src/domain/report.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createWptTracker, type WptTracker } from '../../../src/simulator/wpt/tracker.js';
import { T0 } from '../../support/protocols/wpt.js';

const vehicle = createVehicle({ seed: 1 });
const stepMs = 250;

/** A gateway that stores records in memory. `crash` discards its protocol session. */
function createGateway(now: () => number) {
  const recordsByEpoch = new Map<string, string[]>();
  let full = false;
  let receivedAt = 0;
  let session: ProtocolSession;
  const open = (): void => {
    session = wpt.open(createCounters(), { ...NULL_CONTEXT, now, gatewayId: 'gw' });
  };
  const recordsOf = (epoch: string): string[] =>
    recordsByEpoch.get(epoch) ?? recordsByEpoch.set(epoch, []).get(epoch) ?? [];

  function take(message: TrackerMessage): Receipt {
    if (message.type === 'hello')
      return success({ accepted: 0, duplicates: 0, stored: recordsOf(message.resume.epoch).length });
    if (message.type !== 'records' || message.sequence === undefined) return success({ accepted: 0, duplicates: 0 });
    const records = recordsOf(message.sequence.epoch);
    const isNext = message.sequence.seq === records.length + 1;
    if (isNext && full) return failure('store_unavailable', 'the disk is full');
    if (isNext) records.push(message.locations[0]?.dateTime ?? message.alerts[0]?.dateTime ?? '');
    return success({ accepted: isNext ? 1 : 0, duplicates: 0, stored: records.length });
  }

  open();
  return {
    crash: open,
    fill: (isFull: boolean) => (full = isFull),
    stored: () => [...recordsByEpoch.values()].flat(),
    onData(bytes: Uint8Array): string {
      const isSilent = bytes.length === 0 && now() - receivedAt >= (wpt.idleTimeoutMs ?? Infinity);
      if (bytes.length > 0 || isSilent) receivedAt = now();
      const messages = isSilent ? session.idle() : session.push(bytes, now());
      return messages.map((message) => session.reply(message, take(message)) ?? '').join('');
    },
  };
}

/** The faults of one step: of the tracker's bytes, of the gateway's bytes, and of the gateway. */
const step = fc.record({
  sent: fc.constantFrom('intact', 'intact', 'lost', 'damaged'),
  answered: fc.constantFrom('intact', 'intact', 'lost', 'damaged'),
  full: fc.integer({ max: 4 }).map((n) => n === 0),
  crash: fc.integer({ max: 19 }).map((n) => n === 0),
  alert: fc.integer({ max: 9 }).map((n) => n === 0),
});

function transmit(text: string, fault: string): Uint8Array {
  const bytes = Buffer.from(fault === 'lost' ? '' : text, 'latin1');
  if (fault === 'damaged' && bytes.length > 0) bytes[bytes.length >> 1] = 0x2c;
  return bytes;
}

describe('createWptTracker', () => {
  let now = 0;
  let outgoing = '';
  const tracker = (): WptTracker => {
    let epochs = 0;
    const newEpoch = (): string => String((epochs += 1)).padStart(8, '0');
    return createWptTracker({ deviceId: 'trk-1', newEpoch, send: (text) => (outgoing += text), now: () => now });
  };
  beforeEach(() => {
    now = 0;
    outgoing = '';
  });

  it('every record is stored once and in order over any faulty line and gateway, and kept until then', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        now = 0;
        outgoing = '';
        const wptTracker = tracker();
        const gateway = createGateway(() => T0 + now);
        let measured = 0;
        const turn = ({ sent, answered }: { sent: string; answered: string }): void => {
          now += stepMs;
          wptTracker.tick();
          const bytes = outgoing;
          outgoing = '';
          wptTracker.onData(transmit(gateway.onData(transmit(bytes, sent)), answered));
          expect(wptTracker.settled()).to.be.at.most(gateway.stored().length);
        };
        for (const step of steps) {
          if (step.crash) gateway.crash();
          gateway.fill(step.full);
          measured += 1;
          if (step.alert) wptTracker.addAlert('SOS', T0 + measured * 1000);
          else wptTracker.addFix(vehicle.fixAt(T0 + measured * 1000));
          turn(step);
        }
        gateway.fill(false);
        for (let quiet = 0; wptTracker.kept() > 0 && quiet < 1_000; quiet += 1)
          turn({ sent: 'intact', answered: 'intact' });
        expect(wptTracker.kept()).to.equal(0);
        const stored = gateway.stored();
        expect(stored).to.have.length(measured);
        expect(new Set(stored).size).to.equal(measured);
      }),
      { seed: 20_261_121, numRuns: 200 },
    );
  });

  it('alerts are sent before waiting fixes', () => {
    const wptTracker = tracker();
    const gateway = createGateway(() => T0 + now);
    for (let second = 1; second <= 3; second += 1) wptTracker.addFix(vehicle.fixAt(T0 + second * 1000));
    wptTracker.addAlert('SOS', T0 + 9000);
    for (let turn = 0; turn < 3; turn += 1) {
      wptTracker.tick();
      const bytes = outgoing;
      outgoing = '';
      wptTracker.onData(Buffer.from(gateway.onData(Buffer.from(bytes))));
    }
    expect(gateway.stored()[0]).to.equal(new Date(T0 + 9000).toISOString());
  });
});
