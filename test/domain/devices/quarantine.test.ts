import { expect } from 'chai';
import fc from 'fast-check';
import {
  QUARANTINE_LIMITS,
  devicesToDisplace,
  hasRoomForForwarded,
  emptyQuarantine,
  addRecord,
  removeDevice,
  sizeOf,
  type QuarantineLimits,
  type QuarantineState,
} from '../../../src/domain/devices/quarantine.js';
import type { TrackerChange } from '../../../src/schema/entry.js';
import { parseState } from '../../../src/store/state/read-state.js';
import { emptyState } from '../../../src/store/state/state.js';
import { stringifyState } from '../../support/store/stringify-state.js';
import { fixAt } from '../../support/store/records.js';

const source = { protocol: 'wpt', port: '/dev/ttyUSB0' };
const at = '2026-11-21T08:00:00.000Z';
const smallLimits: QuarantineLimits = { devices: 3, perDevice: 4, records: 8, chars: 100_000 };

const fix = (deviceId: string, second: number): TrackerChange => ({
  kind: 'location',
  v: { deviceId, location: fixAt(second), source },
});
const secondsOf = (quarantine: QuarantineState, id: string): number[] =>
  [...(quarantine.devices.get(id)?.records.values() ?? [])].map(({ change }) =>
    change.kind === 'location' ? (Date.parse(change.v.location.dateTime) - Date.parse(fixAt(0).dateTime)) / 1000 : NaN,
  );

/** A quarantine that is added to. */
function createQuarantine(limits: QuarantineLimits = smallLimits) {
  const quarantine = emptyQuarantine();
  let n = 0;
  return {
    quarantine,
    add: (...changes: readonly TrackerChange[]) => {
      for (const v of changes) addRecord(quarantine, { n: (n += 1), at, v }, limits);
    },
  };
}

/** The totals equal the sums over the devices. */
function expectSums({ devices, records, chars }: QuarantineState): void {
  const all = [...devices.values()].flatMap((device) => [...device.records.values()]);
  expect(records).to.equal(all.length);
  expect(chars).to.equal(all.reduce((sum, { change }) => sum + JSON.stringify(change).length, 0));
}

