import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { queclink } from '../../../src/protocols/queclink/index.js';
import { locationSchema } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { bytes, runProtocol, locationsOf } from '../../support/protocols/framing.js';

const deviceId = '860000000000017';
const point = '1,18.0,84,-1.5,5.705820,52.842278,20261121082230';
const cell = '0204,0016,03EC,BD94,';
const sent = '20261121082234';

type ReportFields = { head?: string; version?: string; id?: string; name?: string; time?: string; count?: string };
const report = (message: string, content: string, parts: ReportFields = {}): string => {
  const { head = '+RESP', version = '1A0102', id = deviceId, name = '', time = sent, count = '11F0' } = parts;
  return `${head}:GT${message},${version},${id},${name},${content},${time},${count}$`;
};
const fri = (content = `0,0,1,${point}`, parts?: ReportFields): string => report('FRI', `${content},${cell},92`, parts);
const decode = (text: string): TrackerMessage[] =>
  runProtocol(queclink, [bytes(text)], undefined, Date.UTC(2026, 10, 21, 9));
const times = (text: string): string[] => locationsOf(decode(text)).map(({ dateTime }) => dateTime);
const location = {
  dateTime: '2026-11-21T08:22:30.000Z',
  latitude: 52.842278,
  longitude: 5.70582,
  speed: 5,
  course: 84,
  altitude: -1.5,
  attributes: { report: 'FRI', hdop: 1 },
};
const nothing = [{ type: 'request', ref: '11F0' }];

