import { expect } from 'chai';
import fc from 'fast-check';
import { ais } from '../../../src/protocols/ais/index.js';
import { createCounters, type TrackerMessage } from '../../../src/protocols/protocol.js';
import { aisSentences } from '../../../src/simulator/ais/sentences.js';
import { aid, callSignOf, classA, classB, extendedClassB, voyage } from '../../support/protocols/ais-messages.js';
import { bytes, chunksOf, runProtocol, sentence } from '../../support/protocols/framing.js';

const seed = 20_261_121;
const receivedAt = Date.UTC(2026, 10, 21, 10, 15, 30, 250);

const decode = (text: string): TrackerMessage[] => runProtocol(ais, [bytes(text)], createCounters(), receivedAt);
const stations = (text: string): (string | undefined)[] =>
  decode(text).map((message) =>
    message.type === 'rejected' ? message.reason : 'deviceId' in message ? message.deviceId : undefined,
  );

describe('damaged AIS input', () => {
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

  it('a sentence with a changed byte gives no other report and never costs the next one', () => {
    for (const sample of samples) {
      const own = decode(sample).map((message) => JSON.stringify(message));
      const expectedNext = JSON.stringify(decode(next)[0]);
      const violations: [at: number, value: number][] = [];
      for (let at = 0; at < sample.length; at += 1) {
        for (let value = 0; value < 256; value += 1) {
          const changed = bytes(sample + next);
          changed[at] = value;
          const found = runProtocol(ais, [changed], createCounters(), receivedAt).map((message) =>
            JSON.stringify(message),
          );
          // A sentence that lost its line end is ended by the next line.
          if (found.pop() !== expectedNext || found.some((message) => !own.includes(message)))
            violations.push([at, value]);
        }
      }
      expect(violations, sample).to.deep.equal([]);
    }
  });

  it('a truncated sentence gives no other report and never costs the next one', () => {
    for (const sample of samples) {
      const own = stations(sample);
      for (let length = 0; length < sample.length; length += 1) {
        const found = stations(`${sample.slice(0, length)}\r\n${next}`);
        expect(found.pop()).to.equal('244660099');
        for (const station of found) expect(own).to.include(station);
      }
    }
  });

  it('noise between sentences costs none of them', () => {
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

  it('well-formed sentences with random content never throw, and memory stays bounded', () => {
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
      .map(([count, index, id, armor]) => sentence(`AIVDM,${count},${index},${id},A,${armor},0`, '!'));
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
