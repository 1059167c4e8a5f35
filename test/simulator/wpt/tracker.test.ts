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
import { T0 } from '../../support/wpt.js';

const vehicle = createVehicle({ seed: 1 });
const stepMs = 250;

/** A gateway that keeps what the text says, in memory; it may be struck with all it knows of the line. */
function createGateway(now: () => number) {
  const kept = new Map<string, string[]>();
  let full = false;
  let heardAt = 0;
  let session: ProtocolSession;
  const open = (): void => {
    session = wpt.open(createCounters(), { ...NULL_CONTEXT, now, gatewayId: 'gw' });
  };
  const of = (epoch: string): string[] => kept.get(epoch) ?? kept.set(epoch, []).get(epoch) ?? [];

  function take(message: TrackerMessage): Receipt {
    if (message.type === 'hello')
      return success({ accepted: 0, duplicates: 0, stored: of(message.resume.epoch).length });
    if (message.type !== 'records' || message.sequence === undefined) return success({ accepted: 0, duplicates: 0 });
    const records = of(message.sequence.epoch);
    const isNext = message.sequence.seq === records.length + 1;
    if (isNext && full) return failure('store_unavailable', 'the disk is full');
    if (isNext) records.push(message.locations[0]?.dateTime ?? message.alerts[0]?.dateTime ?? '');
    return success({ accepted: isNext ? 1 : 0, duplicates: 0, stored: records.length });
  }

  open();
  return {
    crash: open,
    fill: (isFull: boolean) => (full = isFull),
    stored: () => [...kept.values()].flat(),
    hear(bytes: Uint8Array): string {
      const isSilent = bytes.length === 0 && now() - heardAt >= (wpt.idleTimeoutMs ?? Infinity);
      if (bytes.length > 0 || isSilent) heardAt = now();
      const messages = isSilent ? session.idle() : session.push(bytes, now());
      return messages.map((message) => session.reply(message, take(message)) ?? '').join('');
    },
  };
}

/** What happens in one step: to the tracker's bytes, to the gateway's bytes, to the gateway. */
const step = fc.record({
  sent: fc.constantFrom('whole', 'whole', 'lost', 'spoilt'),
  answered: fc.constantFrom('whole', 'whole', 'lost', 'spoilt'),
  full: fc.integer({ max: 4 }).map((n) => n === 0),
  crash: fc.integer({ max: 19 }).map((n) => n === 0),
  alert: fc.integer({ max: 9 }).map((n) => n === 0),
});

function pass(text: string, fate: string): Uint8Array {
  const bytes = Buffer.from(fate === 'lost' ? '' : text, 'latin1');
  if (fate === 'spoilt' && bytes.length > 0) bytes[bytes.length >> 1] = 0x2c;
  return bytes;
}

describe('simulated tracker of WPT/1', () => {
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

  it('has everything stored once and in order, whatever line and gateway do, and forgets nothing before', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
        now = 0;
        outgoing = '';
        const own = tracker();
        const gateway = createGateway(() => T0 + now);
        let measured = 0;
        const turn = ({ sent, answered }: { sent: string; answered: string }): void => {
          now += stepMs;
          own.tick();
          const said = outgoing;
          outgoing = '';
          own.onData(pass(gateway.hear(pass(said, sent)), answered));
          expect(own.settled()).to.be.at.most(gateway.stored().length);
        };
        for (const one of steps) {
          if (one.crash) gateway.crash();
          gateway.fill(one.full);
          measured += 1;
          if (one.alert) own.addAlert('SOS', T0 + measured * 1000);
          else own.addFix(vehicle.fixAt(T0 + measured * 1000));
          turn(one);
        }
        gateway.fill(false);
        for (let quiet = 0; own.kept() > 0 && quiet < 1_000; quiet += 1) turn({ sent: 'whole', answered: 'whole' });
        expect(own.kept()).to.equal(0);
        const stored = gateway.stored();
        expect(stored).to.have.length(measured);
        expect(new Set(stored).size).to.equal(measured);
      }),
      { seed: 20_261_121, numRuns: 200 },
    );
  });

  it('sends alerts before the fixes that wait', () => {
    const own = tracker();
    const gateway = createGateway(() => T0 + now);
    for (let second = 1; second <= 3; second += 1) own.addFix(vehicle.fixAt(T0 + second * 1000));
    own.addAlert('SOS', T0 + 9000);
    for (let turn = 0; turn < 3; turn += 1) {
      own.tick();
      const said = outgoing;
      outgoing = '';
      own.onData(Buffer.from(gateway.hear(Buffer.from(said))));
    }
    expect(gateway.stored()[0]).to.equal(new Date(T0 + 9000).toISOString());
  });
});
