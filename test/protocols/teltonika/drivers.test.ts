import { expect } from 'chai';
import { createCounters } from '../../../src/protocols/protocol.js';
import { teltonika } from '../../../src/protocols/teltonika/index.js';
import type { Fix } from '../../../src/simulator/fix.js';
import {
  avlData,
  CODEC_16,
  CODEC_8,
  CODEC_8_EXTENDED,
  loginOf,
  tcpPacket,
  type AvlElement,
  type SimulatedAvlRecord,
} from '../../../src/simulator/teltonika/packets.js';
import { locationsOf } from '../../support/protocols/framing.js';
import { teltonikaFixAt, teltonikaImei } from '../../support/protocols/teltonika.js';

const fix: Fix = teltonikaFixAt(1);

function decode(record: SimulatedAvlRecord, codec?: number) {
  const session = teltonika.open(createCounters());
  session.push(loginOf(teltonikaImei), 0);
  return session.push(tcpPacket(avlData([record], codec)), 0)[0];
}

function alertOf(record: Omit<SimulatedAvlRecord, 'fix'>) {
  const message = decode({ fix, ...record });
  return message?.type === 'records' ? message.alerts[0] : undefined;
}

describe('Teltonika drivers', () => {
  const KEY = 0x01_23_45_67_89_ab;
  const CARD = [Buffer.from('10000000').readBigUInt64BE(), Buffer.from('98402011').readBigUInt64BE()] as const;
  const card: readonly AvlElement[] = [
    [195, 8, CARD[0]],
    [196, 8, CARD[1]],
  ];
  const drivers: readonly [name: string, elements: readonly AvlElement[], driverId: string | undefined][] = [
    ['the key with reversed bytes, as it is printed', [[78, 8, KEY]], 'AB89674523010000'],
    ['the RFID card', [[207, 8, KEY]], '00000123456789AB'],
    ['the card of a tachograph, whose halves are reversed text', card, '0000000111020489'],
    [
      'the key before the card',
      [
        [78, 8, KEY],
        [207, 8, 5],
      ],
      'AB89674523010000',
    ],
    [
      'the card where no key is attached',
      [
        [78, 8, 0],
        [207, 8, 5],
      ],
      '0000000000000005',
    ],
    [
      'none if all bytes are zero',
      [
        [78, 8, 0],
        [207, 8, 0],
      ],
      undefined,
    ],
    [
      'none if an element has another size',
      [
        [78, 4, 5],
        [207, 2, 5],
      ],
      undefined,
    ],
    ['none if half a card is missing', card.slice(1), undefined],
    [
      'none if a card has no text',
      [
        [195, 8, 5],
        [196, 8, 5],
      ],
      undefined,
    ],
  ];
  for (const [name, elements, driverId] of drivers) {
    it(`the driver of a location is ${name}`, () => {
      for (const codec of [CODEC_8, CODEC_8_EXTENDED, CODEC_16]) {
        const message = decode({ fix, elements }, codec);
        expect(message && locationsOf([message])[0]?.attributes?.driverId).to.equal(driverId);
      }
    });
  }

  it('the event of a key or card is an alert that names the driver', () => {
    for (const [event, driverId] of [
      [78, 'AB89674523010000'],
      [207, '00000123456789AB'],
    ] as const) {
      const alert = alertOf({ event, elements: [[event, 8, KEY]] });
      expect(alert).to.deep.include({ alerts: ['DriverIdentified'], driverId, text: `driver ${driverId}` });
      expect(alert).to.include({ latitude: fix.latitude });
    }
    const lost = decode({ fix: { ...fix, satellites: 0 }, event: 78, elements: [[78, 8, KEY]] });
    expect(lost).to.have.nested.property('alerts[0].driverId', 'AB89674523010000');
  });

  it('a key that is taken away, and another event with a key attached, are no alert about a driver', () => {
    expect(alertOf({ event: 78, elements: [[78, 8, 0]] })).to.equal(undefined);
    const ignition = alertOf({ event: 239, elements: [[78, 8, KEY]] });
    expect(ignition?.alerts).to.deep.equal(['IgnitionOn']);
    expect(ignition).to.not.have.property('driverId');
  });
});
