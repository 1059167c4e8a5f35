import { expect } from 'chai';
import { protocolNames, protocols } from '../../src/protocols/index.js';
import { noCounters } from '../../src/protocols/protocol.js';
import { bytes, hear, lineEnds } from '../support/framing.js';
import { samples } from '../support/protocol-samples.js';
import { createRandom } from '../support/random.js';
import { isTrue, isTrueButFor, recordsOf, recordsOfText } from '../support/said.js';

const seed = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const bursts = Number(process.env.WAYPOST_FUZZ_BURSTS ?? 2_000);

/** What a byte is changed to, besides each of its bits turned: what means something to one protocol or another. */
const values = [...bytes('\0\n\r $!*,-.0719AEFNSVWf{}"^\\\x7f\x80\xff')];

for (const name of protocolNames) {
  const protocol = protocols[name];
  const own = samples[name];
  const whole = own.frames.join('');
  const truth = recordsOfText(protocol, own, whole);
  const { protectedParts } = own;
  const told = new Set(protectedParts?.(whole));

  /** Whether a part of it is another one whose checksums hold: then nobody can tell. */
  const byChance = (text: string): boolean => protectedParts?.(text).some((part) => !told.has(part)) ?? false;

  /**
   * Hears it after what has to be said first; whether checksums hold by chance. `mostValues`: so many values of a record
   * may be others where there are no checksums.
   */
  function judge(damaged: string, what: string, mostValues: number): boolean {
    const chance = byChance(damaged);
    const [start, input] = [bytes(own.first ?? ''), bytes(damaged)];
    const counters = noCounters();
    const records = recordsOf(hear(protocol, [start, input], counters));
    expect(counters.bytes, what).to.equal(start.length + input.length);
    expect(counters.discardedBytes + lineEnds(input) + lineEnds(start), what).to.be.at.most(counters.bytes);
    const most = protectedParts === undefined ? mostValues : 0;
    for (const one of chance ? [] : records) {
      if (!isTrue(one, truth) && !isTrueButFor(most, one, truth)) expect.fail(`${what} ${JSON.stringify(one)}`);
    }
    return chance;
  }

  describe(`damage: ${name}`, () => {
    it('has samples that say something, each of its own', () => {
      expect(truth.length).to.be.at.least(own.frames.length);
      if (protectedParts !== undefined) expect(told.size).to.equal(protectedParts(whole).length).and.to.be.above(0);
    });

    const but = protectedParts === undefined ? ', but for one value of it' : '';
    it(`makes no other record of a frame of which one byte is changed${but}`, () => {
      let chances = 0;
      let all = 0;
      for (let at = 0; at < whole.length; at += 1) {
        const byte = whole.charCodeAt(at);
        const bits = Array.from({ length: 8 }, (_, bit) => byte ^ (1 << bit));
        for (const value of new Set([...bits, ...values])) {
          if (value === byte) continue;
          const damaged = whole.slice(0, at) + String.fromCharCode(value) + whole.slice(at + 1);
          if (judge(damaged, `${at} made ${value}:`, 1)) chances += 1;
          all += 1;
        }
      }
      const checked = protectedParts !== undefined;
      console.log(
        `      ${all} changes${checked ? `, in ${chances} the checksum of what is left holds by chance` : ''}`,
      );
      // Only what begins a sentence within another one can do that, for one sum in 256.
      expect(chances).to.be.at.most(all / 256);
    }).timeout(20_000);

    it('makes no other record of a frame that is cut short, or has lost its beginning', () => {
      let before = 0;
      for (const frame of own.frames) {
        for (let cut = 1; cut < frame.length; cut += 1) {
          const [start, rest] = [whole.slice(0, before), whole.slice(before + frame.length)];
          for (const end of ['', '\n']) judge(start + frame.slice(0, cut) + end + rest, `${cut} bytes left:`, 0);
          judge(start + frame.slice(cut) + rest, `${cut} bytes lost:`, 0);
        }
        before += frame.length;
      }
    }).timeout(20_000);

    const than = protectedParts === undefined ? ' than what stands there then' : '';
    it(`makes no other record${than} of a stream that has lost, doubled or changed bytes anywhere`, () => {
      const random = createRandom(seed);
      let chances = 0;
      for (let turn = 0; turn < bursts; turn += 1) {
        let damaged = whole;
        for (let times = 1 + random.below(3); times > 0; times -= 1) {
          const at = random.below(damaged.length);
          const end = at + random.below(12);
          const noise = random.fill(Buffer.alloc(8)).toString('latin1', random.below(8));
          damaged = damaged.slice(0, at) + random.pick(['', noise, damaged.slice(0, end)]) + damaged.slice(end);
        }
        if (judge(damaged, `seed ${seed}, turn ${turn}:`, Infinity)) chances += 1;
      }
      expect(chances).to.be.at.most(bursts / 20);
    }).timeout(20_000 + bursts * 10);
  });
}
