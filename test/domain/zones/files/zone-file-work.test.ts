import { expect } from 'chai';
import { readZoneFile } from '../../../../src/domain/zones/files/read-zone-file.js';
import { gpxOf, kmlOf } from '../../../support/api/zone-files.js';

/** CPU ms of a whole file and of one slice: far more than they take, and far less than a pattern that is quadratic. */
const FILE_MS = 10_000;
const SLICE_MS = 2_000;
const CHARACTERS = 300_000;

const line = (coordinates: string): string =>
  kmlOf(`<Placemark><name>a</name><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark>`);
const filled = (piece: string, around: (content: string) => string = (content) => content): string =>
  around(piece.repeat(Math.floor(CHARACTERS / piece.length)));

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

function measure(text: string): { readonly whole: number; readonly longest: number } {
  const reading = readZoneFile(text, { width: 50, radius: 100 });
  const startedAt = cpuMs();
  let longest = 0;
  for (;;) {
    const sliceAt = cpuMs();
    const step = reading.next();
    longest = Math.max(longest, cpuMs() - sliceAt);
    if (step.done === true) return { whole: cpuMs() - startedAt, longest };
  }
}

const POINT = '<Point><coordinates>1,2</coordinates></Point>';
const files: Readonly<Record<string, string>> = {
  'spaces between two positions': filled(' ', (spaces) => line(`1,2${spaces}3,4`)),
  'line ends between two positions': filled('\n', (ends) => line(`1,2${ends}3,4`)),
  'tabs before a comma': filled('\t', (tabs) => line(`1${tabs},2 3,4`)),
  'no-break spaces': filled('\u00a0', (spaces) => line(`1,2${spaces}3,4`)),
  'commas alone': filled(',', line),
  'spaced commas': filled(' ,', line),
  'digits alone': filled('7', line),
  'short positions': filled('1,2 ', line),
  'opening brackets': filled('<', (all) => `<kml>${all}`),
  'open elements': filled('<a ', (all) => `<kml>${all}`),
  'open comments': filled('<!--', (all) => `<kml>${all}`),
  'open character data': filled('<![CDATA[', (all) => `<kml>${all}`),
  'open instructions': filled('<?', (all) => `<kml>${all}`),
  'closing brackets': filled(']]>', (all) => `<kml><![CDATA[${all}]]></kml>`),
  ampersands: filled('&amp;', (all) => kmlOf(`<Placemark><name>${all}</name>${POINT}</Placemark>`)),
  'one attribute after another': filled(' a1="b"', (all) => `<kml${all}/>`),
  'many geometries in one placemark': filled(POINT, (all) =>
    kmlOf(`<Placemark>${all}<description>d</description></Placemark>`),
  ),
  'geometries nested deeply': filled(POINT, (all) =>
    kmlOf(`<Placemark>${'<MultiGeometry>'.repeat(55)}${all}${'</MultiGeometry>'.repeat(55)}</Placemark>`),
  ),
  'a map of many styles, named by many placemarks': kmlOf(
    `<StyleMap id="m">${'<Pair/>'.repeat(20_000)}</StyleMap>` +
      `<Placemark><styleUrl>#m</styleUrl>${POINT}</Placemark>`.repeat(2_000),
  ),
  'a style of many parts, named by many placemarks': kmlOf(
    `<Style id="m">${'<a/>'.repeat(30_000)}</Style>` +
      `<Placemark><styleUrl>#m</styleUrl>${POINT}</Placemark>`.repeat(2_000),
  ),
  'a track of many segments': gpxOf(
    `<trk>${'<trkseg><trkpt/></trkseg>'.repeat(8_000)}<desc>d</desc><extensions>${'<a/>'.repeat(20_000)}</extensions></trk>`,
  ),
  'equal names': kmlOf(`<Placemark><name>a</name>${POINT}</Placemark>`.repeat(2_000)),
  'a line with more positions than a corridor has': line(
    Array.from({ length: 20_000 }, (_, index) => `${index / 500},${index % 2}`).join(' '),
  ),
};

describe('the work on a zone file', () => {
  for (const [what, text] of Object.entries(files)) {
    it(`grows with its size and is done in slices: ${what}`, () => {
      const { whole, longest } = measure(text);
      expect(whole).to.be.below(FILE_MS);
      expect(longest).to.be.below(SLICE_MS);
    });
  }
});