describe('the quarantine', () => {
  it('every record is kept once, in order of arrival, with the last location', () => {
    const { quarantine, add } = createQuarantine();
    add(fix('a', 2), fix('a', 1), fix('a', 2));
    expect(secondsOf(quarantine, 'a')).to.deep.equal([2, 1]);
    const future: TrackerChange = { kind: 'location', v: { deviceId: 'a', location: fixAt(9), source, future: true } };
    add(future);
    expect(quarantine.devices.get('a')).to.include({ since: 1, dropped: 0 });
    expect(quarantine.devices.get('a')?.lastLocation).to.deep.equal(fixAt(2));
    expectSums(quarantine);
  });

  it('each device is bounded: its oldest records are dropped and counted, its highest number stays', () => {
    const { quarantine, add } = createQuarantine();
    for (let seq = 1; seq <= 6; seq += 1) {
      const { v } = fix('a', seq) as Extract<TrackerChange, { kind: 'location' }>;
      add({ kind: 'location', v: { ...v, sequence: { epoch: 'E', seq } } });
    }
    expect(secondsOf(quarantine, 'a')).to.deep.equal([3, 4, 5, 6]);
    expect(quarantine.devices.get('a')).to.include({ dropped: 2 });
    expect(quarantine.devices.get('a')?.sequences).to.deep.equal([{ epoch: 'E', from: 1, seq: 6 }]);
    expect(quarantine.dropped).to.equal(2);
    expectSums(quarantine);
  });

  it('the total is bounded by records and by length: the oldest of all devices are dropped', () => {
    for (const most of [smallLimits, { ...smallLimits, records: 100, chars: 8 * JSON.stringify(fix('a', 1)).length }]) {
      const { quarantine, add } = createQuarantine(most);
      add(fix('a', 1), fix('a', 2), fix('b', 3), fix('b', 4), fix('b', 5), fix('c', 6), fix('c', 7), fix('c', 8));
      expect(quarantine.dropped).to.equal(0);
      add(fix('a', 9));
      expect(secondsOf(quarantine, 'a')).to.deep.equal([9]);
      expect(quarantine).to.include({ records: 7, dropped: 2 });
      expectSums(quarantine);
    }
  });

  it('a new device displaces the least recently seen one', () => {
    const { quarantine, add } = createQuarantine();
    add(fix('a', 1), fix('b', 2), fix('c', 3), fix('a', 4));
    expect(devicesToDisplace(quarantine, new Set(['a', 'c']), 3)).to.deep.equal([]);
    expect(devicesToDisplace(quarantine, new Set(['d']), 3)).to.deep.equal(['b']);
    expect(devicesToDisplace(quarantine, new Set(['d', 'e', 'b']), 3)).to.deep.equal(['c', 'a']);
    removeDevice(quarantine, 'b', 'displaced');
    removeDevice(quarantine, 'c', 'discarded');
    expect(quarantine).to.include({ records: 2, dropped: 1 });
    expectSums(quarantine);
  });

  it('after any changes, it has what arrived and was not dropped, adopted or discarded, also after a snapshot', () => {
    const ids = ['__proto__', '7', '10', 'a', 'constructor'];
    const adding = fc.record({ id: fc.constantFrom(...ids), second: fc.integer({ min: 0, max: 12 }) });
    const removing = fc.record({
      id: fc.constantFrom(...ids),
      reason: fc.constantFrom('adopted', 'discarded', 'displaced'),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: adding }, removing), { maxLength: 60 }), (steps) => {
        const state = emptyState();
        let now = state;
        let [added, released] = [0, 0];
        for (const [n, step] of steps.entries()) {
          const { quarantine } = now;
          if ('second' in step) {
            const before = quarantine.devices.get(step.id)?.records.size ?? 0;
            const v = fix(step.id, step.second);
            const isNew = !secondsOf(quarantine, step.id).includes(step.second);
            addRecord(quarantine, { n: n + 1, at, v }, smallLimits);
            added += Number(isNew);
            expect(quarantine.devices.get(step.id)?.records.size).to.be.at.most(
              Math.min(before + 1, smallLimits.perDevice),
            );
          } else {
            const removed = removeDevice(quarantine, step.id, step.reason)?.records.size ?? 0;
            released += step.reason === 'displaced' ? 0 : removed;
          }
          expect(quarantine.records + quarantine.dropped + released).to.equal(added);
          expect(quarantine.records).to.be.at.most(smallLimits.records);
          expectSums(quarantine);
          const read = parseState(stringifyState(now));
          expect([...read.quarantine.devices]).to.deep.equal([...quarantine.devices]);
          expect(read).to.deep.equal(now);
          // Halfway, the test continues with the parsed state.
          if (n % 2 === 0) now = read;
        }
      }),
    );
  });

  it('a flood of new ids takes a few megabytes at most, and constant time per record', () => {
    const { quarantine, add } = createQuarantine(QUARANTINE_LIMITS);
    for (let n = 0; n < 30_000; n += 1) {
      const id = `ghost-${n}`;
      for (const gone of devicesToDisplace(quarantine, new Set([id]))) removeDevice(quarantine, gone, 'displaced');
      add(fix(id, n));
    }
    expect(quarantine.devices.size).to.equal(QUARANTINE_LIMITS.devices);
    expect(quarantine).to.include({ records: QUARANTINE_LIMITS.devices, dropped: 30_000 - QUARANTINE_LIMITS.devices });
  });

  describe('records that other gateways forward', () => {
    const forwarded = (deviceId: string, second: number): TrackerChange => ({
      kind: 'location',
      v: {
        ...{ deviceId, location: fixAt(second) },
        source: { protocol: 'http', gateway: 'north', id: `north:abcdefgh:${second}` },
      },
    });
    const nothing = { added: { records: 0, chars: 0 }, ids: new Set<string>() };

    it('nothing that comes over ports displaces them, neither of their id nor of others', () => {
      const { quarantine, add } = createQuarantine();
      add(forwarded('bus', 1), forwarded('bus', 2));
      for (let second = 10; second < 60; second += 1) add(fix('bus', second), fix('van', second), fix('cab', second));
      expect(secondsOf(quarantine, 'bus').slice(0, 2)).to.deep.equal([1, 2]);
      expect(quarantine.devices.get('bus')?.forwarded?.records).to.equal(2);
      expect(quarantine.records).to.be.at.most(smallLimits.records);
      expect(devicesToDisplace(quarantine, new Set(['a', 'b']), 3)).to.deep.equal(['van', 'cab']);
    });

    it('they have half of the room, in records, ids and bytes, and no more than one id may have', () => {
      const { quarantine, add } = createQuarantine();
      const fits = (id: string, ...changes: readonly TrackerChange[]): boolean =>
        hasRoomForForwarded(quarantine, id, sizeOf(changes), nothing, { ...smallLimits, devices: 4 });
      add(forwarded('bus', 1), forwarded('bus', 2), forwarded('bus', 3));
      expect(fits('van', forwarded('van', 1))).to.equal(true);
      expect(fits('van', forwarded('van', 1), forwarded('van', 2))).to.equal(false);
      expect(fits('bus', forwarded('bus', 4))).to.equal(true);
      add(fix('bus', 9));
      expect(fits('bus', forwarded('bus', 4))).to.equal(false);
      add(forwarded('van', 1));
      expect(fits('cab', forwarded('cab', 1))).to.equal(false);
      const added = { records: 1, chars: 100 };
      expect(
        hasRoomForForwarded(quarantine, 'van', sizeOf([]), { added, ids: new Set(['cab']) }, smallLimits),
      ).to.equal(false);
      expect(
        hasRoomForForwarded(emptyQuarantine(), 'bus', sizeOf([forwarded('bus', 1)]), nothing, {
          ...smallLimits,
          chars: 300,
        }),
      ).to.equal(false);
    });

    it('they are the same after the state was written and read', () => {
      const { quarantine, add } = createQuarantine();
      add(forwarded('bus', 1), fix('bus', 2));
      const read = parseState(stringifyState({ ...emptyState(), quarantine })).quarantine;
      expect(read).to.deep.equal(quarantine);
    });
  });
});
