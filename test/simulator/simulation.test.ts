import { expect } from 'chai';
import fc from 'fast-check';
import { protocols } from '../../src/protocols/index.js';
import type { Faults } from '../../src/simulator/faults/index.js';
import type { SimulatedLine } from '../../src/simulator/ports/simulated-line.js';
import { createSimulation, type Simulation } from '../../src/simulator/simulation.js';
import type { SimulationEvent } from '../../src/simulator/simulated-tracker.js';
import { trackerKinds, type TrackerProtocol } from '../../src/simulator/trackers/index.js';
import { runProtocol, locationsOf } from '../support/protocols/framing.js';

const T0 = Date.UTC(2026, 10, 21, 8);

/** Protocols whose trackers send reports without a request of the gateway. */
const UNPROMPTED = ['ais', 'json', 'nmea0183', 'queclink', 'suntech', 'taip', 'ubx'] as const;

type Trial = {
  readonly protocol?: TrackerProtocol;
  readonly faults?: Faults;
  readonly seed?: number;
  readonly alertIntervalMs?: number;
};

/** A simulation on a line that accepts all bytes, with its events and effects. */
function start({ protocol = 'nmea0183', faults = {}, seed = 1, ...more }: Trial) {
  const kind = trackerKinds[protocol];
  const deviceIds = [1, 2].map((n) => kind.ids.nth(kind.ids.prefix ?? protocol, n)).slice(0, kind.sendsId ? 2 : 1);
  const sent: Buffer[] = [];
  const events: SimulationEvent[] = [];
  const plugs: string[] = [];
  const line: SimulatedLine & { unplug: () => void; replug: () => void } = {
    write: (bytes) => Promise.resolve(void sent.push(Buffer.from(bytes))),
    onData: () => undefined,
    unplug: () => plugs.push('unplug'),
    replug: () => plugs.push('replug'),
  };
  const simulation: Simulation = createSimulation({
    kind,
    assignments: [{ line, deviceIds }],
    seed,
    faults,
    startAt: T0,
    intervalMs: 1_000,
    now: () => 0,
    onEvent: (event) => events.push(event),
    ...more,
  });
  return { simulation, deviceIds, events, plugs, bytes: () => Buffer.concat(sent) };
}

const locations = (protocol: TrackerProtocol, bytes: Uint8Array) =>
  locationsOf(runProtocol(protocols[protocol], [bytes], undefined, T0 + 3_600_000));
const timesOf = (events: readonly SimulationEvent[]): string[] =>
  events.flatMap((event) => (event.event === 'made' && event.record === 'location' ? [event.dateTime] : []));

describe('createSimulation', () => {
  it('the protocol decodes each created record', () => {
    for (const protocol of UNPROMPTED) {
      const { simulation, bytes, events } = start({ protocol });
      simulation.advance(T0 + 5_000);
      expect(
        locations(protocol, bytes())
          .map(({ dateTime }) => dateTime)
          .sort(),
        protocol,
      ).to.deep.equal(timesOf(events).sort());
    }
  });

  it('the same seed gives the same bytes for any steps of time', () => {
    const rate = fc.constantFrom(0, 0.01, 0.3);
    const faults = fc.record({
      noise: rate,
      cut: rate,
      resend: rate,
      shuffle: fc.integer({ min: 1, max: 5 }),
      silence: fc.constantFrom(undefined, { every: 3, lasts: 2 }),
    });
    const steps = fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 10 });
    fc.assert(
      fc.property(faults, fc.nat(), steps, fc.constantFrom(...UNPROMPTED), (faults, seed, steps, protocol) => {
        const [whole, stepwise] = [start({ protocol, faults, seed }), start({ protocol, faults, seed })];
        whole.simulation.advance(T0 + 20_000, T0 + 20_000);
        let at = T0;
        for (const step of steps) stepwise.simulation.advance(Math.min((at += step), T0 + 19_999), T0 + 20_000);
        stepwise.simulation.advance(T0 + 20_000, T0 + 20_000);
        const of = ({ deviceIds, events }: typeof whole) =>
          deviceIds.map((deviceId) => events.filter((event) => event.deviceId === deviceId));
        expect(of(stepwise)).to.deep.equal(of(whole));
        if (whole.deviceIds.length === 1) expect(stepwise.bytes().equals(whole.bytes())).to.equal(true);
        expect(stepwise.simulation.counters()).to.deep.equal(whole.simulation.counters());
      }),
      { seed: 20_261_121, numRuns: 60 },
    );
  });

  it('another seed gives other bytes', () => {
    const [one, two] = [1, 2].map((seed) => {
      const { simulation, bytes } = start({ seed });
      simulation.advance(T0 + 3_000);
      return bytes().toString();
    });
    expect(one).to.not.equal(two);
  });

  it('the last report is before the end time, and incomplete shuffle groups are sent', () => {
    const { simulation, events } = start({ faults: { shuffle: 4 } });
    simulation.advance(T0 + 9_000, T0 + 10_000);
    expect(timesOf(events)).to.have.length(8);
    simulation.advance(T0 + 10_000, T0 + 10_000);
    simulation.advance(T0 + 60_000, T0 + 10_000);
    const made = timesOf(events);
    expect([...made].sort()).to.deep.equal(Array.from({ length: 10 }, (_, n) => new Date(T0 + n * 1000).toISOString()));
    expect(made).to.not.deep.equal([...made].sort());
  });

  it('the port is unplugged and replugged, and each unplug is an event', () => {
    const { simulation, plugs, events } = start({ faults: { unplug: { every: 10, lasts: 5 } } });
    for (let at = T0; at <= T0 + 30_000; at += 1_000) simulation.advance(at);
    expect(plugs.slice(0, 4)).to.deep.equal(['unplug', 'replug', 'unplug', 'replug']);
    expect(events.filter((event) => event.event === 'fault')).to.have.length(2);
  });

  it('the records and faults of each tracker are counted', () => {
    const { simulation } = start({ protocol: 'json', faults: { resend: 1 }, alertIntervalMs: 2_000 });
    simulation.advance(T0 + 4_000);
    for (const tally of simulation.counters()) {
      expect(tally).to.include({ made: 7, acknowledged: 0, kept: 7 });
      expect(tally.faults).to.deep.equal({ resend: 7 });
    }
  });

  it('records have the time of the clocks of the trackers', () => {
    const { simulation, bytes } = start({ protocol: 'json', faults: { clock: { offset: 'unset' } } });
    simulation.advance(T0 + 1_000);
    expect(bytes().toString()).to.contain('"dateTime":"1970-01-01T00:00:01.000Z"');
  });

  it('alerts are raised at their interval; the alert of a ship is a SART', () => {
    const { simulation, bytes } = start({ protocol: 'ais', alertIntervalMs: 3_000 });
    simulation.advance(T0 + 3_000);
    const messages = runProtocol(protocols.ais, [bytes()], undefined, T0 + 3_600_000);
    const alerts = messages.flatMap((message) => (message.type === 'records' ? message.alerts : []));
    expect(alerts.map((alert) => alert.alerts)).to.deep.equal([['SART'], ['SART']]);
  });
});