describe('Queclink', () => {
  describe('positions', () => {
    it('a position is decoded in SI units, with IMEI and count number', () => {
      expect(decode(fri())).to.deep.equal([
        { type: 'records', deviceId, locations: [location], alerts: [], ref: '11F0' },
      ]);
      expect(validator(locationSchema)(locationsOf(decode(fri()))[0]).ok).to.equal(true);
    });

    it('a position is found whatever fields, version and name the model sends around it', () => {
      const vehicle = `,12940,10,1,${point},${cell},6223.7,,,,,110000,,,`;
      for (const parts of [{}, { version: '80201E01' }, { version: '8020040703', name: 'van 7' }, { name: 'A1B2' }]) {
        expect(locationsOf(decode(report('FRI', vehicle, parts))), JSON.stringify(parts)).to.deep.equal([
          { ...location, milleage: 6223.7 },
        ]);
      }
    });

    it('all positions of a report form one message', () => {
      const later = point.replace('082230', '082231');
      const [message, ...others] = decode(fri(`0,0,2,${point},${cell},0.1,${later}`));
      expect(message).to.have.property('locations').with.length(2);
      expect(others).to.be.empty;
    });

    it('a buffered report (+BUFF) is decoded like a live one', () => {
      expect(decode(fri(undefined, { head: '+BUFF' }))).to.deep.equal(decode(fri()));
    });

    it('a report without a fix or without coordinates has no position', () => {
      for (const accuracy of ['0', '0.0', '', '51', '99']) {
        expect(decode(fri(`0,0,1,${accuracy}${point.slice(1)}`)), accuracy).to.deep.equal(nothing);
      }
      expect(decode(fri('0,0,1,1,,,,,,'))).to.deep.equal(nothing);
    });

    it('blank speed, azimuth and altitude are left out', () => {
      expect(locationsOf(decode(fri('0,0,1,2,,,,5.705820,52.842278,20261121082230')))).to.deep.equal([
        {
          dateTime: location.dateTime,
          latitude: location.latitude,
          longitude: location.longitude,
          attributes: { report: 'FRI', hdop: 2 },
        },
      ]);
    });

    it('a position of a model that leaves out altitude, or speed and altitude, is complete and acknowledged', () => {
      const reports = [
        `0,0,1,1,18.0,84,,5.705820,52.842278,20261121082230,,,,,21235.0,,,,0,210100,,,`,
        `0,0,1,2,,84,,5.705820,52.842278,20261121082230,,,,,280.3,55`,
      ].map((content) => report('FRI', content));
      const { dateTime, latitude, longitude, speed, course, attributes } = location;
      const place = { dateTime, latitude, longitude, course };
      expect(reports.map((text) => locationsOf(decode(text)))).to.deep.equal([
        [{ ...place, speed, milleage: 21235, attributes }],
        [{ ...place, milleage: 280.3, attributes: { report: 'FRI', hdop: 2 } }],
      ]);
      for (const text of reports) {
        const session = queclink.open(createCounters());
        const [message] = session.push(bytes(text), 0);
        if (message === undefined) return expect.fail('no message');
        expect(session.reply(message, success({ accepted: 1, duplicates: 0 }))).to.equal('+SACK:11F0$');
      }
      return undefined;
    });

    it('an azimuth of 360 becomes course 0', () => {
      expect(locationsOf(decode(fri(`0,0,1,${point.replace(',84,', ',360,')}`)))[0]).to.have.property('course', 0);
    });

    it('mileage and hour meter after the last position are stored, whatever the model sends between', () => {
      const network = '0204,0016,03EC,BD94';
      for (const [message, after, milleage, engineSeconds] of [
        ['FRI', `${network},00,2000.0,12345:12:34,,92,80,210100,,,50`, 2000, 44_442_754],
        ['FRI', `,,,,,0.0,00079:19:15,,,51,110000,,,`, 0, 285_555],
        ['ERI', `${network},01,12,21.1,,1930,1917,,100,210100,2,0`, 21.1, undefined],
        ['FRI', `${network},13,12,1,0,4711.5,0000102:00:01`, 4711.5, 367_201],
        ['RTL', `${network},25.2,85`, 25.2, undefined],
        ['IGF', `${network},00,12345:12:34,2000.0`, 2000, 44_442_754],
        ['IGN', `${network},,,5810.9`, 5810.9, undefined],
        ['VGN', `${network},00,,881.2`, 881.2, undefined],
        ['ERI', `,,,,,,97,1,32.4`, undefined, undefined],
        ['FRI', `${network},27,0,,79,1`, undefined, undefined],
        ['FRI', `${network},00,,12.5,99`, undefined, undefined],
      ] as const) {
        const [found] = locationsOf(decode(report(message, `0,0,1,${point},${after}`)));
        expect(found?.milleage, after).to.equal(milleage);
        expect(found?.attributes?.engineSeconds, after).to.equal(engineSeconds);
      }
    });

    it('each position has the mileage that follows it, and no accuracy of the next one', () => {
      const later = point.replace('082230', '082231').replace(/^1,/, '1.5,');
      const own = `0,0,2,${point},0204,0016,03EC,BD94,25.2,${later},0204,0016,03EC,BD94,25.3`;
      const milleages = (text: string) => locationsOf(decode(text)).map(({ milleage }) => milleage);
      expect(milleages(report('FRI', `${own},92`))).to.deep.equal([25.2, 25.3]);
      const last = `0,0,2,${point},0204,0016,03EC,BD94,00,${later},0204,0016,03EC,BD94,00,7.5`;
      expect(milleages(report('FRI', last))).to.deep.equal([undefined, 7.5]);
    });

    it('a time of a clock that was never set is no reason to refuse a report', () => {
      for (const [time, expected] of [
        ['20180101000000', '2018-01-01T00:00:00.000Z'],
        ['19800106000005', '1980-01-06T00:00:05.000Z'],
        ['00000000000000', '1970-01-01T00:00:00.000Z'],
        ['19000101000000', '1970-01-01T00:00:00.000Z'],
        ['20161231235960', '2016-12-31T23:59:59.999Z'],
      ] as const) {
        expect(times(fri(`0,0,1,${point.replace('20261121082230', time)}`)), time).to.deep.equal([expected]);
        // A right fix under such a send time is not damaged.
        expect(times(fri(undefined, { time })), time).to.deep.equal([location.dateTime]);
        for (const message of ['PNA', 'PFA', 'EPF', 'SOS']) {
          const [record] = decode(report(message, '', { time }));
          expect(record, message).to.deep.include({ type: 'records', ref: '11F0' });
        }
      }
    });

    it('a report without a fix is counted as such', () => {
      const counters = createCounters();
      const texts = [fri(`0,0,1,0${point.slice(1)}`), fri('0,0,1,0,,,,,,'), report('INF', '16,0')];
      runProtocol(queclink, texts.map(bytes), counters);
      expect(
        Object.fromEntries([...counters.input.withoutRecord].map(([kind, { frames }]) => [kind, frames])),
      ).to.deep.equal({
        'GTFRI no fix': 2,
        GTINF: 1,
      });
    });

    it('a report with a damaged position is rejected', () => {
      const damages = [
        ['20261121082230', '20261321082230'],
        ['20261121082230', '20260230082230'],
        ['20261121082230', '20261121242230'],
        ['20261121082230', '2026112108223'],
        ['20261121082230', '20261123082230'],
        ['5.705820', '5.70582'],
        ['5.705820', '185.705820'],
        ['52.842278', '92.842278'],
        ['52.842278', '52.8422'],
        [',5.705820', ''],
        [',52.842278', ''],
        ['18.0', '180'],
        ['18.0', '-1.0'],
        [',84,', ',361,'],
        ['-1.5', '-1.5.5'],
        ['1,18.0', '1.18.0'],
        ['18.0,84', '18.0,,4'],
      ] as const;
      for (const [right, wrong] of damages) {
        const [message, ...others] = decode(fri().replace(right, wrong));
        expect(message, `${right} ${wrong}`).to.deep.equal({
          type: 'rejected',
          reason: 'damaged position in GTFRI',
        });
        expect(others).to.be.empty;
      }
    });

    it('a report with more positions than announced is rejected, as the middle of two reports was lost', () => {
      const text = fri(`0,0,1,${point},${cell},0.1,${point}`);
      expect(decode(text)).to.deep.equal([{ type: 'rejected', reason: 'damaged position in GTFRI' }]);
    });

    it('a report without a valid version, IMEI or time is rejected', () => {
      const wrongs: ReportFields[] = [
        { version: '' },
        { version: '1A01' },
        { id: '86000000000001' + 'x' },
        { id: '8600000000000175' },
        { id: '' },
        { time: '20261321082234' },
      ];
      for (const parts of wrongs) {
        expect(decode(fri(undefined, parts)), JSON.stringify(parts)).to.deep.equal([
          { type: 'rejected', reason: 'no valid version, IMEI or time' },
        ]);
      }
      // The oldest layout has no version.
      expect(
        decode(`+RESP:GTTRI,${deviceId},1,0,99,${point},${cell},0103010100,${sent},3E7D$`),
      ).to.have.nested.property('[0].type', 'rejected');
    });

    it('a MEID is accepted as device id, and the send time may be blank', () => {
      expect(decode(fri(undefined, { id: 'A10000499AEF9B' }))[0]).to.have.property('deviceId', 'A10000499AEF9B');
      expect(times(fri(undefined, { time: '' }))).to.deep.equal([location.dateTime]);
    });
  });

  describe('acknowledgements', () => {
    const stored = success({ accepted: 1, duplicates: 0 });
    const replyTo = (text: string, receipt: Parameters<ReturnType<typeof queclink.open>['reply']>[1]) => {
      const session = queclink.open(createCounters());
      return session.push(bytes(text), 0).map((message) => session.reply(message, receipt));
    };

    it('a stored or duplicate report is acknowledged with its count number', () => {
      expect(replyTo(fri(), stored)).to.deep.equal(['+SACK:11F0$']);
      expect(replyTo(fri(), success({ accepted: 0, duplicates: 1 }))).to.deep.equal(['+SACK:11F0$']);
    });

    it('a report that is not stored is not acknowledged, so the tracker sends it again', () => {
      for (const code of ['store_unavailable', 'not_found', 'conflict'] as const) {
        expect(replyTo(fri(), failure(code, 'no'))).to.deep.equal([undefined]);
      }
      expect(replyTo(fri().replace('5.705820', '5.70582'), failure('validation_failed', 'no'))).to.deep.equal([
        undefined,
      ]);
    });

    it('a report without records is acknowledged', () => {
      expect(replyTo(report('INF', '41,89310,24,0,1'), stored)).to.deep.equal(['+SACK:11F0$']);
    });

    it('a heartbeat is acknowledged with its version and count', () => {
      const heartbeat = `+ACK:GTHBD,1A0102,${deviceId},GL300,${sent},00A1$`;
      expect(replyTo(heartbeat, stored)).to.deep.equal(['+SACK:GTHBD,1A0102,00A1$']);
    });

    it('the acknowledgement of a command gets no reply', () => {
      expect(replyTo(`+ACK:GTGEO,1A0102,${deviceId},,0,0008,${sent},11F0$`, stored)).to.deep.equal([undefined]);
    });
  });

  it('passwords in commands and in settings read back are redacted', () => {
    const masked = (text: string): string =>
      text.replace(queclink.secretPattern ?? /$^/, (match) => '*'.repeat(match.length));
    expect(masked('AT+GTRTO=gl300,8,,,,,,0001$')).to.equal('AT+GTRTO=*****,8,,,,,,0001$');
    expect(masked('AT+GTCFG=gl300,s3cr,van,0$AT+GTFRI=s3cr,1$')).to.equal('AT+GTCFG=*****,****,van,0$AT+GTFRI=****,1$');
    expect(masked('AT+GTBSI=gl300,net,user,pass,,$')).to.equal('AT+GTBSI=*****,net,user,****,,$');
    expect(masked('AT+GTPIN=gl300,1,4711,,$')).to.equal('AT+GTPIN=*****,1,****,,$');
    expect(masked('+RESP:GTALL,1A0102,1,,BSI,net,user,pass,,CFG,s3cr,van,0$')).to.equal(
      '+RESP:GTALL,1A0102,1,,BSI,net,user,****,,CFG,****,van,0$',
    );
    expect(masked(fri())).to.equal(fri());
  });
});
