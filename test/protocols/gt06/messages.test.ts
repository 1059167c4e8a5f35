import { expect } from 'chai';
import { success } from '../../../src/errors.js';
import { gt06 } from '../../../src/protocols/gt06/index.js';
import { createCounters, type RecordsMessage } from '../../../src/protocols/protocol.js';
import { gt06Location, gt06Login, gt06Packet } from '../../../src/simulator/gt06/packets.js';
import { gt06Fix, gt06Imei } from '../../support/protocols/gt06.js';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 9);
const STORED = success({ accepted: 1, duplicates: 0 });
const SERIAL = 9;

const fix = gt06Fix(1);
const DATE = `${fix.dateTime.slice(0, 19)}.000Z`;
const POSITION = gt06Location(fix, 2).subarray(4, 22);
const WITHOUT_FIX = gt06Location(fix, 2, false).subarray(4, 22);
const CELL = '01cc00287d001f71';
const LONG_MNC_CELL = '81cc0000287d001f71';
const CELL_4G = '01cc00000091910000000009061703';
/** of seven cells, as in messages 24 and 28 */
const CELLS = `01cc00${'287d001f7145'.repeat(7)}ff0002`;
const SOS = '20';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** What a logged-in tracker's packet gives, the reply, and the kind under which a packet without a record is counted. */
function receive(type: number, content: Buffer, isExtended = false) {
  const counters = createCounters();
  const session = gt06.open(counters);
  session.push(gt06Login(gt06Imei, 1), RECEIVED_AT);
  counters.input.withoutRecord.clear();
  const [message] = session.push(gt06Packet(type, content, SERIAL, isExtended), RECEIVED_AT);
  const reply = message && session.reply(message, STORED);
  const records: Partial<RecordsMessage> = message?.type === 'records' ? message : {};
  return {
    locations: records.locations ?? [],
    alerts: records.alerts ?? [],
    names: (records.alerts ?? []).flatMap(({ alerts }) => alerts),
    reply:
      reply === undefined
        ? undefined
        : Buffer.from(reply)
            .toString('hex')
            .slice(0, isExtended ? 14 : 12),
    kind: [...counters.input.withoutRecord.keys()][0],
  };
}

const replyTo = (type: number): string => `787805${type.toString(16).padStart(2, '0')}0009`;
const after = (position: Buffer, rest: string): Buffer => Buffer.concat([position, hex(rest)]);

