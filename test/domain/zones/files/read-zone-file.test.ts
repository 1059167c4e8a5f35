import { expect } from 'chai';
import { gpxOf, kmlOf, readWhole, trackOf } from '../../../support/api/zone-files.js';

const SQUARE = '5,52 6,52 6,53 5,53 5,52';
const ring = (coordinates: string): string => `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`;
const polygon = (outer = SQUARE, inner = ''): string =>
  `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`;
const placemark = (content: string, name = 'Yard'): string => `<Placemark><name>${name}</name>${content}</Placemark>`;
const POINT = '<Point><coordinates>5,52,10</coordinates></Point>';

function read(text: string) {
  const result = readWhole(text);
  if (!result.ok) throw new Error(result.message);
  return { inputs: result.value.zones.map(({ input }) => input), notes: result.value.notes };
}
function refusalOf(text: string): string {
  const result = readWhole(text);
  return result.ok ? 'accepted' : result.message;
}

describe('a KML file', () => {
  it('polygons with holes, lines and points become zones, in folders too', () => {
    const hole = `<innerBoundaryIs>${ring('5.2,52.2 5.4,52.2 5.4,52.4 5.2,52.2')}</innerBoundaryIs>`;
    const line = '<LineString><coordinates>\n 5,52,0\n 6,52,0\n</coordinates></LineString>';
    const folder = `<Folder><name>All</name><Folder>${placemark(line, 'Road')}${placemark(POINT, 'Gate')}</Folder></Folder>`;
    const { inputs, notes } = read(
      kmlOf(placemark(`<description>at &lt;sea&gt;</description>${polygon(SQUARE, hole)}`) + folder),
    );
    expect(inputs).to.deep.equal([
      {
        name: 'Yard',
        description: 'at <sea>',
        shape: {
          type: 'polygon',
          coordinates: [
            [
              [5, 52],
              [6, 52],
              [6, 53],
              [5, 53],
              [5, 52],
            ],
            [
              [5.2, 52.2],
              [5.4, 52.2],
              [5.4, 52.4],
              [5.2, 52.2],
            ],
          ],
        },
      },
      {
        name: 'Road',
        shape: {
          type: 'corridor',
          coordinates: [
            [5, 52],
            [6, 52],
          ],
          width: 50,
        },
      },
      { name: 'Gate', shape: { type: 'circle', center: [5, 52], radius: 100 } },
    ]);
    expect(notes).to.deep.equal([
      { name: 'Road', note: 'has no width: 50 m' },
      { name: 'Gate', note: 'has no radius: 100 m' },
    ]);
  });

  it('extended data has radius and width, in both of its forms', () => {
    const data = '<ExtendedData><Data name="Radius"><value>250</value></Data></ExtendedData>';
    const simple = '<ExtendedData><SchemaData><SimpleData name="width">12.5</SimpleData></SchemaData></ExtendedData>';
    const line = '<LineString><coordinates>5,52 6,52</coordinates></LineString>';
    const { inputs, notes } = read(kmlOf(placemark(data + POINT, 'a') + placemark(simple + line, 'b')));
    expect(inputs.map(({ shape }) => shape)).to.have.nested.property('[0].radius', 250);
    expect(inputs.map(({ shape }) => shape)).to.have.nested.property('[1].width', 12.5);
    expect(notes).to.deep.equal([]);
  });

  it('a color comes from the style of the placemark, or from a shared one that it names', () => {
    const styles =
      '<Style id="n"><PolyStyle><color>80332211</color></PolyStyle></Style>' +
      '<StyleMap id="m"><Pair><key>normal</key><styleUrl>#n</styleUrl></Pair></StyleMap>';
    const own = '<Style><LineStyle><color>ff0000ff</color></LineStyle></Style>';
    const shared = ['#n', '#m', 'http://198.51.100.1/style.kml#n'].map((url, index) =>
      placemark(`<styleUrl>${url}</styleUrl>${polygon()}`, `shared ${index}`),
    );
    const { inputs } = read(kmlOf(styles + placemark(own + polygon()) + shared.join('')));
    const colors = inputs.map((input) => ('color' in input ? input.color : undefined));
    expect(colors).to.deep.equal(['#ff0000', '#112233', '#112233', undefined]);
  });

  it('each part of a geometry with several is a zone, and equal names get a number', () => {
    const several = `<MultiGeometry>${POINT}<MultiGeometry>${polygon()}</MultiGeometry></MultiGeometry>`;
    const { inputs, notes } = read(kmlOf(placemark(several) + placemark(POINT, 'yard 1') + placemark(POINT, ' ')));
    expect(inputs.map(({ name }) => name)).to.deep.equal(['Yard 1', 'Yard 2', 'yard 1 2', 'Zone 4']);
    expect(notes).to.deep.include({ name: 'yard 1 2', note: 'renamed: yard 1 is too long or occurs twice' });
  });

  it('what has no area is left out, and the notes say so', () => {
    const link = '<NetworkLink><name>More</name><Link><href>http://198.51.100.1/</href></Link></NetworkLink>';
    const { inputs, notes } = read(kmlOf(link + placemark('', 'Empty') + placemark(polygon())));
    expect(inputs).to.have.lengthOf(1);
    expect(notes).to.deep.equal([
      { name: 'More', note: 'left out: is a link to another file, which is not fetched' },
      { name: 'Empty', note: 'left out: has no geometry' },
    ]);
  });

  it('a ring that is open is closed', () => {
    const { inputs } = read(kmlOf(placemark(polygon('5,52 6,52 6,53'))));
    expect(inputs[0]?.shape).to.have.nested.property('coordinates[0].length', 4);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['an entity', '<!DOCTYPE kml [<!ENTITY a "aaaa">]><kml>&a;</kml>', /^the file has a DOCTYPE: remove it/],
    [
      'an external entity',
      '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>',
      /^the file has a DOCTYPE/,
    ],
    ['an external DTD', '<!DOCTYPE kml SYSTEM "http://198.51.100.1/kml.dtd"><kml/>', /^the file has a DOCTYPE/],
    ['an entity that is not declared', kmlOf(placemark('&nbsp;')), /uses an entity that XML does not have/],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><kml/>', /is in ISO-8859-1: save it in UTF-8/],
    ['a file that ends early', kmlOf('').slice(0, -3), /^the file is not well-formed XML, at line and column 1:\d+/],
    ['no XML', 'PK\u0003\u0004', /^the file is not well-formed XML/],
    ['an empty file', '', /^the file is not well-formed XML|^the file is empty/],
    ['another kind of XML', '<svg/>', /^the file is neither KML nor GPX: its root element is svg$/],
    ['a file without zones', kmlOf(placemark('')), /^the file has no zone; Yard: left out: has no geometry$/],
    ['deep nesting', kmlOf('<Folder>'.repeat(70) + '</Folder>'.repeat(70)), /nested deeper than 64 elements/],
    ['too many elements', kmlOf('<a/>'.repeat(200_001)), /more than 200000 elements: split it/],
    ['too many zones', kmlOf(placemark(POINT).repeat(2_001)), /has 2001 zones: at most 2000/],
    [
      'too many positions',
      kmlOf(placemark(`<LineString><coordinates>${'5,52 6,52 '.repeat(25_001)}</coordinates></LineString>`)),
      /has 50002 positions: at most 50000/,
    ],
    [
      'a position that is no number',
      kmlOf(placemark('<Point><coordinates>NaN,52</coordinates></Point>')),
      /^placemark 1 \(Yard\): position 1 has no longitude and latitude/,
    ],
    [
      'a polygon with 201 vertices',
      kmlOf(
        placemark(
          polygon(
            Array.from({ length: 201 }, (_, index) => {
              const angle = (2 * Math.PI * index) / 201;
              return `${Math.cos(angle)},${Math.sin(angle)}`;
            }).join(' '),
          ),
        ),
      ),
      /^placemark 1 \(Yard\): the polygon has 201 vertices, at most 200 are possible: simplify it/,
    ],
  ];
  for (const [what, text, message] of refused) {
    it(`${what} is refused, and the message says why`, () => {
      expect(refusalOf(text)).to.match(message);
    });
  }

  it('many notes are cut', () => {
    const { notes } = read(kmlOf(placemark('', 'Empty').repeat(300) + placemark(polygon())));
    expect(notes).to.have.lengthOf(101);
    expect(notes.at(-1)).to.deep.equal({ name: '…', note: '200 more notes' });
  });
});

describe('a GPX file', () => {
  it('waypoints become circles, routes and segments of tracks corridors', () => {
    const point = (name: string, longitude: number): string => `<${name} lat="52" lon="${longitude}"/>`;
    const line = (name: string): string => point(name, 5) + point(name, 6);
    const text = gpxOf(
      '<wpt lat="52.5" lon="5"><name>Gate</name><desc>east</desc>' +
        '<extensions><gpxx:Proximity>75</gpxx:Proximity></extensions></wpt>' +
        `<rte><name>Way</name>${line('rtept')}</rte>` +
        `<trk><name>Round</name><trkseg>${line('trkpt')}</trkseg><trkseg>${line('trkpt')}</trkseg></trk>` +
        `<trk><name>Spot</name><trkseg>${point('trkpt', 5)}${point('trkpt', 5)}</trkseg></trk>`,
    );
    const { inputs, notes } = read(text);
    expect(inputs.map(({ name }) => name)).to.deep.equal(['Gate', 'Way', 'Round 1', 'Round 2']);
    expect(inputs[0]).to.deep.equal({
      name: 'Gate',
      description: 'east',
      shape: { type: 'circle', center: [5, 52.5], radius: 75 },
    });
    expect(inputs[1]?.shape).to.deep.include({ type: 'corridor', width: 50 });
    expect(notes.at(-1)).to.deep.equal({ name: 'Spot', note: 'left out: a line needs two different positions' });
  });

  it('a track of 5,000 points becomes a corridor, and the notes say how far it is off', () => {
    const { inputs, notes } = read(trackOf(5_000, 12));
    const { coordinates } = inputs[0]?.shape as { coordinates: unknown[] };
    expect(coordinates.length).to.be.within(100, 200);
    expect(notes.at(-1)?.note).to.match(/^5000 positions simplified to \d+, off by at most [\d.]+ m$/);
    expect(Number(/most ([\d.]+) m/.exec(notes.at(-1)?.note ?? '')?.[1])).to.be.within(0.1, 25);
  });

  it('a track that needs more vertices than a corridor has is refused with what to do', () => {
    expect(refusalOf(trackOf(20_000, 500))).to.match(
      /^track 1 \(Round\): 20000 positions cannot be simplified to 200 within half of the width of 50 m: the line would be off by \d+ m; make it wider, or split it$/,
    );
  });
});
