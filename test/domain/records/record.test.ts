import { expect } from 'chai';
import fc from 'fast-check';
import { identityOf, isRecord, streamName, type RecordChange } from '../../../src/domain/records/record.js';
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

describe('identityOf', () => {
  it('a record is identified by its kind, device, time and position, or alert names', () => {
    fc.assert(
      fc.property(record, record, (a, b) => {
        const same = JSON.stringify(facts(a)) === JSON.stringify(facts(b));
        expect(identityOf(a).key === identityOf(b).key).to.equal(same);
      }),
    );
  });

  it('the number of a numbered record is part of its identity', () => {
    const numbered = (seq?: number): string =>
      identityOf({
        kind: 'location',
        v: { deviceId: 'bus', location: fixAt(1), source, ...(seq !== undefined && { sequence: { epoch: 'A', seq } }) },
      }).key;
    expect(new Set([numbered(), numbered(1), numbered(2)]).size).to.equal(3);
    expect(numbered(1)).to.equal(numbered(1));
  });

  it('other fields are not part of the identity', () => {
    const one: RecordChange = { kind: 'location', v: { deviceId: 'bus', location: fixAt(1), source } };
    const other: RecordChange = {
      kind: 'location',
      v: { deviceId: 'bus', location: { ...fixAt(1), speed: 99 }, source: { protocol: 'json' }, future: true },
    };
    expect(identityOf(one)).to.deep.equal(identityOf(other));
  });

  it('the identity is the same after writing and reading JSON', () => {
    fc.assert(
      fc.property(record, (one) => {
        expect(identityOf(JSON.parse(JSON.stringify(one)) as RecordChange)).to.deep.equal(identityOf(one));
      }),
    );
  });

  it('different names have different identities, even if they look alike when joined', () => {
    const raised = (...alerts: string[]): string =>
      identityOf({ kind: 'alert', v: { deviceId: 'bus', alert: { dateTime: fixAt(1).dateTime, alerts }, source } }).key;
    expect(raised('a', 'b')).not.to.equal(raised('a,b'));
    expect(raised('a"', '"b')).not.to.equal(raised('a","b'));
  });

  it('the identity has the stream and the time to look the record up', () => {
    const one = identityOf({ kind: 'location', v: { deviceId: 'bus', location: fixAt(1), source } });
    expect(one).to.include({ stream: streamName('location', 'bus'), ms: Date.parse(fixAt(1).dateTime) });
    expect(streamName('location', 'bus')).not.to.equal(streamName('alert', 'bus'));
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
