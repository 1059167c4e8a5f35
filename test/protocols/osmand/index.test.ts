import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import { failure, success } from '../../../src/errors.js';
import { MAX_REQUEST_BYTES, osmand } from '../../../src/protocols/osmand/index.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { bytes } from '../../support/protocols/framing.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 9);

function open() {
  const context = { ...NULL_CONTEXT, clockQuality: () => 'ntp' as const, isDatagram: true as const };
  return osmand.open(createCounters(), context);
}

function decode(request: string | object): TrackerMessage {
  const text = typeof request === 'string' ? request : JSON.stringify(request);
  const [message, ...others] = open().push(Buffer.from(text), RECEIVED_AT);
  if (message === undefined || others.length > 0) throw new Error('not one message');
  return message;
}

function recordsOf(request: string | object) {
  const message = decode(request);
  if (message.type !== 'records') throw new Error(JSON.stringify(message));
  return message;
}

const reasonOf = (request: string | object): string => {
  const message = decode(request);
  return message.type === 'rejected' ? message.reason : `not rejected: ${message.type}`;
};

/** The body of Traccar Client 9. */
const body = (location: object = {}, coords: object = {}) => ({
  location: {
    timestamp: '2026-11-21T08:00:01.250Z',
    coords: { latitude: 52.5, longitude: 5.25, accuracy: 3.8, speed: 18.67, heading: 63, altitude: 35.7, ...coords },
    is_moving: true,
    odometer: 0,
    event: 'motionchange',
    battery: { level: 0.79, is_charging: false },
    activity: { type: 'in_vehicle' },
    extras: {},
    ...location,
  },
  device_id: '8737767034',
});

