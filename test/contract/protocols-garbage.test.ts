import { expect } from 'chai';
import { protocolNames, protocols } from '../../src/protocols/index.js';
import { samples } from '../support/protocol-samples.js';
import { createRandom, type Random } from '../support/random.js';
import { isTrue, recordsOfText } from '../support/said.js';

const seed = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const streams = Number(process.env.WAYPOST_FUZZ_STREAMS ?? 500);

const text = (random: Random, length: number): string => random.fill(Buffer.alloc(length + 4)).toString('latin1', 4);

for (const name of protocolNames) {
  const protocol = protocols[name];
  const own = samples[name];
  const lines = own.frames.join('').split(/(?<=\n)/);
  const strangers = protocolNames.filter((other) => other !== name).flatMap((other) => samples[other].frames);

  /** What may stand between frames: of the protocol itself only what was cut short. */
  const garbage: readonly ((random: Random) => string)[] = [
    () => '',
    (random) => text(random, random.below(600)),
    (random) => random.pick(lines).slice(0, -3 - random.below(20)),
    (random) =>
      random
        .pick(own.frames)
        .slice(1 + random.below(20))
        .replace(/[$!{]/g, ''),
    (random) => random.pick(strangers),
    (random) => random.pick(strangers).slice(random.below(9), -random.below(9) - 1),
    (random) => random.pick(['\0', '\xff', 'U', '$', '!', '*', '0', '{', '"']).repeat(random.below(5_000)),
    (random) => random.pick(['$GP', '*00', '{"a":', '[', '!AIVDM,2,1,', '\r', '$PWPT,']).repeat(random.below(700)),
  ];

  /** Pieces of it, ended or not as the protocol needs it. */
  function between(random: Random): string {
    const pieces = Array.from({ length: random.below(4) }, () => random.pick(garbage)(random)).join('');
    return pieces + (own.startsAnywhere ? random.pick(['', '', '\n', '\r\n']) : '\n');
  }

  describe(`garbage: ${name}`, () => {
    const truth = recordsOfText(protocol, own, own.frames.join(''));

    it(`finds every frame between it${own.startsAnywhere ? ', also where it has no end' : ''}, however it is cut`, () => {
      const random = createRandom(seed);
      let others = 0;
      for (let turn = 0; turn < streams; turn += 1) {
        const stream = own.frames.map((frame) => between(random) + frame).join('') + between(random);
        const sizes = Array.from({ length: 4 }, () => 1 + random.below(random.pick([3, 80, 6_000])));
        const found = recordsOfText(protocol, own, stream, sizes);
        const where = `seed ${seed}, stream ${turn}`;
        for (const one of truth) expect(found, where).to.deep.include(one);
        for (const one of found) {
          if (own.unprotected === undefined) expect(truth, where).to.deep.include(one);
          else if (!isTrue(one, truth)) others += 1;
        }
      }
      if (own.unprotected === undefined) return;
      console.log(`      ${others} records of garbage in ${streams} streams`);
      expect(others).to.be.at.most(streams / 50);
    }).timeout(20_000 + streams * 20);
  });
}
