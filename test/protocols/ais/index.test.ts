import { expect } from 'chai';
import fc from 'fast-check';
import { ais } from '../../../src/protocols/ais/index.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { aisSentences, fragmentsOf } from '../../../src/simulator/ais/sentences.js';
import { aid, callSignOf, classA, classB, extendedClassB, voyage } from '../../support/ais-messages.js';
import { bytes, chunksOf, runProtocol, locationsOf, sentence } from '../../support/framing.js';

const seed = 20_261_121;
const receivedAt = Date.UTC(2026, 10, 21, 10, 15, 30, 250);

const decode = (text: string, counters = createCounters()): TrackerMessage[] =>
  runProtocol(ais, [bytes(text)], counters, receivedAt);
const stations = (text: string): (string | undefined)[] =>
  decode(text).map((message) =>
    message.type === 'rejected' ? message.reason : 'deviceId' in message ? message.deviceId : undefined,
  );
const timeOf = (text: string): string | undefined => locationsOf(decode(text))[0]?.dateTime;
const names = (text: string): unknown =>
  locationsOf(decode(text + aisSentences(classB()))).at(-1)?.attributes?.destination;

/** What is said at successive times after the first, in seconds. */
function session(...timedTexts: readonly (readonly [text: string, seconds: number])[]): TrackerMessage[] {
  const open = ais.open(createCounters());
  return timedTexts.flatMap(([text, seconds]) => open.push(bytes(text), receivedAt + seconds * 1000));
}

describe('AIS: sentences', () => {
  it('are taken of any talker, of others and of the own ship, on any channel', () => {
    for (const address of ['AIVDM', 'AIVDO', 'ABVDM', 'ANVDM', 'ASVDM', 'BSVDM', 'BSVDO']) {
      for (const channel of ['A', 'B', '1', '2', '']) {
        expect(stations(aisSentences(classA(), { address, channel })), address + channel).to.deep.equal(['244660001']);
      }
    }
  });

  it('of other kinds are passed over', () => {
    const others = sentence('GPRMC,101500,A,5250.5,N,00542.3,E,1,2,211126,,,A') + sentence('AIVSI,1,2,3,4,5', '!');
    expect(decode(others + sentence('AIVDM,1,1,,A,15M67F,0', '$'))).to.deep.equal([]);
  });

  it('are not taken without their checksum, nor with a wrong one', () => {
    const good = aisSentences(classA());
    const counters = createCounters();
    expect(decode(good.replace(/\*..\r/, '\r') + good.replace(',A,', ',B,'), counters)).to.deep.equal([]);
    expect(counters.badChecksums).to.equal(1);
  });

  it('are refused when they are not of the form', () => {
    const [armour = ''] = /(?<=,A,)[^,]*/.exec(aisSentences(classA())) ?? [];
    for (const body of [
      `AIVDM,x,1,,A,${armour},0`,
      `AIVDM,0,1,,A,${armour},0`,
      `AIVDM,1,2,,A,${armour},0`,
      `AIVDM,1,0,,A,${armour},0`,
      `AIVDM,10,1,,A,${armour},0`,
      `AIVDM,1,1,12,A,${armour},0`,
      `AIVDM,1,1,,AB,${armour},0`,
      `AIVDM,1,1,,A,${armour},6`,
      `AIVDM,1,1,,A,${armour},`,
      `AIVDM,1,1,,A,${armour}`,
      `AIVDM,1,1,,A,${armour},0,0`,
      'AIVDM,1,1,,A,,0',
      `AIVDM,1,1,,A,1 ${armour},0`,
      `AIVDM,1,1,,A,1X${armour},0`,
      `AIVDM,1,1,,A,1x${armour},0`,
      `AIVDM,2,1,3,A,${armour},2`,
    ]) {
      expect(decode(sentence(body, '!')), body).to.have.nested.property('[0].type', 'rejected');
    }
  });
});