describe('OsmAnd: queries and forms', () => {
  it('a query of Traccar Client has its speed in knots', () => {
    const query =
      'id=902064&lat=42.06288&lon=-88.23412&timestamp=1763712001&speed=10&bearing=84.4&altitude=224.0&accuracy=6.0&batt=87.4&charge=true';
    expect(recordsOf(query)).to.deep.equal({
      type: 'records',
      deviceId: '902064',
      locations: [
        {
          dateTime: '2025-11-21T08:00:01.000Z',
          latitude: 42.06288,
          longitude: -88.23412,
          speed: 5.1444,
          course: 84.4,
          altitude: 224,
          accuracy: 6,
          battery: 87,
          attributes: { charging: true },
        },
      ],
      alerts: [],
    });
  });

  it('the unit of the speed can be stated', () => {
    const speedWith = (unit: string) => recordsOf(`id=a&lat=1&lon=2&speed=36&speedUnit=${unit}`).locations[0]?.speed;
    expect(['kn', 'km/h', 'm/s'].map(speedWith)).to.deep.equal([18.52, 10, 36]);
    expect(reasonOf('id=a&lat=1&lon=2&speedUnit=mph')).to.contain('kn, km/h, m/s');
  });

  for (const [timestamp, dateTime] of [
    ['1763712001', '2025-11-21T08:00:01.000Z'],
    ['1763712001.5', '2025-11-21T08:00:01.500Z'],
    ['1763712001250', '2025-11-21T08:00:01.250Z'],
    ['2026-01-27T18%3A55%3A47Z', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27T20:55:47%2B02:00', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27T20:55:47+0200', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27T20:55:47%2B02', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27+13:25:47-05:30', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27%2020:55:47%20%2B0200', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27+20:55:47++0200', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27+18:55:47', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27%2018%3A55%3A47.250', '2026-01-27T18:55:47.250Z'],
    ['2026-01-27%2B18:55:47', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27T18:55:47,5', '2026-01-27T18:55:47.500Z'],
    ['2026-01-27t18:55:47z', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27T18:55', '2026-01-27T18:55:00.000Z'],
    ['2026-01-27+18:55:47+UTC', '2026-01-27T18:55:47.000Z'],
    ['2026-01-27+18:55:47%0D%0A', '2026-01-27T18:55:47.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
  ] as const) {
    it(`the timestamp ${timestamp} is ${dateTime}`, () => {
      expect(recordsOf(`id=a&lat=1&lon=2&timestamp=${timestamp}`).locations[0]?.dateTime).to.equal(dateTime);
    });
  }

  for (const timestamp of [
    '2026-02-30+10:00:00',
    '2026-01-27T24:10:00Z',
    '2026-01-27T10:00:61Z',
    '2026-01-27T10:00:00%2B24:00',
    '27.01.2026+10:00:00',
    '2026-01-27',
    '10:00:00',
    '999999999999999',
    '-5',
    '1969-12-31T23:00:00Z',
    '9999-12-31T23:59:59-02:00',
  ]) {
    it(`the timestamp ${timestamp} is refused by the name of its field`, () => {
      expect(reasonOf(`id=a&lat=1&lon=2&timestamp=${timestamp}`)).to.match(/^timestamp must be seconds or ms/);
    });
  }

  it('odometer, hours of the engine, ignition and driver are those of the vehicle', () => {
    const query = 'id=a&lat=1&lon=2&timestamp=1763712001&odometer=123456.7&hours=7200400&ignition=OFF';
    const { locations, alerts } = recordsOf(`${query}&driverUniqueId=abc123&alarm=sos`);
    expect(locations[0]).to.deep.include({
      milleage: 123.4567,
      attributes: { ignition: false, engineSeconds: 7200, driverId: 'ABC123' },
    });
    expect(alerts[0]).to.include({ driverId: 'ABC123', text: 'sos: driver ABC123' });
  });

  it('a value of the vehicle that cannot be read is left out, and zeros are no driver', () => {
    const query = 'id=a&lat=1&lon=2&odometer=far&hours=-1&ignition=maybe&driverUniqueId=0000';
    const [location] = recordsOf(`${query}&timestamp=1763712001`).locations;
    expect(location).to.have.all.keys('dateTime', 'latitude', 'longitude');
  });

  it('a fix without a timestamp has the time of reception, and states that', () => {
    expect(recordsOf('id=a&lat=1&lon=2').locations).to.deep.equal([
      {
        dateTime: '2026-11-21T09:00:00.000Z',
        latitude: 1,
        longitude: 2,
        attributes: { timeSource: 'gateway', clockQuality: 'ntp' },
      },
    ]);
  });

  it('deviceid, location and heading are accepted as well', () => {
    const { deviceId, locations } = recordsOf('location=60.0,30.5&heading=360&deviceid=a.b:c-d');
    expect(deviceId).to.equal('a.b:c-d');
    expect(locations[0]).to.include({ latitude: 60, longitude: 30.5, course: 0 });
  });

  it('values that the app does not know are left out', () => {
    const [location] = recordsOf('id=a&lat=1&lon=2&speed=-1&bearing=NaN&accuracy=&batt=-1&altitude=-4.5').locations;
    expect(location).to.not.have.any.keys('speed', 'course', 'accuracy', 'battery');
    expect(location).to.include({ altitude: -4.5 });
  });

  it('a position that is not valid is not stored', () => {
    expect(decode('id=a&lat=1&lon=2&valid=false').type).to.equal('request');
    expect(decode('id=a&batt=5').type).to.equal('request');
  });

  it('a request without a position is counted by its reason', () => {
    const counters = createCounters();
    osmand.open(counters, { ...NULL_CONTEXT, isDatagram: true }).push(Buffer.from('id=a&batt=5'), RECEIVED_AT);
    expect([...counters.input.withoutRecord.keys()]).to.deep.equal(['no fix']);
  });

  it('an alarm raises an alert under the name of the API', () => {
    const { alerts } = recordsOf('id=a&lat=1&lon=2&timestamp=1763712001&alarm=sos');
    expect(alerts).to.have.length(1);
    expect(alerts[0]).to.include({ dateTime: '2025-11-21T08:00:01.000Z', latitude: 1, longitude: 2 });
    expect(alerts[0]?.alerts).to.deep.equal(['SOSButton']);
    expect(recordsOf('id=a&alarm=fallDown')).to.deep.include({
      locations: [],
      alerts: [{ dateTime: '2026-11-21T09:00:00.000Z', alerts: ['fallDown'] }],
    });
  });
});

describe('OsmAnd: JSON', () => {
  it('a body of Traccar Client has its speed in m/s', () => {
    expect(recordsOf(body())).to.deep.equal({
      type: 'records',
      deviceId: '8737767034',
      locations: [
        {
          dateTime: '2026-11-21T08:00:01.250Z',
          latitude: 52.5,
          longitude: 5.25,
          speed: 18.67,
          course: 63,
          altitude: 35.7,
          accuracy: 3.8,
          battery: 79,
          attributes: { charging: false, moving: true, event: 'motionchange', activity: 'in_vehicle' },
        },
      ],
      alerts: [],
    });
  });

  it('odometer and driver are those of the vehicle, wherever the app puts the driver', () => {
    const expected = { milleage: 12.5, driverId: 'D-7' };
    const driver = { driverUniqueId: 'd-7' };
    for (const request of [
      body({ odometer: 12_500, ...driver }),
      body({ odometer: 12_500, extras: driver }),
      { ...body({ odometer: 12_500 }), ...driver },
    ]) {
      const [location] = recordsOf(request).locations;
      expect({ milleage: location?.milleage, driverId: location?.attributes?.driverId }).to.deep.equal(expected);
    }
  });

  it('the time can be a number, or have no zone', () => {
    for (const timestamp of [1795687200, 1795687200000, '2026-11-26 10:00:00', '2026-11-26T10:00:00.000']) {
      expect(recordsOf(body({ timestamp })).locations[0]?.dateTime).to.equal('2026-11-26T10:00:00.000Z');
    }
    expect(reasonOf(body({ timestamp: 1e20 }))).to.match(/^timestamp must be/);
  });

  it('-1 means that the telephone does not know the value', () => {
    const [location] = recordsOf(body({ battery: { level: -1 } }, { speed: -1, heading: -1, floor: null })).locations;
    expect(location).to.not.have.any.keys('speed', 'course', 'battery');
  });

  it('a heartbeat without a position stores nothing, an alarm raises an alert', () => {
    expect(decode(body({ coords: undefined })).type).to.equal('request');
    expect(recordsOf(body({ alarm: 'lowBattery' })).alerts[0]?.alerts).to.deep.equal(['BatteryLow']);
  });

  it('several locations of one body are one message', () => {
    const { location } = body();
    const later = { ...location, timestamp: '2026-11-21T08:00:02Z' };
    expect(recordsOf({ location: [location, later], device_id: 'a' }).locations).to.have.length(2);
    expect(reasonOf({ location: Array.from({ length: 101 }, () => ({})), device_id: 'a' })).to.contain('100');
  });
});

describe('OsmAnd: bad input', () => {
  for (const [request, reason] of [
    ['', 'id is missing'],
    ['lat=1&lon=2', 'id is missing'],
    [`id=${'x'.repeat(10_000)}&lat=1&lon=2`, 'id must be an id'],
    ['id=a b&lat=1&lon=2', 'id must be an id'],
    ['id=a&lat=abc&lon=2', 'lat must be a number'],
    ['id=a&lat=1', 'lon is missing'],
    ['id=a&location=60.0', 'lon is missing'],
    ['id=a&lat=91&lon=2', 'latitude'],
    ['id=a&lat=1&lon=1e30', 'longitude'],
    ['id=a&lat=1&lon=2&timestamp=yesterday', 'timestamp must be'],
    ['id=a&lat=1&lon=2&timestamp=2026-13-45T00:00:00Z', 'timestamp must be'],
    ['id=a&lat=1&lon=2&speed=fast', 'speed must be a number'],
    ['id=a&lat=1&lon=2&charge=maybe', 'charge must be true or false'],
    [`id=a&lat=1&lon=2&alarm=${'x'.repeat(65)}`, 'alarm must be a text'],
    ['{"device_id":', 'the body is not JSON'],
    [{}, 'device_id is missing'],
    [{ device_id: 5, location: {} }, 'device_id must be an id'],
    [{ device_id: 'a' }, 'location is missing'],
    [{ device_id: 'a', location: 5 }, 'location must be an object'],
    [body({}, { latitude: true }), 'lat must be a number'],
    [body({}, { latitude: null }), 'lat is missing'],
    [body({ battery: 5 }), 'location.battery must be an object'],
    [body({ timestamp: [] }), 'timestamp must be a number'],
  ] as const) {
    it(`${JSON.stringify(request).slice(0, 60)} is refused: ${reason}`, () => {
      expect(reasonOf(request)).to.contain(reason).and.have.length.below(257);
    });
  }

  it('a request of more than 16 KiB is discarded', () => {
    const counters = createCounters();
    const session = osmand.open(counters, { ...NULL_CONTEXT, isDatagram: true });
    expect(session.push(Buffer.alloc(MAX_REQUEST_BYTES + 1, 0x61), 0)).to.deep.equal([]);
    expect(counters.discardedBytes).to.equal(MAX_REQUEST_BYTES + 1);
  });

  it('JSON that is nested deeply is refused', () => {
    expect(reasonOf(`{"device_id":"a","location":${'['.repeat(8_000)}${']'.repeat(8_000)}}`)).to.contain('location');
  });
});

describe('OsmAnd: replies', () => {
  const replyTo = (request: string, receipt: Receipt): string => {
    const session = open();
    const [message] = session.push(bytes(request), RECEIVED_AT);
    return String(message && session.reply(message, receipt));
  };

  it('only stored and quarantined records get 200', () => {
    const request = 'id=a&lat=1&lon=2';
    expect(replyTo(request, success({ accepted: 1, duplicates: 0 }))).to.equal('200 stored\n');
    expect(replyTo(request, success({ accepted: 1, duplicates: 0, quarantined: true }))).to.match(/^200 quarantined/);
    expect(replyTo(request, failure('store_unavailable', 'the disk is full'))).to.equal('503 the disk is full\n');
    expect(replyTo(request, failure('not_found', 'device a not found'))).to.equal('404 device a not found\n');
  });

  it('a request that is wrong gets 400 and the reason', () => {
    expect(replyTo('lat=1', failure('validation_failed', ''))).to.match(/^400 id is missing/);
  });
});
