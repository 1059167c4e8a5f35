import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { protocols } from '../../src/protocols/index.js';
import { PROTOCOL_NAMES } from '../support/protocols/protocol-names.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { bytes, countOf, runProtocol } from '../support/protocols/framing.js';
import { samples, type Damage } from '../support/protocols/protocol-samples.js';
import { createRandom } from '../support/protocols/random.js';
import { isTrue, isTrueButFor, recordsOf, recordsOfText } from '../support/protocols/decoded-records.js';

const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const BURSTS = Number(process.env.WAYPOST_FUZZ_BURSTS ?? 2_000);

/** Values that a byte is changed to, besides its bit flips: bytes with a meaning in some protocol. */
const BYTE_VALUES = [...bytes('\0\n\r $!*,-.0719AEFNSVWf{}"^\\\x7f\x80\xff')];

/** `correct`: only correct records; `by chance`: damaged, but its checksum is valid. */
type Outcome = 'correct' | 'by chance' | 'another record';

for (const name of PROTOCOL_NAMES) {
  const protocol = protocols[name];
  const sample = samples[name];
  const whole = sample.frames.join('');
  const truth = recordsOfText(protocol, sample, whole);
  const truthOf = sample.frames.map((frame) => recordsOfText(protocol, sample, frame));
  const maxRecordsOfFrame = Math.max(...truthOf.map((records) => records.length));
  const partsOf = sample.protectedParts ?? (() => []);
  const parts = partsOf(whole);
  const knownParts = new Set(parts);

  /** Whether the damaged text has another part with valid checksums, so that damage cannot be detected. */
  const isValidByChance = (text: string): boolean => partsOf(text).some((part) => !knownParts.has(part));

  /** Decodes the damaged text after the required first frames. `damagedFrame`: its index, if only one is damaged. */
  function judge(damaged: string, what: string, damage: Damage, damagedFrame?: number): Outcome {
    const [start, input] = [bytes(sample.first ?? ''), bytes(damaged)];
    const counters = createCounters();
    const records = recordsOf(runProtocol(protocol, [start, input], counters));
    const ends = countOf(sample.ends, input) + countOf(sample.ends, start);
    // Compared without chai: an assertion costs more than decoding, and this runs about 300,000 times.
    if (counters.bytes !== start.length + input.length) expect.fail(`${what} ${counters.bytes} bytes counted`);
    if (counters.discardedBytes + ends > counters.bytes) expect.fail(`${what} ${counters.discardedBytes} discarded`);
    if (isValidByChance(damaged)) return 'by chance';
    const others = records.filter((record) => !isTrue(record, truth));
    if (sample.unprotected?.includes(damage) !== true) {
      if (others.length > 0) expect.fail(`${what} ${JSON.stringify(others)}`);
      return 'correct';
    }
    if (damage === 'changed' && sample.changesOneValue === true) {
      for (const record of others)
        if (!isTrueButFor(1, record, truth)) expect.fail(`${what} ${JSON.stringify(record)}`);
    }
    if (damagedFrame !== undefined) {
      if (others.length > maxRecordsOfFrame) expect.fail(`${what} ${others.length} other records`);
      const untouched = truthOf.filter((_, index) => index !== damagedFrame).flat();
      for (const record of untouched) if (!records.some((found) => isDeepStrictEqual(found, record))) expect.fail(what);
    }
    return others.length > 0 ? 'another record' : 'correct';
  }

  /** Counts outcomes. */
  function createTally() {
    const outcomes: Record<Outcome, number> = { correct: 0, 'by chance': 0, 'another record': 0 };
    return {
      outcomes,
      add(outcome: Outcome): void {
        outcomes[outcome] += 1;
      },
      all: () => Object.values(outcomes).reduce((sum, count) => sum + count, 0),
      print(what: string): void {
        const { 'by chance': chances, 'another record': others } = outcomes;
        const unprotected = sample.unprotected === undefined ? '' : `, ${others} with another record`;
        const sums = parts.length === 0 ? '' : `, ${chances} with a valid checksum by chance`;
        console.log(`      ${this.all()} ${what}${sums}${unprotected}`);
      },
    };
  }

  const scope = sample.unprotected === undefined ? 'no other record' : 'no other record of another frame';

  describe(`damage: ${name}`, function () {
    this.timeout(this.timeout() + BURSTS * 10);

    it('every sample has a record of its own', () => {
      expect(truth.length).to.be.at.least(sample.frames.length);
      expect(knownParts.size).to.equal(parts.length);
      if (sample.unprotected === undefined) expect(parts.length).to.be.at.least(sample.frames.length);
    });

    it(`a frame with one changed byte gives ${scope}`, () => {
      const tally = createTally();
      let before = 0;
      for (const [damagedFrame, frame] of sample.frames.entries()) {
        for (let at = before; at < before + frame.length; at += 1) {
          const byte = whole.charCodeAt(at);
          const bits = Array.from({ length: 8 }, (_, bit) => byte ^ (1 << bit));
          for (const value of new Set([...bits, ...BYTE_VALUES])) {
            if (value === byte) continue;
            const damaged = whole.slice(0, at) + String.fromCharCode(value) + whole.slice(at + 1);
            tally.add(judge(damaged, `byte ${at} changed to ${value}:`, 'changed', damagedFrame));
          }
        }
        before += frame.length;
      }
      tally.print('changes');
      // Only the start of a sentence within another one can do that, for one checksum in 256.
      expect(tally.outcomes['by chance']).to.be.at.most(tally.all() / 256);
    });

    it(`a frame that lost its start or end gives ${scope}`, () => {
      const tally = createTally();
      let before = 0;
      for (const [damagedFrame, frame] of sample.frames.entries()) {
        const [start, rest] = [whole.slice(0, before), whole.slice(before + frame.length)];
        for (let cut = 1; cut < frame.length; cut += 1) {
          for (const end of ['', '\n']) {
            tally.add(judge(start + frame.slice(0, cut) + end + rest, `${cut} bytes left:`, 'cut', damagedFrame));
          }
          tally.add(judge(start + frame.slice(cut) + rest, `${cut} bytes lost:`, 'cut', damagedFrame));
        }
        before += frame.length;
      }
      tally.print('cuts');
    });

    it(`a stream with lost, repeated or changed bytes gives ${scope}`, () => {
      const random = createRandom(SEED);
      const tally = createTally();
      for (let turn = 0; turn < BURSTS; turn += 1) {
        let damaged = whole;
        for (let times = 1 + random.below(3); times > 0; times -= 1) {
          const at = random.below(damaged.length);
          const end = at + random.below(12);
          const noise = random.fill(Buffer.alloc(8)).toString('latin1', random.below(8));
          damaged = damaged.slice(0, at) + random.pick(['', noise, damaged.slice(0, end)]) + damaged.slice(end);
        }
        tally.add(judge(damaged, `seed ${SEED}, turn ${turn}:`, 'burst'));
      }
      tally.print('bursts');
      expect(tally.outcomes['by chance']).to.be.at.most(BURSTS / 20);
    });
  });
}