describe('GT06: alarm messages', () => {
  const STATUSES: readonly [form: string, type: number, rest: string, alerts: readonly string[]][] = [
    ['after a cell with its length', 0x16, `09 ${CELL} ${SOS} 06 04 00 02`, ['SOSButton']],
    ['after a cell whose length does not count itself', 0x26, `08 ${CELL} ${SOS} 06 04 00 02`, ['SOSButton']],
    ['after a cell with a long network', 0x26, `0a ${LONG_MNC_CELL} ${SOS} 06 04 00 02`, ['SOSButton']],
    ['with a mileage', 0x26, `09 ${CELL} ${SOS} 06 04 00 02 00000100`, ['SOSButton']],
    ['with a zone', 0x27, `09 ${CELL} ${SOS} 06 04 00 02 ff`, ['SOSButton']],
    ['after no cell', 0x16, `00 ${'00'.repeat(45)} ${SOS} 06 04 00 02`, ['SOSButton']],
    ['with a voltage, after a cell without its length', 0x16, `${CELL} ${SOS} 04b0 04 00`, ['SOSButton']],
    ['with the voltage of a cell phone battery', 0x16, `${CELL} ${SOS} 0172 03 00`, ['SOSButton']],
    ['with a voltage and a long network', 0x16, `${LONG_MNC_CELL} ${SOS} 0960 04 00`, ['SOSButton']],
    ['with a voltage and a language', 0x16, `${CELL} 00 04b0 04 01 02`, ['SOSButton']],
    ['with a voltage after a cell with its length', 0x16, `09 ${CELL} 00 04b0 04 01 02`, ['SOSButton']],
    ['with a voltage and no language', 0x16, `09 ${CELL} ${SOS} 04b0 04 00`, ['SOSButton']],
    ['with a battery level after a cell without its length', 0x16, `${CELL} 00 06 04 01 02`, ['SOSButton']],
    ['in 4G', 0xa3, `10 ${CELL_4G} ${SOS} 06 04 00 02`, ['SOSButton']],
    ['in 4G without the length of the cell', 0xa4, `${CELL_4G} ${SOS} 06 04 00 02 ff`, ['SOSButton']],
    [
      'with an emergency in the state and another code',
      0x26,
      `09 ${CELL} ${SOS} 06 04 30 02`,
      ['SOSButton', 'HarshBraking'],
    ],
    ['back to normal', 0x16, `${CELL} 00 04b0 04 00`, []],
  ];
  for (const [form, type, rest, names] of STATUSES) {
    it(`a status ${form} is read (message ${type.toString(16)})`, () => {
      const received = receive(type, after(POSITION, rest));
      expect(received.names).to.deep.equal(names);
      expect(received.locations).to.have.length(1);
      expect(received.reply).to.equal(replyTo(type));
    });
  }

  it('the voltage and the battery level of a status are those of the location', () => {
    const [volts] = receive(0x16, after(POSITION, `${CELL} 00 04b0 04 00`)).locations;
    expect(volts?.attributes).to.deep.equal({ externalVoltage: 12 });
    const [level] = receive(0x16, after(POSITION, `09 ${CELL} 00 03 04 00 02`)).locations;
    expect(level).to.include({ battery: 50 });
  });

  it('an alarm whose status cannot be read raises a generic alert, with what is known of place and time', () => {
    const rests = ['', '09', `09 ${CELL}`, `09 ${CELL} 00 06 04 01 02 0000`, `${CELL} 00 06 04`, 'ff'.repeat(20)];
    for (const type of [0x16, 0x26, 0x27, 0xa3, 0xa4]) {
      for (const rest of rests) {
        const { names, alerts, reply } = receive(type, after(POSITION, rest));
        expect(names, `${type.toString(16)} ${rest}`).to.deep.equal(['Alarm']);
        expect(alerts[0]).to.include({ dateTime: DATE }).and.have.property('latitude');
        expect(reply).to.equal(replyTo(type));
      }
    }
    for (const type of [0x16, 0x26, 0x27, 0x19, 0xa5]) {
      const { alerts } = receive(type, hex('0102'));
      expect(alerts).to.deep.equal([{ dateTime: '2026-11-21T09:00:00.000Z', alerts: ['Alarm'] }]);
    }
  });

  it('an alarm of a cell may have a position, or the date of other content, and is never without an alert', () => {
    const status = `09 ${CELL} ${SOS} 06 04 00 02`;
    expect(receive(0x19, after(POSITION, status))).to.deep.include({ names: ['SOSButton'], reply: replyTo(0x19) });
    expect(receive(0x19, after(POSITION.subarray(0, 6), 'ffffffff')).names).to.deep.equal(['Alarm']);
    expect(receive(0x19, after(POSITION.subarray(0, 6), CELLS))).to.deep.include({ names: [], kind: '0x19' });
  });

  it('an alarm with a time or position that cannot be is raised without them', () => {
    const broken = after(Buffer.alloc(18, 0xff), `09 ${CELL} ${SOS} 06 04 00 02`);
    expect(receive(0x26, broken)).to.deep.include({
      locations: [],
      alerts: [{ dateTime: '2026-11-21T09:00:00.000Z', alerts: ['SOSButton'] }],
      reply: replyTo(0x26),
    });
  });

  it('an alarm of a door contact has the code after its lists of cells and networks', () => {
    const rest = `09 ${CELL} 24 06 010203040506 00 a5 00`;
    const content = Buffer.concat([POSITION.subarray(0, 6), hex('0c'), POSITION.subarray(6), hex(rest)]);
    expect(receive(0x33, content, true)).to.deep.include({ names: ['Door'], reply: '79790005330009' });
    for (const cut of [content.subarray(0, -9), content.subarray(0, 3)]) {
      expect(receive(0x33, cut, true).names).to.deep.equal(['Alarm']);
    }
  });

  it('short content under the numbers A3 and A4 is a status of other models, which gets no reply', () => {
    const { names, reply, kind } = receive(0xa3, hex('00000005321e020000000002584f0001000600'));
    expect([names, reply, kind]).to.deep.equal([[], undefined, '0xA3']);
  });
});

