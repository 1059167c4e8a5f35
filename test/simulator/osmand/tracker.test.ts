import { expect } from 'chai';
import { osmand } from '../../../src/protocols/osmand/index.js';
import { createCounters, NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import { createOsmandTracker } from '../../../src/simulator/osmand/tracker.js';
import type { SimulatedResult } from '../../../src/simulator/trackers/tracker.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';

const vehicle = createVehicle({ seed: 4 });
const fixAt = (second: number) => vehicle.fixAt(Date.UTC(2026, 10, 21, 8, 0, second));

function createLink() {
  const link = { now: 0, sent: [] as string[], settled: [] as SimulatedResult[] };
  const tracker = createOsmandTracker({
    deviceId: 'phone-1',
    send: (bytes) => link.sent.push(Buffer.from(bytes).toString()),
    now: () => link.now,
    random: () => 0,
    onSettled: (settled) => link.settled.push(settled),
  });
  const respond = (status: string): void => {
    tracker.onData(Buffer.from(status));
  };
  return Object.assign(link, { tracker, respond });
}

describe('the simulated telephone', () => {
  it('the protocol reads its fixes and alarms', () => {
    const link = createLink();
    link.tracker.report(fixAt(1));
    link.respond('200');
    link.tracker.alert(fixAt(2));
    const session = osmand.open(createCounters(), { ...NULL_CONTEXT, isDatagram: true });
    const messages = link.sent.flatMap((query) => session.push(Buffer.from(query), 0));
    const [first, second] = messages.flatMap((message) => (message.type === 'records' ? [message] : []));
    const { latitude, longitude, dateTime, altitude, speed } = fixAt(1);
    expect(first).to.deep.include({ deviceId: 'phone-1', alerts: [] });
    expect(first?.locations[0]).to.include({ latitude, longitude, dateTime, altitude, accuracy: 5 });
    expect(first?.locations[0]?.speed).to.be.closeTo(speed, 0.001);
    expect(second?.alerts[0]?.alerts).to.deep.equal(['SOSButton']);
  });

  it('one request follows the other, and each is kept until it gets 200', () => {
    const link = createLink();
    for (const second of [1, 2, 3]) link.tracker.report(fixAt(second));
    expect(link.sent).to.have.length(1);
    for (const status of ['503', '000', '403']) {
      link.respond(status);
      link.now += 3_000;
      link.tracker.tick();
    }
    expect(new Set(link.sent).size).to.equal(1);
    expect(link.sent).to.have.length(4);
    for (let at = 0; at < 3; at += 1) link.respond('200');
    expect(link.tracker.kept()).to.equal(0);
    expect(link.settled.map(({ outcome }) => outcome)).to.deep.equal(Array(3).fill('acknowledged'));
  });

  it('a request without a response is sent again, and a wrong one is given up', () => {
    const link = createLink();
    link.tracker.report(fixAt(1));
    link.now += 10_000;
    link.tracker.tick();
    expect(link.sent).to.have.length(2);
    link.respond('400');
    expect(link.settled.map(({ outcome }) => outcome)).to.deep.equal(['refused']);
  });
});
