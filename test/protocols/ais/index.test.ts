import { expect } from 'chai';
import { ais } from '../../../src/protocols/ais/index.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { aisSentences, fragmentsOf } from '../../../src/simulator/ais/sentences.js';
import { aid, classA, classB, voyage } from '../../support/protocols/ais-messages.js';
import { bytes, runProtocol, locationsOf, sentence } from '../../support/protocols/framing.js';

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

/** Messages of texts received at these times, in seconds after the first. */
function session(...timedTexts: readonly (readonly [text: string, seconds: number])[]): TrackerMessage[] {
  const open = ais.open(createCounters());
  return timedTexts.flatMap(([text, seconds]) => open.push(bytes(text), receivedAt + seconds * 1000));
}

describe('AIS sentences', () => {
  it('sentences of any talker and channel, of other ships and the own ship, are decoded', () => {
    for (const address of ['AIVDM', 'AIVDO', 'ABVDM', 'ANVDM', 'ASVDM', 'BSVDM', 'BSVDO']) {
      for (const channel of ['A', 'B', '1', '2', '']) {
        expect(stations(aisSentences(classA(), { address, channel })), address + channel).to.deep.equal(['244660001']);
      }
    }
  });

  it('other sentences are ignored', () => {
    const others = sentence('GPRMC,101500,A,5250.5,N,00542.3,E,1,2,211126,,,A') + sentence('AIVSI,1,2,3,4,5', '!');
    expect(decode(others + sentence('AIVDM,1,1,,A,15M67F,0', '$'))).to.deep.equal([]);
  });

  it('on a bound port, the own position of the receiver has no id, and every vessel has its MMSI', () => {
    const rmc = (time: string) => sentence(`GPRMC,${time},A,5250.5,N,00542.3,E,1,2,211126,,,A`);
    const others = `244660009${rmc('101502')}` + sentence('AIALR,101500,001,A,V,', '$');
    const bound = ais.open(createCounters(), { ...NULL_CONTEXT, isBound: true });
    const vessel = aisSentences(classA());
    const messages = [
      ...bound.push(bytes(rmc('101500') + vessel + `\\s:own*61\\${rmc('101501')}${others}`), receivedAt),
      ...bound.idle(),
    ];
    const found = messages.map((message) =>
      message.type === 'records' ? [message.deviceId, message.locations.length] : message.type,
    );
    expect(found).to.deep.equal([
      ['244660001', 1],
      [undefined, 1],
      [undefined, 1],
    ]);
    expect(locationsOf(messages).map(({ dateTime }) => dateTime.slice(11, 19))).to.include.members([
      '10:15:00',
      '10:15:01',
    ]);
  });

  it('a sentence without a valid checksum is discarded', () => {
    const sentences = aisSentences(classA());
    const counters = createCounters();
    expect(decode(sentences.replace(/\*..\r/, '\r') + sentences.replace(',A,', ',B,'), counters)).to.deep.equal([]);
    expect(counters.badChecksums).to.equal(1);
  });

  it('a malformed sentence is rejected', () => {
    const [armor = ''] = /(?<=,A,)[^,]*/.exec(aisSentences(classA())) ?? [];
    for (const body of [
      `AIVDM,x,1,,A,${armor},0`,
      `AIVDM,0,1,,A,${armor},0`,
      `AIVDM,1,2,,A,${armor},0`,
      `AIVDM,1,0,,A,${armor},0`,
      `AIVDM,10,1,,A,${armor},0`,
      `AIVDM,1,1,12345,A,${armor},0`,
      `AIVDM,1,1,,AB,${armor},0`,
      `AIVDM,1,1,,A,${armor},6`,
      `AIVDM,1,1,,A,${armor},`,
      `AIVDM,1,1,,A,${armor}`,
      `AIVDM,1,1,,A,${armor},0,0`,
      'AIVDM,1,1,,A,,0',
      `AIVDM,1,1,,A,1 ${armor},0`,
      `AIVDM,1,1,,A,1X${armor},0`,
      `AIVDM,1,1,,A,1x${armor},0`,
      `AIVDM,2,1,3,A,${armor},2`,
    ]) {
      expect(decode(sentence(body, '!')), body).to.have.nested.property('[0].type', 'rejected');
    }
  });
});

