import { expect } from 'chai';
import fc from 'fast-check';
import { isRecord, isSameRecord, keyOf, tagOf, timeOf, type RecordChange } from '../../../src/domain/records/record.js';
import type { Change } from '../../../src/schema/entry.js';
import { deviceOf, fixAt } from '../../support/store/records.js';

const source = { protocol: 'http' };
const id = fc.stringMatching(/^[A-Za-z0-9._:-]{1,8}$/);
const dateTime = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString());
const degrees = fc.double({ min: -90, max: 90, noNaN: true });
const location = fc
  .record({ deviceId: id, dateTime, latitude: degrees, longitude: degrees })
  .map(({ deviceId, ...fix }): RecordChange => ({ kind: 'location', v: { deviceId, location: fix, source } }));
const alert = fc
  .record({ deviceId: id, dateTime, alerts: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }) })
  .map(({ deviceId, ...raised }): RecordChange => ({ kind: 'alert', v: { deviceId, alert: raised, source } }));
const record = fc.oneof(location, alert);

/** The parts of a record that identify it. */
const facts = (one: RecordChange): unknown[] =>
  one.kind === 'location'
    ? [one.kind, one.v.deviceId, one.v.location.dateTime, one.v.location.latitude, one.v.location.longitude]
    : [one.kind, one.v.deviceId, one.v.alert.dateTime, one.v.alert.alerts];

describe('the key of a record', () => {
  it('a record is identified by its kind, device, time and position, or alert names', () => {
    fc.assert(
      fc.property(record, record, (a, b) => {
        const same = JSON.stringify(facts(a)) === JSON.stringify(facts(b));
        expect(keyOf(a) === keyOf(b)).to.equal(same);
      }),
    );
  });

  it('the number of a numbered record is part of it', () => {
    const numbered = (seq?: number): string =>
      keyOf({
        kind: 'location',
        v: { deviceId: 'bus', location: fixAt(1), source, ...(seq !== undefined && { sequence: { epoch: 'A', seq } }) },
      });
    expect(new Set([numbered(), numbered(1), numbered(2)]).size).to.equal(3);
    expect(numbered(1)).to.equal(numbered(1));
  });

  it('other fields are not part of it', () => {
    const one: RecordChange = { kind: 'location', v: { deviceId: 'bus', location: fixAt(1), source } };
    const other: RecordChange = {
      kind: 'location',
      v: { deviceId: 'bus', location: { ...fixAt(1), speed: 99 }, source: { protocol: 'json' }, future: true },
    };
    expect(keyOf(one)).to.equal(keyOf(other));
  });

  it('key and tag are the same after writing and reading JSON', () => {
    fc.assert(
      fc.property(record, (one) => {
        const read = JSON.parse(JSON.stringify(one)) as RecordChange;
        expect(keyOf(read)).to.equal(keyOf(one));
        expect(tagOf(read)).to.equal(tagOf(one));
        expect(isSameRecord(read, one)).to.equal(true);
      }),
    );
  });

  it('different names have different keys, even if they look alike when joined', () => {
    const raised = (...alerts: string[]): string =>
      keyOf({ kind: 'alert', v: { deviceId: 'bus', alert: { dateTime: fixAt(1).dateTime, alerts }, source } });
    expect(raised('a', 'b')).not.to.equal(raised('a,b'));
    expect(raised('a"', '"b')).not.to.equal(raised('a","b'));
  });

  it('the time is that of the record', () => {
    fc.assert(
      fc.property(record, (one) => {
        const { dateTime: at } = one.kind === 'location' ? one.v.location : one.v.alert;
        expect(timeOf(one)).to.equal(Date.parse(at));
      }),
    );
  });

  it('records are the same if they have the same key, which then have the same tag', () => {
    const near = fc.record({
      kind: fc.constantFrom('location', 'alert'),
      deviceId: fc.constantFrom('bus', 'van'),
      dateTime: fc.constantFrom(fixAt(1).dateTime, fixAt(2).dateTime),
      latitude: fc.constantFrom(0, -0, 52.5),
      seq: fc.constantFrom(undefined, 0, 1),
      epoch: fc.constantFrom('A', 'B'),
      name: fc.constantFrom('SOS', 'SOSButton', 'other'),
    });
    const recordOf = (one: typeof near extends fc.Arbitrary<infer One> ? One : never): RecordChange => {
      const { kind, deviceId, latitude, name, seq, epoch } = one;
      const sequence = seq === undefined ? {} : { sequence: { epoch, seq } };
      return kind === 'location'
        ? { kind, v: { deviceId, location: { dateTime: one.dateTime, latitude, longitude: 5 }, source, ...sequence } }
        : { kind: 'alert', v: { deviceId, alert: { dateTime: one.dateTime, alerts: [name] }, source, ...sequence } };
    };
    fc.assert(
      fc.property(near.map(recordOf), near.map(recordOf), (a, b) => {
        const same = keyOf(a) === keyOf(b);
        expect(isSameRecord(a, b)).to.equal(same);
        if (same) expect(tagOf(a)).to.equal(tagOf(b));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('isRecord', () => {
  it('locations and alerts are records, other changes are not', () => {
    const changes: Change[] = [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'location', v: { deviceId: 'bus', location: fixAt(1), source } },
      { kind: 'alert', v: { deviceId: 'bus', alert: { dateTime: fixAt(1).dateTime, alerts: ['a'] }, source } },
      { kind: 'usage', v: { users: [] } },
    ];
    expect(changes.map(isRecord)).to.deep.equal([false, true, true, false]);
  });
});