describe('AIS: messages of several parts', () => {
  const said = voyage('ZEEHOND', 'PC4711', 'HARLINGEN');
  const [first = '', second = ''] = fragmentsOf(said);
  const fill = aisSentences(classA({ mmsi: 244_660_009 }));

  it('are joined whatever stands between, and in whatever order they come', () => {
    expect(names(first + fill + second)).to.equal('HARLINGEN');
    expect(names(second + first)).to.equal('HARLINGEN');
    const nine = fragmentsOf(voyage('ZEEHOND', 'PC4711', 'HARLINGEN'), {}, 8);
    expect(nine).to.have.length(9);
    expect(names(nine.reverse().join(''))).to.equal('HARLINGEN');
  });

  it('are joined once, however often their parts are repeated', () => {
    const [a = '', b = ''] = fragmentsOf(aid(1, 'SCHIERMONNIKOOG WEST 12A'), {}, 30);
    expect(stations(a + a + b + b + a + b)).to.deep.equal(['992446001']);
    // A part that is repeated late takes no part in the next message of that number.
    const other = fragmentsOf(voyage('TJALK', 'PC1', 'LAUWERSOOG')).join('');
    expect(names(first + second + second + other)).to.equal('LAUWERSOOG');
  });

  it('are told apart by channel, number of the message and talker', () => {
    const others = [{ channel: 'B' }, { sequence: 2 }, { address: 'BSVDM' }];
    for (const wrapping of others) {
      const [a = '', b = ''] = fragmentsOf(voyage('TJALK', 'PC1', 'LAUWERSOOG'), wrapping);
      expect(names(first + b), JSON.stringify(wrapping)).to.equal(undefined);
      expect(names(a + first + b + second)).to.equal('HARLINGEN');
    }
  });

  it('begin anew with another part of the same number, and after five seconds', () => {
    const [a = '', b = ''] = fragmentsOf(voyage('TJALK', 'PC1', 'LAUWERSOOG'));
    expect(names(first + a + b)).to.equal('LAUWERSOOG');
    const after = aisSentences(classB());
    const late = session([first, 0], [second, 6], [after, 6]);
    expect(locationsOf(late)[0]?.attributes).to.not.have.property('name');
    const inTime = session([first, 0], [second, 5], [after, 6]);
    expect(locationsOf(inTime)[0]?.attributes).to.include({ name: 'ZEEHOND' });
    // The clock of the gateway may be set back between them.
    expect(locationsOf(session([first, 0], [second, -6], [after, 0]))[0]?.attributes).to.not.have.property('name');
  });

  it('that never become whole are forgotten as others begin', () => {
    const lost = Array.from({ length: 200 }, (_, at) => {
      const address = `${String.fromCharCode(65 + (at % 26))}${String.fromCharCode(65 + Math.floor(at / 26))}VDM`;
      return fragmentsOf(said, { address })[0] ?? '';
    });
    expect(names(first + lost.join('') + second)).to.equal(undefined);
    expect(names(lost.join('') + first + second)).to.equal('HARLINGEN');
  });

  it('are refused when they are longer than a transmission can be', () => {
    const endless = fragmentsOf([...classA(), ['A'.repeat(200), 200]], {}, 200);
    expect(decode(endless.join(''))).to.have.nested.property('[0].type', 'rejected');
  });
});

describe('AIS: what is heard twice', () => {
  it('is one record: of two receivers, two channels, or repeated on the air', () => {
    const report = classA();
    const twice = [
      aisSentences(report),
      aisSentences(report, { channel: 'B' }),
      aisSentences(report, { address: 'ABVDM' }),
      aisSentences(classA({ repeat: 1 })),
      aisSentences(classA({ repeat: 3 })),
    ];
    expect(stations(twice.join(''))).to.deep.equal(['244660001']);
    expect(stations(aisSentences(report) + aisSentences(classA({ spare: 1 })))).to.have.length(2);
  });

  it('is one for ten seconds, and for as many messages as a receiver may be late by', () => {
    const report = aisSentences(classA());
    expect(session([report, 0], [report, 10])).to.have.length(1);
    expect(session([report, 0], [report, 10.1])).to.have.length(2);
    expect(session([report, 0], [report, -10.1])).to.have.length(2);
    const others = (count: number): string =>
      Array.from({ length: count }, (_, at) => aisSentences(classA({ mmsi: 244_000_000 + at }))).join('');
    expect(session([report + others(1000) + report, 0])).to.have.length(1001);
    expect(session([report + others(3000) + report, 0])).to.have.length(3002);
  });
});

describe('AIS: when a sentence was heard', () => {
  const report = aisSentences(classA({ second: 12 }));
  const at = Date.UTC(2026, 10, 21, 9, 0, 20) / 1000;
  const tagged = (tag: string): string => `\\${sentence(tag, '').trim()}\\`;
  const written = '2026-11-21T09:00:12.000Z';
  const received = '2026-11-21T10:15:12.000Z';

  it('is told by a TAG block, in s or ms', () => {
    expect(timeOf(tagged(`s:station,c:${at}`) + report)).to.equal(written);
    expect(timeOf(tagged(`c:${at}123,g:1-2-7`) + report)).to.equal(written);
    expect(timeOf(tagged('g:1-2-7') + tagged(`c:${at}`) + report)).to.equal(written);
  });

  it('is told by a time before or behind the sentence, as logs and receivers write it', () => {
    for (const prefix of [`${at} `, `${at};`, `${at}123,`, `[${at}] `, `station,${at},`]) {
      expect(timeOf(prefix + report), prefix).to.equal(written);
    }
    expect(timeOf(report.replace('\r\n', `,s28089,d-103,T39.4,r08STN1,${at}\r\n`))).to.equal(written);
  });

  it('is the reception by the gateway, when nothing tells it or what does is not to be believed', () => {
    for (const prefix of [
      tagged('s:station'),
      tagged(`c:${at}`).replace(/\*../, '*FF'),
      tagged(`c:${at + 86_400}`),
      tagged(`c:${at - 20 * 31_557_600}`),
      tagged('c:12'),
      '123456789012345',
      '[20261121T090012.000Z]',
      '2026-11-21T09:00:12;',
      'station: ',
    ]) {
      expect(timeOf(prefix + report), prefix).to.equal(received);
    }
    expect(timeOf(report.replace('\r\n', ',d-103,S1832,r08STN1\r\n'))).to.equal(received);
    expect(timeOf(report.replace('\r\n', `\\s:x,c:${at}*00\\\r\n`))).to.equal(received);
  });
});

