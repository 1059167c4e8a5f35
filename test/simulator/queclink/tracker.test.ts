import { expect } from 'chai';
import fc from 'fast-check';
import { failure, success } from '../../../src/errors.js';
import { createCounters } from '../../../src/protocols/protocol.js';
import { queclink } from '../../../src/protocols/queclink/index.js';
import { createQueclinkTracker } from '../../../src/simulator/queclink/tracker.js';
import { imei, queclinkReport, readSacks } from '../../../src/simulator/queclink/frames.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { bytes } from '../../support/protocols/framing.js';

const T0 = Date.UTC(2026, 10, 21, 8);
const vehicle = createVehicle({ seed: 1 });
const deviceId = imei('86000000', 1);

describe('createQueclinkTracker', () => {
  const fix = {
    dateTime: '2026-11-21T08:22:34.560Z',
    latitude: 52.842278,
    longitude: -5.70582,
    speed: 10.289,
    course: 359.9,
    altitude: -1.5,
    satellites: 9,
    battery: 50,
  };

  it('a report has the format of the GL300, live and buffered', () => {
    const rest =
      'GTFRI,1A0102,860000000000017,GL300,0,0,1,1,37.0,0,-1.5,-5.705820,52.842278,20261121082234,' +
      '0204,0016,03EC,BD94,,50,20261121082234,00A1$';
    const report = { message: 'FRI', deviceId: '860000000000017', fix, count: 0xa1 } as const;
    expect(queclinkReport(report)).to.equal(`+RESP:${rest}`);
    expect(queclinkReport(report, true)).to.equal(`+BUFF:${rest}`);
  });

  it('an IMEI has 15 digits with the check digit of the standard', () => {
    expect(imei('49015420323751', 0).slice(0, 14)).to.equal('49015420323751');
    expect(imei('4901542032375', 1)).to.equal('490154203237518');
    expect(deviceId).to.match(/^86000000000001\d$/);
  });

  it('acknowledgements are read, and an incomplete one is kept', () => {
    expect(readSacks('+SACK:00A1$+SACK:FFFF$+SA')).to.deep.equal({ counts: [0xa1, 0xffff], rest: '+SA' });
  });

  it('every report is stored over any faulty line and gateway, and kept until then', () => {
    const fault = fc.constantFrom('none', 'none', 'lost', 'full');
    fc.assert(
      fc.property(fc.array(fault, { minLength: 5, maxLength: 80 }), (faults) => {
        let now = 0;
        let outgoing = '';
        let settled = 0;
        const stored = new Set<string>();
        const tracker = createQueclinkTracker({
          deviceId,
          send: (sent) => (outgoing += String(sent)),
          now: () => now,
          random: () => 0.5,
          onSettled: () => (settled += 1),
        });
        const session = queclink.open(createCounters());
        const turn = (fault: string): void => {
          now += 1_000;
          tracker.tick();
          const sent = outgoing;
          outgoing = '';
          for (const message of session.push(bytes(fault === 'lost' ? sent.slice(0, sent.length >> 1) : sent), T0)) {
            const [location] = message.type === 'records' ? message.locations : [];
            const isFull = fault === 'full';
            if (location !== undefined && !isFull) stored.add(location.dateTime);
            const receipt = isFull ? failure('store_unavailable', 'full') : success({ accepted: 1, duplicates: 0 });
            tracker.onData(bytes(String(session.reply(message, receipt) ?? '')));
          }
          expect(settled).to.be.at.most(stored.size);
        };
        for (const [index, fault] of faults.entries()) {
          tracker.report(vehicle.fixAt(T0 + 1000 * index));
          turn(fault);
        }
        for (let quiet = 0; tracker.kept() > 0 && quiet < 1_000; quiet += 1) turn('none');
        expect(tracker.kept()).to.equal(0);
        expect(stored.size).to.equal(faults.length);
      }),
      { seed: 20_261_121, numRuns: 100 },
    );
  });
});