describe('AIS messages of several sentences', () => {
  const fields = voyage('ZEEHOND', 'PC4711', 'HARLINGEN');
  const [first = '', second = ''] = fragmentsOf(fields);
  const inBetween = aisSentences(classA({ mmsi: 244_660_009 }));

  it('fragments are joined in any order, with other sentences in between', () => {
    expect(names(first + inBetween + second)).to.equal('HARLINGEN');
    expect(names(second + first)).to.equal('HARLINGEN');
    const nine = fragmentsOf(voyage('ZEEHOND', 'PC4711', 'HARLINGEN'), {}, 8);
    expect(nine).to.have.length(9);
    expect(names(nine.reverse().join(''))).to.equal('HARLINGEN');
  });

  it('repeated fragments give one message', () => {
    const [a = '', b = ''] = fragmentsOf(aid(1, 'SCHIERMONNIKOOG WEST 12A'), {}, 30);
    expect(stations(a + a + b + b + a + b)).to.deep.equal(['992446001']);
    // A fragment repeated late does not become part of the next message with that number.
    const other = fragmentsOf(voyage('TJALK', 'PC1', 'LAUWERSOOG')).join('');
    expect(names(first + second + second + other)).to.equal('LAUWERSOOG');
  });

  it('fragments are joined only with the same channel, sequential identifier and talker', () => {
    const others = [{ channel: 'B' }, { sequence: 2 }, { address: 'BSVDM' }];
    for (const wrapping of others) {
      const [a = '', b = ''] = fragmentsOf(voyage('TJALK', 'PC1', 'LAUWERSOOG'), wrapping);
      expect(names(first + b), JSON.stringify(wrapping)).to.equal(undefined);
      expect(names(a + first + b + second)).to.equal('HARLINGEN');
    }
  });

  it('a sequential identifier may have several digits', () => {
    const other = voyage('TJALK', 'PC1', 'LAUWERSOOG');
    for (const sequence of [10, 42, 999]) {
      const [a = '', b = ''] = fragmentsOf(fields, { sequence });
      expect(names(a + b), String(sequence)).to.equal('HARLINGEN');
      const [, foreign = ''] = fragmentsOf(other, { sequence: sequence + 1 });
      expect(names(a + foreign), String(sequence)).to.equal(undefined);
    }
  });

  it('assembly starts over with another fragment of the same index, and after five seconds', () => {
    const [a = '', b = ''] = fragmentsOf(voyage('TJALK', 'PC1', 'LAUWERSOOG'));
    expect(names(first + a + b)).to.equal('LAUWERSOOG');
    const after = aisSentences(classB());
    const late = session([first, 0], [second, 6], [after, 6]);
    expect(locationsOf(late)[0]?.attributes).to.not.have.property('name');
    const inTime = session([first, 0], [second, 5], [after, 6]);
    expect(locationsOf(inTime)[0]?.attributes).to.include({ name: 'ZEEHOND' });
    // The clock of the gateway may be set back in between.
    expect(locationsOf(session([first, 0], [second, -6], [after, 0]))[0]?.attributes).to.not.have.property('name');
  });

  it('incomplete messages are dropped as others start', () => {
    const lost = Array.from({ length: 200 }, (_, at) => {
      const address = `${String.fromCharCode(65 + (at % 26))}${String.fromCharCode(65 + Math.floor(at / 26))}VDM`;
      return fragmentsOf(fields, { address })[0] ?? '';
    });
    expect(names(first + lost.join('') + second)).to.equal(undefined);
    expect(names(lost.join('') + first + second)).to.equal('HARLINGEN');
  });

  it('a message longer than the longest transmission is rejected', () => {
    const endless = fragmentsOf([...classA(), ['A'.repeat(200), 200]], {}, 200);
    expect(decode(endless.join(''))).to.have.nested.property('[0].type', 'rejected');
  });
});

describe('AIS duplicates', () => {
  it('a message received by two receivers, on two channels or from a repeater is one record', () => {
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

  it('duplicates are detected for ten seconds and at least a thousand messages', () => {
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

describe('the time of reception of an AIS sentence', () => {
  const report = aisSentences(classA({ second: 12 }));
  const at = Date.UTC(2026, 10, 21, 9, 0, 20) / 1000;
  const tagged = (tag: string): string => `\\${sentence(tag, '').trim()}\\`;
  const written = '2026-11-21T09:00:12.000Z';
  const received = '2026-11-21T10:15:12.000Z';

  it('a TAG block has the time, in s or ms', () => {
    expect(timeOf(tagged(`s:station,c:${at}`) + report)).to.equal(written);
    expect(timeOf(tagged(`c:${at}123,g:1-2-7`) + report)).to.equal(written);
    expect(timeOf(tagged('g:1-2-7') + tagged(`c:${at}`) + report)).to.equal(written);
  });

  it('a time before or after the sentence is used, in the formats of logs and receivers', () => {
    for (const prefix of [`${at} `, `${at};`, `${at}123,`, `[${at}] `, `station,${at},`]) {
      expect(timeOf(prefix + report), prefix).to.equal(written);
    }
    expect(timeOf(report.replace('\r\n', `,s28089,d-103,T39.4,r08STN1,${at}\r\n`))).to.equal(written);
  });

  it('the reception by the gateway counts without a credible time', () => {
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
