import { expect } from 'chai';
import fc from 'fast-check';
import { ais } from '../../../src/protocols/ais/index.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { locationSchema, type Location } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { aisSentences, type AisField } from '../../../src/simulator/ais/sentences.js';
import {
  aid,
  aircraft,
  baseStation,
  callSignOf,
  classA,
  classB,
  extendedClassB,
  longRange,
  nameOf,
  safetyText,
  voyage,
} from '../../support/protocols/ais-messages.js';
import { bytes, runProtocol, locationsOf } from '../../support/protocols/framing.js';

const seed = 20_261_121;
const receivedAt = Date.UTC(2026, 10, 21, 10, 15, 30, 250);

const decode = (...messages: readonly (readonly AisField[])[]): TrackerMessage[] =>
  runProtocol(ais, [bytes(messages.map((fields) => aisSentences(fields)).join(''))], createCounters(), receivedAt);
const fixes = (...messages: readonly (readonly AisField[])[]): Location[] => locationsOf(decode(...messages));
const attributesOf = (...messages: readonly (readonly AisField[])[]): Location['attributes'] =>
  fixes(...messages).at(-1)?.attributes;

describe('AIS reports', () => {
  it('a class A report becomes a location of its MMSI', () => {
    expect(decode(classA({ turn: -20, raim: 1 }))).to.deep.equal([
      {
        type: 'records',
        deviceId: '244660001',
        locations: [
          {
            dateTime: '2026-11-21T10:15:12.000Z',
            latitude: 53.3,
            longitude: 5.25,
            speed: 3.8069,
            course: 287.4,
            attributes: {
              navigationStatus: 'under way using engine',
              heading: 286,
              rateOfTurn: -17.9,
              highAccuracy: true,
              raim: true,
            },
          },
        ],
        alerts: [],
      },
    ]);
  });

  it('messages 2 and 3 are read like 1, and messages 9, 18, 19, 21 and 27 have positions', () => {
    const position = { latitude: 53.3, longitude: 5.25 };
    for (const fields of [classA({}, 2), classA({}, 3), classB(), extendedClassB('TJALK', 36), longRange()]) {
      expect(fixes(fields)[0]).to.include({
        ...position,
        ...(fields[0]?.[0] !== 27 && { speed: 3.8069, course: 287.4 }),
      });
    }
    expect(fixes(longRange())[0]).to.include({ speed: 3.6011, course: 287, dateTime: '2026-11-21T10:15:30.000Z' });
    expect(fixes(aircraft(305, { speed: 90 }))[0]).to.include({ ...position, altitude: 305, speed: 46.3 });
    expect(decode(aid(1, 'SCHIERMONNIKOOG'))[0]).to.include({ deviceId: '992446001' });
    expect(fixes(aid(1, 'SCHIERMONNIKOOG'))[0]).to.include(position);
  });

  it('an MMSI has nine digits, and an invalid one is rejected', () => {
    expect(decode(classA({ mmsi: 1_234 }))[0]).to.include({ deviceId: '000001234' });
    for (const mmsi of [0, 1_000_000_000, 2 ** 30 - 1]) {
      expect(decode(classA({ mmsi }))[0], String(mmsi)).to.include({ type: 'rejected' });
    }
  });

  it('a value that is not available is unknown, not zero', () => {
    const nothing = { turn: -128, speed: 1023, course: 3600, heading: 511, status: 15 };
    const [fix] = fixes(classA(nothing));
    expect(fix).to.have.all.keys('dateTime', 'latitude', 'longitude', 'attributes');
    expect(fix?.attributes).to.deep.equal({ highAccuracy: true, raim: false });
    expect(fixes(aircraft(4095, { speed: 1023 }))[0]).to.not.have.any.keys('altitude', 'speed');
    expect(fixes(longRange({ speed: 63, course: 511, status: 15 }))[0]).to.not.have.any.keys('speed', 'course');
  });

  it('a value of zero is zero', () => {
    const zero = { turn: 0, speed: 0, course: 0, heading: 0, longitude: 0, latitude: 0 };
    expect(fixes(classA(zero))[0]).to.include({ speed: 0, course: 0, longitude: 0, latitude: 0 });
    expect(attributesOf(classA(zero))).to.include({ rateOfTurn: 0, heading: 0 });
  });

  it('a heading of 360 is north, and a higher one unknown', () => {
    expect(attributesOf(classB({ heading: 360 }))).to.include({ heading: 0 });
    expect(attributesOf(classB({ heading: 361 }))).to.not.have.property('heading');
  });

  it('an impossible position gives no fix', () => {
    for (const position of [
      { longitude: 181 * 600_000, latitude: 91 * 600_000 },
      { longitude: 181 * 600_000 },
      { latitude: 91 * 600_000 },
      { longitude: 180 * 600_000 + 1 },
      { latitude: -90 * 600_000 - 1 },
    ]) {
      for (const fields of [classA(position), classB(position), aircraft(10, position), aid(1, 'X', position)]) {
        expect(decode(fields), JSON.stringify(position)).to.deep.equal([]);
      }
    }
    expect(decode(longRange({ longitude: 181 * 600, latitude: 91 * 600 }))).to.deep.equal([]);
    expect(fixes(classA({ longitude: -180 * 600_000, latitude: -90 * 600_000 }))).to.have.length(1);
  });

  it('the rate of turn is decoded, or only its side without an indicator', () => {
    expect(attributesOf(classA({ turn: 126 }))?.rateOfTurn).to.equal(708.7);
    expect(attributesOf(classA({ turn: 127 }))).to.include({ turning: 'starboard' });
    expect(attributesOf(classA({ turn: -127 })))
      .to.include({ turning: 'port' })
      .and.not.have.property('rateOfTurn');
  });

  it('a position without satellites has its origin', () => {
    const origins = [60, 61, 62, 63].map((second) => attributesOf(classA({ second }))?.positionOrigin);
    expect(origins).to.deep.equal([undefined, 'manual', 'dead reckoning', 'inoperative']);
  });

  it('other positions in a message are never taken for that of its sender', () => {
    for (const type of [6, 8, 10, 12, 15, 16, 17, 20, 22, 23, 25, 26]) {
      expect(decode(classA({}, type)), String(type)).to.deep.equal([]);
    }
    for (const type of [0, 28, 63]) expect(decode(classA({}, type))[0]).to.include({ type: 'rejected' });
  });

  it('a truncated message is rejected, and extra bits are accepted', () => {
    for (const fields of [classA(), classB(), extendedClassB('X', 1), aircraft(1), aid(1, 'X'), longRange()]) {
      for (let kept = 1; kept < fields.length - 2; kept += 1) {
        expect(locationsOf(decode(fields.slice(0, kept)))).to.deep.equal([]);
      }
      expect(fixes([...fields, [0, 30], [0, 30]])).to.have.length(1);
    }
  });

  it('records match the schemas, whatever the bits are', () => {
    const isLocation = validator(locationSchema);
    const bits = fc.array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.constant(6)), { minLength: 16, maxLength: 70 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 27 }), bits, (type, rest) => {
        for (const fix of fixes([[type, 6], [0, 2], [2, 4], ...rest])) {
          expect(isLocation(fix)).to.have.property('ok', true);
          expect(Date.parse(fix.dateTime)).to.be.finite;
        }
      }),
      { seed, numRuns: 2000 },
    );
  });
});

