import { expect } from 'chai';
import { callOnce, createTally, repeatFor } from '../../support/attack/strangers.js';
import type { Attack } from '../attack.js';

const KML = 'application/vnd.google-earth.kml+xml';
/** With the rest of the file just below the largest body. */
const SPACES = 1_048_000;
const SIGNS = [' ', '\t', '\n', ',', '0'];

const fileOf = (sign: string): string =>
  '<kml><Document><Placemark><name>a</name><LineString><coordinates>1,2' +
  `${sign.repeat(SPACES)}3,4</coordinates></LineString></Placemark></Document></kml>`;

/** Users who may import zones, and one who may not, since a restriction counts before the body. */
export const spacesInKml: Attack = {
  title: 'imports of KML files with a megabyte of spaces, commas or digits',
  by: 'user',
  async run(target) {
    const tally = createTally();
    const files = SIGNS.map(fileOf);
    await repeatFor(target.seconds, 2, async (turn) => {
      const text = files[turn % files.length] ?? '';
      const { token } = turn % 2 === 0 ? target.dispatcher : target.messenger;
      tally.add(await callOnce(target, { method: 'POST', path: '/api/zones/import', text, type: KML, token }));
    });
    return tally.counts();
  },
  async verify({ target }) {
    const { token } = target.messenger;
    const forbidden = { method: 'POST', path: '/api/zones/import', text: fileOf(' '), type: KML, token };
    expect(await callOnce(target, forbidden)).to.equal(403);
  },
};