describe('GT06: alarms of dashboard cameras', () => {
  const time = POSITION.subarray(0, 6);
  const place = Buffer.concat([POSITION.subarray(7, 15), POSITION.subarray(16, 18)]);

  for (const [code, name] of [
    ['01', 'SOSButton'],
    ['90', 'HarshAcceleration'],
    ['91', 'HarshBraking'],
    ['93', 'Crash'],
    ['77', 'Alarm77'],
  ] as const) {
    it(`the code ${code} is ${name} with and without a position`, () => {
      const [without, with_] = [time, Buffer.concat([time, place])].map((head) => receive(0x95, after(head, code)));
      expect(without).to.deep.include({ names: [name], locations: [], reply: replyTo(0x95) });
      expect(with_).to.deep.include({ names: [name], reply: replyTo(0x95) });
      expect(with_?.locations).to.have.length(1);
    });
  }

  it('a position as in message 12 is stored', () => {
    for (const [rest, name] of [
      ['', 'Alarm'],
      ['91', 'HarshBraking'],
      [`${CELL} 00`, 'Alarm'],
    ] as const) {
      const { locations, names } = receive(0x95, after(POSITION, rest));
      expect(locations[0]).to.include({ dateTime: DATE });
      expect(names).to.deep.equal([name]);
    }
  });
});

describe('GT06: messages that start with a position', () => {
  const NUMBERS = [
    0x10, 0x11, 0x12, 0x17, 0x18, 0x1a, 0x1e, 0x22, 0x24, 0x28, 0x2c, 0x2d, 0x2e, 0x31, 0x37, 0x38, 0x61, 0xa0, 0xa1,
    0xa2, 0x36, 0x6f,
  ];
  for (const type of NUMBERS) {
    it(`message ${type.toString(16)} is stored and answered`, () => {
      for (const rest of [CELL, `${CELL} 0000000000000000`, `${CELL} 010000`, CELL.repeat(3)]) {
        const { locations, names, reply } = receive(type, after(POSITION, rest));
        expect(locations, rest).to.have.length(1);
        expect(locations[0]?.dateTime).to.equal(DATE);
        expect(locations[0]?.latitude).to.be.closeTo(fix.latitude, 1e-6);
        expect(names).to.deep.equal([]);
        expect(reply).to.equal(replyTo(type));
      }
    });
  }

  it('a position without a fix is counted as no fix', () => {
    for (const type of [0x12, 0x17, 0x22, 0x24, 0xa2]) {
      expect(receive(type, after(WITHOUT_FIX, CELL))).to.deep.include({ locations: [], kind: 'no fix' });
    }
  });

  it('cells in reach are no position, whatever their country', () => {
    for (let country = 200; country < 1_000; country += 1) {
      const mcc = country.toString(16).padStart(4, '0');
      for (const type of [0x18, 0x24, 0x28, 0x2c, 0x2e, 0xa1, 0xa2]) {
        const { locations, kind, reply } = receive(type, after(POSITION.subarray(0, 6), mcc + CELLS.slice(4)));
        if (locations.length > 0) expect.fail(`country ${country} in ${type.toString(16)}`);
        expect(kind).to.equal(`0x${type.toString(16).toUpperCase()}`);
        expect(reply).to.equal(replyTo(type));
      }
    }
  });

  it('a message whose content is something else gets no reply', () => {
    for (const type of [0x17, 0x1a, 0x1e, 0x2a, 0x38, 0x61, 0x94]) {
      expect(receive(type, hex('0102030405')).reply, type.toString(16)).to.equal(undefined);
    }
    expect(receive(0x2a, after(POSITION, CELL))).to.deep.include({ locations: [], reply: undefined, kind: '0x2A' });
  });

  it('the IMEI in front of the date is skipped, and names the tracker if it sends no login', () => {
    const imei = hex(`0${gt06Imei}`);
    const contents = [after(imei, ''), Buffer.concat([hex('01'), imei, POSITION.subarray(0, 6)])];
    for (const head of contents) {
      const session = gt06.open(createCounters());
      const packet = gt06Packet(0x12, Buffer.concat([head, POSITION, hex(CELL)]), SERIAL);
      const [message] = session.push(packet, RECEIVED_AT);
      expect(message).to.include({ type: 'records', deviceId: gt06Imei }).and.have.nested.property('locations[0]');
    }
  });

  it('the id of a card is that of the driver, and zeros are none', () => {
    const cards: readonly [number, string, string | undefined][] = [
      [0x17, `${CELL} bf0000012ca7e001 00`, 'BF0000012CA7E001'],
      [0x17, `${CELL} 0000000000000000`, undefined],
      [0x36, `${CELL} ${'00'.repeat(14)} c3000001453f9201`, 'C3000001453F9201'],
    ];
    for (const [type, rest, driverId] of cards) {
      const [location] = receive(type, after(POSITION, rest)).locations;
      expect(location?.attributes?.driverId, rest).to.equal(driverId);
    }
  });
});