describe('the time of AIS reports', () => {
  const timeAt = (fields: readonly AisField[], at: number): string | undefined =>
    locationsOf(runProtocol(ais, [bytes(aisSentences(fields))], createCounters(), at))[0]?.dateTime;

  it('the time is the latest instant before reception with the second of the report', () => {
    expect(timeAt(classA({ second: 30 }), receivedAt)).to.equal('2026-11-21T10:15:30.000Z');
    expect(timeAt(classA({ second: 58 }), Date.UTC(2026, 11, 31, 24, 0, 3))).to.equal('2026-12-31T23:59:58.000Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 4e12 }), (second, at) => {
        const time = Date.parse(timeAt(classA({ second }), at) ?? '');
        expect(time).to.be.within(Math.max(0, at - 60_000), at);
        if (at >= 60_000) expect((time / 1000) % 60).to.equal(second);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('the time is the second of reception without a second in the report', () => {
    expect(timeAt(classA({ second: 60 }), receivedAt)).to.equal('2026-11-21T10:15:30.000Z');
    expect(timeAt(longRange(), receivedAt)).to.equal('2026-11-21T10:15:30.000Z');
  });

  it('base station reports and time responses have their own full time', () => {
    expect(timeAt(baseStation([2026, 11, 20, 23, 59, 58]), receivedAt)).to.equal('2026-11-20T23:59:58.000Z');
    expect(timeAt(baseStation([2024, 2, 29, 0, 0, 0], 11), receivedAt)).to.equal('2024-02-29T00:00:00.000Z');
    for (const none of [
      [0, 0, 0, 24, 60, 60],
      [2026, 2, 29, 1, 1, 1],
      [2026, 13, 1, 1, 1, 1],
      [2026, 1, 0, 1, 1, 1],
    ] as const) {
      expect(timeAt(baseStation(none), receivedAt)).to.equal('2026-11-21T10:15:30.000Z');
    }
  });
});

describe('AIS static data', () => {
  const sender = { highAccuracy: true, raim: false, heading: 286 };

  it('static data is added to every later position of a station', () => {
    const fields = voyage('ZEEHOND', 'PC4711', 'HARLINGEN');
    expect(decode(fields)).to.deep.equal([]);
    const [before, after] = fixes(classB(), fields, classB({ spare: 1 }));
    expect(before?.attributes).to.deep.equal(sender);
    const names = { name: 'ZEEHOND', callSign: 'PC4711', imo: 9_074_729, shipType: 70, destination: 'HARLINGEN' };
    expect(after?.attributes).to.deep.equal({ ...sender, ...names });
  });

  it('static data comes from both parts of message 24, from 19 and from 21', () => {
    const both = attributesOf(nameOf('ZEEHOND'), callSignOf('PC4711', 36), classB());
    expect(both).to.deep.equal({ ...sender, name: 'ZEEHOND', callSign: 'PC4711', shipType: 36 });
    expect(attributesOf(extendedClassB('TJALK', 36))).to.include({ name: 'TJALK', shipType: 36 });
    const long = aid(14, 'SCHIERMONNIKOOG WEST 12A', { offPosition: 1, virtual: 1 });
    expect(attributesOf(long)).to.include({
      name: 'SCHIERMONNIKOOG WEST 12A',
      aidType: 14,
      offPosition: true,
      virtual: true,
    });
    expect(attributesOf(aid(14, 'X', { second: 60 }))).to.not.have.property('offPosition');
  });

  it('blank fields and other stations do not erase static data', () => {
    const after = attributesOf(nameOf('ZEEHOND'), nameOf(' '), voyage('', '', ''), classB());
    expect(after).to.include({ name: 'ZEEHOND' }).and.not.have.any.keys('callSign', 'destination');
    expect(attributesOf(nameOf('ZEEHOND', 244_660_002), classB())).to.deep.equal(sender);
  });

  it('static data of a truncated message is ignored', () => {
    expect(attributesOf(voyage('ZEEHOND', 'PC4711', 'X').slice(0, 6), classB())).to.deep.equal(sender);
  });
});

describe('AIS distress alerts', () => {
  const active = { mmsi: 972_001_234, status: 14 };
  const alertsOf = (messages: readonly TrackerMessage[]) =>
    messages.flatMap((message) => (message.type === 'records' ? message.alerts : []));

  it('SART, MOB and EPIRB raise an alert with their position', () => {
    for (const [mmsi, name] of [
      [970_001_234, 'SART'],
      [972_001_234, 'MOB'],
      [974_001_234, 'EPIRB'],
    ] as const) {
      const [message] = decode(classA({ ...active, mmsi }));
      expect(message).to.include({ deviceId: String(mmsi) });
      expect(message).to.have.nested.property('locations.length', 1);
      expect(alertsOf(decode(classA({ ...active, mmsi })))).to.deep.equal([
        { dateTime: '2026-11-21T10:15:12.000Z', alerts: [name], latitude: 53.3, longitude: 5.25 },
      ]);
    }
    expect(alertsOf(decode(classA({ ...active, mmsi: 244_660_001 }), classA({ mmsi: 971_000_000 })))).to.deep.equal([]);
  });

  it('an alert is raised without a position, and again once it is known', () => {
    const lost = classA({ ...active, longitude: 181 * 600_000, latitude: 91 * 600_000, second: 60 });
    const alerts = alertsOf(decode(lost, classA({ ...active, spare: 1 }), classA({ ...active, spare: 2 })));
    expect(alerts).to.deep.equal([
      { dateTime: '2026-11-21T10:15:30.000Z', alerts: ['MOB'] },
      { dateTime: '2026-11-21T10:15:12.000Z', alerts: ['MOB'], latitude: 53.3, longitude: 5.25 },
    ]);
  });

  it('an alert is raised once per burst, and every position is kept', () => {
    const session = ais.open(createCounters());
    const push = (at: number): TrackerMessage[] =>
      session.push(bytes(aisSentences(classA({ ...active, spare: at }))), receivedAt + at * 1000);
    const burst = Array.from({ length: 8 }, (_, at) => push(2 * at)).flat();
    expect(alertsOf(burst)).to.have.length(1);
    expect(locationsOf(burst)).to.have.length(8);
    expect(alertsOf(push(60))).to.have.length(1);
  });

  it('a distress text raises an alert', () => {
    expect(alertsOf(decode(safetyText('EPIRB ACTIVE', 974_001_234)))).to.deep.equal([
      { dateTime: '2026-11-21T10:15:30.000Z', alerts: ['EPIRB'], text: 'EPIRB ACTIVE' },
    ]);
    expect(decode(safetyText('MOB ACTIVE', 244_660_001))).to.deep.equal([]);
    // An incomplete character at the end is ignored.
    const [alert] = alertsOf(decode([...safetyText('MOB ACTIVE', 972_001_234), [7, 3]]));
    expect(alert?.text).to.equal('MOB ACTIVE');
  });

  it('a message with a truncated MMSI raises no alert', () => {
    expect(decode([...safetyText('', 972_001_234).slice(0, 2), [972_001_234 >> 8, 22]])[0]).to.include({
      type: 'rejected',
    });
  });

  it('a device under test raises no alert', () => {
    const messages = decode(classA({ ...active, status: 15 }), safetyText('MOB TEST', active.mmsi));
    expect(alertsOf(messages)).to.deep.equal([]);
    expect(locationsOf(messages)[0]?.attributes).to.include({ test: true });
  });
});