describe('AIS: noise', () => {
  const samples = [
    aisSentences(classA()),
    aisSentences(classB({ mmsi: 244_660_002 })),
    aisSentences(extendedClassB('TJALK', 36, { mmsi: 244_660_003 })),
    aisSentences(aid(1, 'SCHIERMONNIKOOG WEST 12A')),
    aisSentences(classA({ mmsi: 972_000_001, status: 14 })),
    aisSentences(voyage('ZEEHOND', 'PC4711', 'HARLINGEN', 244_660_004)),
    aisSentences(callSignOf('PC1', 36, 244_660_005)),
  ];
  const next = aisSentences(classA({ mmsi: 244_660_099 }));

  it('makes no other report of a sentence in which one byte is changed, and never costs the next', () => {
    for (const sample of samples) {
      const own = decode(sample).map((message) => JSON.stringify(message));
      const others = JSON.stringify(decode(next)[0]);
      const wrong: [at: number, value: number][] = [];
      for (let at = 0; at < sample.length; at += 1) {
        for (let value = 0; value < 256; value += 1) {
          const changed = bytes(sample + next);
          changed[at] = value;
          const said = runProtocol(ais, [changed], createCounters(), receivedAt).map((message) =>
            JSON.stringify(message),
          );
          // A sentence whose line end is lost takes the one on the next line for its end.
          if (said.pop() !== others || said.some((message) => !own.includes(message))) wrong.push([at, value]);
        }
      }
      expect(wrong, sample).to.deep.equal([]);
    }
  });

  it('makes nothing of a sentence that is cut at any byte, and never costs the next line', () => {
    for (const sample of samples) {
      const own = stations(sample);
      for (let kept = 0; kept < sample.length; kept += 1) {
        const said = stations(`${sample.slice(0, kept)}\r\n${next}`);
        expect(said.pop()).to.equal('244660099');
        for (const station of said) expect(own).to.include(station);
      }
    }
  });

  it('between sentences costs none of them', () => {
    const noise = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString('latin1'));
    const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(noise, { minLength: 2, maxLength: 20 }), sizes, (gaps, cuts) => {
        const expectedMmsis = gaps.map((_, at) => 244_000_000 + at).slice(1);
        const [before = '', ...between] = gaps;
        const text =
          before + between.map((gap, at) => aisSentences(classA({ mmsi: expectedMmsis[at] ?? 1 })) + gap).join('');
        const messages = runProtocol(ais, chunksOf(bytes(text), cuts), createCounters(), receivedAt);
        const found = messages.flatMap((message) => (message.type === 'records' ? [Number(message.deviceId)] : []));
        expect(found).to.include.members(expectedMmsis);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('of well-formed sentences with anything in them throws nothing, and is bounded by what may be held', () => {
    const field = fc.oneof(
      fc.constantFrom('1', '2', '9', '', 'A', '0', 'x'),
      fc.string({
        unit: fc.constantFrom(...Array.from('0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW`abcdefghijklmnopqrstuvw')),
        maxLength: 80,
      }),
    );
    const body = fc
      .array(field, { minLength: 1, maxLength: 8 })
      .map((fields) => sentence(`AIVDM,${fields.join(',')}`, '!'));
    const formed = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }), field)
      .map(([count, index, id, armour]) => sentence(`AIVDM,${count},${index},${id},A,${armour},0`, '!'));
    fc.assert(
      fc.property(fc.array(fc.oneof(body, formed), { maxLength: 30 }), (sentences) => {
        for (const message of decode(sentences.join(''))) {
          if (message.type === 'rejected') expect(message.reason).to.have.length.below(160);
          else expect('deviceId' in message && message.deviceId).to.match(/^\d{9}$/);
        }
      }),
      { seed, numRuns: 1000 },
    );
  });
});
