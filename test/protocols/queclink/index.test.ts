import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { queclink } from '../../../src/protocols/queclink/index.js';
import { locationSchema } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';
import { bytes, runProtocol, locationsOf } from '../../support/framing.js';

const deviceId = '860000000000017';
const point = '1,18.0,84,-1.5,5.705820,52.842278,20261121082230';
const cell = '0204,0016,03EC,BD94,';
const sent = '20261121082234';

type Parts = { head?: string; version?: string; id?: string; name?: string; time?: string; count?: string };
const report = (message: string, content: string, parts: Parts = {}): string => {
  const { head = '+RESP', version = '1A0102', id = deviceId, name = '', time = sent, count = '11F0' } = parts;
  return `${head}:GT${message},${version},${id},${name},${content},${time},${count}$`;
};
const fri = (content = `0,0,1,${point}`, parts?: Parts): string => report('FRI', `${content},${cell},92`, parts);
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
    it('are found by their form, in SI units, with the IMEI and what is to be acknowledged', () => {
      expect(decode(fri())).to.deep.equal([
        { type: 'records', deviceId, locations: [location], alerts: [], ref: '11F0' },
      ]);
      expect(validator(locationSchema)(locationsOf(decode(fri()))[0]).ok).to.equal(true);
    });

    it('are the same whatever the model puts around them, and however it writes its version and name', () => {
      const vehicle = `,12940,10,1,${point},${cell},6223.7,,,,,110000,,,`;
      for (const parts of [{}, { version: '80201E01' }, { version: '8020040703', name: 'van 7' }, { name: 'A1B2' }]) {
        expect(locationsOf(decode(report('FRI', vehicle, parts))), JSON.stringify(parts)).to.deep.equal([location]);
      }
    });

    it('are as many as the report says, and one message', () => {
      const later = point.replace('082230', '082231');
      const [message, ...others] = decode(fri(`0,0,2,${point},${cell},0.1,${later}`));
      expect(message).to.have.property('locations').with.length(2);
      expect(others).to.be.empty;
    });

    it('are the same of a copy that was kept and sent later', () => {
      expect(decode(fri(undefined, { head: '+BUFF' }))).to.deep.equal(decode(fri()));
    });

    it('are none without a fix, which says the last position again, and without coordinates', () => {
      for (const accuracy of ['0', '0.0', '', '51', '99']) {
        expect(decode(fri(`0,0,1,${accuracy}${point.slice(1)}`)), accuracy).to.deep.equal(nothing);
      }
      expect(decode(fri('0,0,1,1,,,,,,'))).to.deep.equal(nothing);
    });

    it('leave out how it moves where that is blank', () => {
      expect(locationsOf(decode(fri('0,0,1,2,,,,5.705820,52.842278,20261121082230')))).to.deep.equal([
        {
          dateTime: location.dateTime,
          latitude: location.latitude,
          longitude: location.longitude,
          attributes: { report: 'FRI', hdop: 2 },
        },
      ]);
    });

    it('give an azimuth of 360 as 0', () => {
      expect(locationsOf(decode(fri(`0,0,1,${point.replace(',84,', ',360,')}`)))[0]).to.have.property('course', 0);
    });

    it('are rejected, and not acknowledged, when they are not whole', () => {
      const damages = [
        ['20261121082230', '20261321082230'],
        ['20261121082230', '20260230082230'],
        ['20261121082230', '20261121242230'],
        ['20261121082230', '2026112108223'],
        ['20261121082230', '20261123082230'],
        ['20261121082230', '19991121082230'],
        ['5.705820', '5.70582'],
        ['5.705820', '185.705820'],
        ['52.842278', '92.842278'],
        ['52.842278', '52.8422'],
        [',5.705820', ''],
        [',52.842278', ''],
        ['18.0', '180'],
        ['18.0', '-1.0'],
        [',84,', ',,'],
        [',84,', ',361,'],
        ['-1.5', '-1.5.5'],
        ['1,18.0', '1.18.0'],
      ] as const;
      for (const [right, wrong] of damages) {
        const [message, ...others] = decode(fri().replace(right, wrong));
        expect(message, `${right} ${wrong}`).to.deep.equal({
          type: 'rejected',
          reason: 'a point of GTFRI is not whole',
        });
        expect(others).to.be.empty;
      }
    });

    it('are rejected when there are more than the report says, as of two of which the middle is lost', () => {
      const text = fri(`0,0,1,${point},${cell},0.1,${point}`);
      expect(decode(text)).to.deep.equal([{ type: 'rejected', reason: 'a point of GTFRI is not whole' }]);
    });

    it('are rejected without version, IMEI or time in form', () => {
      const wrongs: Parts[] = [
        { version: '' },
        { version: '1A01' },
        { id: '86000000000001' + 'x' },
        { id: '8600000000000175' },
        { id: '' },
        { time: '20261321082234' },
      ];
      for (const parts of wrongs) {
        expect(decode(fri(undefined, parts)), JSON.stringify(parts)).to.deep.equal([
          { type: 'rejected', reason: 'a report without version, IMEI or time' },
        ]);
      }
      // The oldest layout, without a version.
      expect(
        decode(`+RESP:GTTRI,${deviceId},1,0,99,${point},${cell},0103010100,${sent},3E7D$`),
      ).to.have.nested.property('[0].type', 'rejected');
    });

    it('may come from a tracker with a MEID, and from one that does not know the time', () => {
      expect(decode(fri(undefined, { id: 'A10000499AEF9B' }))[0]).to.have.property('deviceId', 'A10000499AEF9B');
      expect(times(fri(undefined, { time: '' }))).to.deep.equal([location.dateTime]);
    });
  });

  describe('acknowledgements', () => {
    const stored = success({ accepted: 1, duplicates: 0 });
    const answer = (text: string, receipt: Parameters<ReturnType<typeof queclink.open>['reply']>[1]) => {
      const session = queclink.open(createCounters());
      return session.push(bytes(text), 0).map((message) => session.reply(message, receipt));
    };

    it('give the count number back once the report is stored, also when it was before', () => {
      expect(answer(fri(), stored)).to.deep.equal(['+SACK:11F0$']);
      expect(answer(fri(), success({ accepted: 0, duplicates: 1 }))).to.deep.equal(['+SACK:11F0$']);
    });

    it('are not given when it is not stored, so that it is sent again', () => {
      for (const code of ['store_unavailable', 'not_found', 'conflict'] as const) {
        expect(answer(fri(), failure(code, 'no'))).to.deep.equal([undefined]);
      }
      expect(answer(fri().replace('5.705820', '5.70582'), failure('validation_failed', 'no'))).to.deep.equal([
        undefined,
      ]);
    });

    it('are given for reports of which nothing is kept', () => {
      expect(answer(report('INF', '41,89310,24,0,1'), stored)).to.deep.equal(['+SACK:11F0$']);
    });

    it('answer a heartbeat by its version and count', () => {
      const heartbeat = `+ACK:GTHBD,1A0102,${deviceId},GL300,${sent},00A1$`;
      expect(answer(heartbeat, stored)).to.deep.equal(['+SACK:GTHBD,1A0102,00A1$']);
    });

    it('are not given for commands that were obeyed', () => {
      expect(answer(`+ACK:GTGEO,1A0102,${deviceId},,0,0008,${sent},11F0$`, stored)).to.deep.equal([]);
    });
  });

  it('hides passwords of commands and of settings that are read back', () => {
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
