import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { PROTOCOL_NAMES, protocols } from '../../src/protocols/index.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { bytes, countOf, runProtocol } from '../support/framing.js';
import { samples, type Damage } from '../support/protocol-samples.js';
import { createRandom } from '../support/random.js';
import { isTrue, isTrueButFor, recordsOf, recordsOfText } from '../support/said.js';

const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const BURSTS = Number(process.env.WAYPOST_FUZZ_BURSTS ?? 2_000);

/** What a byte is changed to, besides each of its bits turned: what means something to one protocol or another. */
const BYTE_VALUES = [...bytes('\0\n\r $!*,-.0719AEFNSVWf{}"^\\\x7f\x80\xff')];

/** What became of a damaged stream. */
type Outcome = 'told' | 'by chance' | 'another record';

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

  /** Whether a part of it is another one whose checksums hold: then nobody can tell. */
  const isValidByChance = (text: string): boolean => partsOf(text).some((part) => !knownParts.has(part));

  /** Hears it after what has to be said first. `struck`: the number of the frame that is damaged, where it is one. */
  function judge(damaged: string, what: string, damage: Damage, struck?: number): Outcome {
    const [start, input] = [bytes(sample.first ?? ''), bytes(damaged)];
    const counters = createCounters();
    const records = recordsOf(runProtocol(protocol, [start, input], counters));
    const ends = countOf(sample.ends, input) + countOf(sample.ends, start);
    // Compared without chai: an assertion costs more than decoding, and this runs about 300,000 times.
    if (counters.bytes !== start.length + input.length) expect.fail(`${what} ${counters.bytes} bytes counted`);
    if (counters.discardedBytes + ends > counters.bytes) expect.fail(`${what} ${counters.discardedBytes} discarded`);
    if (isValidByChance(damaged)) return 'by chance';
    const others = records.filter((one) => !isTrue(one, truth));
    if (sample.unprotected?.includes(damage) !== true) {
      if (others.length > 0) expect.fail(`${what} ${JSON.stringify(others)}`);
      return 'told';
    }
    if (damage === 'changed' && sample.changesOneValue === true) {
      for (const one of others) if (!isTrueButFor(1, one, truth)) expect.fail(`${what} ${JSON.stringify(one)}`);
    }
    if (struck !== undefined) {
      if (others.length > maxRecordsOfFrame) expect.fail(`${what} ${others.length} other records`);
      const untouched = truthOf.filter((_, index) => index !== struck).flat();
      for (const one of untouched) if (!records.some((found) => isDeepStrictEqual(found, one))) expect.fail(what);
    }
    return others.length > 0 ? 'another record' : 'told';
  }

  /** Counts what became of many. */
  function createTally() {
    const outcomes: Record<Outcome, number> = { told: 0, 'by chance': 0, 'another record': 0 };
    return {
      outcomes,
      add(outcome: Outcome): void {
        outcomes[outcome] += 1;
      },
      all: () => Object.values(outcomes).reduce((sum, count) => sum + count, 0),
      print(what: string): void {
        const { 'by chance': chances, 'another record': others } = outcomes;
        const unprotected = sample.unprotected === undefined ? '' : `, in ${others} another record is made`;
        const sums = parts.length === 0 ? '' : `, in ${chances} the checksum of what is left holds by chance`;
        console.log(`      ${this.all()} ${what}${sums}${unprotected}`);
      },
    };
  }

  const only = sample.unprotected === undefined ? '' : ', but of itself where nothing protects it';

  describe(`damage: ${name}`, () => {
    it('has samples that say something, each of its own', () => {
      expect(truth.length).to.be.at.least(sample.frames.length);
      expect(knownParts.size).to.equal(parts.length);
      if (sample.unprotected === undefined) expect(parts.length).to.be.at.least(sample.frames.length);
    });

    it(`makes no other record of a frame of which one byte is changed${only}`, () => {
      const tally = createTally();
      let before = 0;
      for (const [struck, frame] of sample.frames.entries()) {
        for (let at = before; at < before + frame.length; at += 1) {
          const byte = whole.charCodeAt(at);
          const bits = Array.from({ length: 8 }, (_, bit) => byte ^ (1 << bit));
          for (const value of new Set([...bits, ...BYTE_VALUES])) {
            if (value === byte) continue;
            const damaged = whole.slice(0, at) + String.fromCharCode(value) + whole.slice(at + 1);
            tally.add(judge(damaged, `${at} made ${value}:`, 'changed', struck));
          }
        }
        before += frame.length;
      }
      tally.print('changes');
      // Only what begins a sentence within another one can do that, for one sum in 256.
      expect(tally.outcomes['by chance']).to.be.at.most(tally.all() / 256);
    }).timeout(120_000);

    it(`makes no other record of a frame that is cut short, or has lost its beginning${only}`, () => {
      const tally = createTally();
      let before = 0;
      for (const [struck, frame] of sample.frames.entries()) {
        const [start, rest] = [whole.slice(0, before), whole.slice(before + frame.length)];
        for (let cut = 1; cut < frame.length; cut += 1) {
          for (const end of ['', '\n']) {
            tally.add(judge(start + frame.slice(0, cut) + end + rest, `${cut} bytes left:`, 'cut', struck));
          }
          tally.add(judge(start + frame.slice(cut) + rest, `${cut} bytes lost:`, 'cut', struck));
        }
        before += frame.length;
      }
      tally.print('cuts');
    }).timeout(120_000);

    it(`makes no other record of a stream that has lost, doubled or changed bytes anywhere${only}`, () => {
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
    }).timeout(20_000 + BURSTS * 10);
  });
}
