import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { taip } from '../../src/protocols/taip/index.js';
import { bytes, chunksOf, locationsOf, runProtocol } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf } from './corpus.js';

type Asserted = {
  readonly verb: string;
  readonly location?: boolean;
  readonly time?: string;
  readonly latitude?: number;
  readonly longitude?: number;
};

const RECEIVED_AT = Date.UTC(2026, 10, 21, 10);
/** Reports that state no fix, whatever Traccar asserts: a clock that is not set (date 000000), and fix modes 0 and 9. */
const WITHOUT_FIX = ['ee4fa825e15a52c8', 'c420d223660c75e5', 'd066b6cb24203cef'];
/** Traccar asserts no position for a compact one, which Trimble's manual defines, and another value for a `RUS` with a fix. */
const NOT_ASSERTED = ['05ae3f04ea0929e8', 'e365c367c8d595d4'];

describe('TAIP reports of Traccar', () => {
  const tally = createTally();
  after(() => {
    tally.print();
  });

  for (const testCase of casesOf<Asserted>('traccar-taip.jsonl')) {
    const { id, expected, integrity, derived } = testCase;
    const text = inputOf(testCase).toString('latin1').trim();
    const counters = createCounters();
    // Traccar's framer removes the end of a sentence in some cases.
    const input = bytes(text.endsWith('<') ? text : `${text}<`);
    const messages = runProtocol(taip, chunksOf(input, [7, 1, 64]), counters, RECEIVED_AT);
    const locations = locationsOf(messages);

    if (integrity === 'bad') {
      it(`${id} is discarded for its checksum`, () => {
        expect(messages).to.deep.equal([]);
        expect(counters).to.include({ frames: 0, badChecksums: 1 });
        tally.add('wrong checksums refused');
      });
    } else if ((expected.location === true && !WITHOUT_FIX.includes(id)) || NOT_ASSERTED.includes(id)) {
      it(`${id} has the asserted fix and id`, () => {
        expect(locations).to.have.length(1);
        expect(messages[0]).to.include({ deviceId: derived?.deviceId });
        const [location] = locations;
        if (expected.time !== undefined) expect(location?.dateTime).to.equal(expected.time);
        if (expected.latitude !== undefined) expect(location?.latitude).to.equal(expected.latitude);
        if (expected.longitude !== undefined) expect(location?.longitude).to.equal(expected.longitude);
        tally.add(NOT_ASSERTED.includes(id) ? 'fixes that are not asserted' : 'asserted fixes');
      });
    } else {
      it(`${id} gives no location`, () => {
        expect(locations).to.deep.equal([]);
        tally.add('without a fix');
      });
    }
  }
});
