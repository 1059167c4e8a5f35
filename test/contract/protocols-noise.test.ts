import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { protocols } from '../../src/protocols/index.js';
import { PROTOCOL_NAMES } from '../support/protocols/protocol-names.js';
import { samples } from '../support/protocols/protocol-samples.js';
import { createRandom, type Random } from '../support/protocols/random.js';
import { isTrue, recordsOfText } from '../support/protocols/decoded-records.js';

const SEED = Number(process.env.WAYPOST_FUZZ_SEED ?? 20_261_121);
const STREAMS = Number(process.env.WAYPOST_FUZZ_STREAMS ?? 500);

/** Faster than the assertion, which runs only to print a failure. */
const includes = (all: readonly unknown[], wanted: unknown): boolean =>
  all.some((item) => isDeepStrictEqual(item, wanted));

const text = (random: Random, length: number): string => random.fill(Buffer.alloc(length + 4)).toString('latin1', 4);

for (const name of PROTOCOL_NAMES) {
  const protocol = protocols[name];
  const sample = samples[name];
  const lines = sample.frames.join('').split(/(?<=\n)/);
  const otherFrames = PROTOCOL_NAMES.filter((other) => other !== name).flatMap((other) => samples[other].frames);

  /** Noise between frames; frames of the protocol itself only truncated. */
  const noiseSources: readonly ((random: Random) => string)[] = [
    () => '',
    (random) => text(random, random.below(600)),
    (random) => random.pick(lines).slice(0, -3 - random.below(20)),
    (random) =>
      random
        .pick(sample.frames)
        .slice(1 + random.below(20))
        .replace(/[$!{]/g, ''),
    (random) => random.pick(otherFrames),
    (random) => random.pick(otherFrames).slice(random.below(9), -random.below(9) - 1),
    (random) => random.pick(['\0', '\xff', 'U', '$', '!', '*', '0', '{', '"']).repeat(random.below(5_000)),
    (random) => random.pick(['$GP', '*00', '{"a":', '[', '!AIVDM,2,1,', '\r', '$PWPT,']).repeat(random.below(700)),
  ];

  /** Pieces of noise, with a line end where the protocol needs one. */
  function noiseBetween(random: Random): string {
    const pieces = Array.from({ length: random.below(4) }, () => random.pick(noiseSources)(random)).join('');
    return pieces + (sample.startsAnywhere ? random.pick(['', '', '\n', '\r\n']) : '\n');
  }

  describe(`noise: ${name}`, function () {
    this.timeout(this.timeout() + STREAMS * 20);
    const truth = recordsOfText(protocol, sample, sample.frames.join(''));

    it(`every frame between noise${sample.startsAnywhere ? ', with or without a line end,' : ''} is found, however the stream is cut`, () => {
      const random = createRandom(SEED);
      let falseRecords = 0;
      for (let turn = 0; turn < STREAMS; turn += 1) {
        const stream = sample.frames.map((frame) => noiseBetween(random) + frame).join('') + noiseBetween(random);
        const sizes = Array.from({ length: 4 }, () => 1 + random.below(random.pick([3, 80, 6_000])));
        const found = recordsOfText(protocol, sample, stream, sizes);
        const where = `seed ${SEED}, stream ${turn}`;
        for (const record of truth) if (!includes(found, record)) expect(found, where).to.deep.include(record);
        for (const record of found) {
          if (sample.unprotected !== undefined) falseRecords += isTrue(record, truth) ? 0 : 1;
          else if (!includes(truth, record)) expect(truth, where).to.deep.include(record);
        }
      }
      if (sample.unprotected === undefined) return;
      console.log(`      ${falseRecords} records from noise in ${STREAMS} streams`);
      expect(falseRecords).to.be.at.most(STREAMS / 50);
    });
  });
}
