import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Answer } from '../../support/api/client.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { requestsOf, sendRequest, type Answered, type OpsRequest } from '../../support/cases/send-ops.js';
import { zipOf } from '../../support/api/zip.js';
import { gpxOf, kmlOf } from '../../support/api/zone-files.js';
import { useApp } from '../../support/gateway/app.js';

const KML = 'application/vnd.google-earth.kml+xml';
const GEOJSON = 'application/geo+json';
const IMPORT = 'POST /api/zones/import';

type Zone = {
  readonly id: string;
  readonly name: string;
  readonly shape: { readonly type: string; readonly coordinates: unknown[][]; readonly width?: number };
};

describe('zone files of other programs', () => {
  const app = useApp();
  const send = (one: OpsRequest): Promise<Answered> => sendRequest({ url: app.url(), token: app.admin().token }, one);
  const errorOf = ({ status, body }: Answered): string => `${status} ${String(body.error)}`;
  const zonesOf = ({ body }: { readonly body: Answer }): readonly Zone[] => body.zones as readonly Zone[];
  const notesOf = ({ body }: Answered): string => JSON.stringify(body.notes);
  const kml = (content: string, name = 'A'): OpsRequest => ({
    request: IMPORT,
    contentType: KML,
    body: kmlOf(`<Placemark><name>${name}</name>${content}</Placemark>`),
  });
  const geojson = (value: object): OpsRequest => ({
    request: IMPORT,
    contentType: GEOJSON,
    body: JSON.stringify(value),
  });
  const allZones = async (): Promise<readonly Zone[]> => zonesOf(await app.call('GET', '/api/zones'));
  const coordinatesIn = (text: string): string => `<coordinates>${text}</coordinates>`;

  async function sendCase(id: string): Promise<readonly Answered[]> {
    const answers: Answered[] = [];
    for (const one of requestsOf(opsCase(id))) {
      await removeZones();
      answers.push(await send(one));
    }
    return answers;
  }
  async function removeZones(): Promise<void> {
    for (const { id } of await allZones()) await app.call('DELETE', `/api/zones/${id}`);
  }
  beforeEach(removeZones);

  const MISSING_SPACE =
    /^400 placemark 1 \(.+\): (?:ring 1: )?position \d, [\d.,]+…?, must be longitude,latitude or longitude,latitude,altitude: put commas within/;
  for (const [id, rule] of [
    ['K3a', 'a comma in the place of a space between two positions is refused with both'],
    ['K3e', 'a point of two positions is refused with both'],
    ['K3f', 'positions that only commas separate are refused with them'],
  ] as const) {
    it(`${id}: ${rule}`, async () => {
      const answers = await sendCase(id);
      expect(answers).to.not.be.empty;
      for (const answer of answers) expect(errorOf(answer)).to.match(MISSING_SPACE);
      expect(await allZones()).to.deep.equal([]);
    });
  }

  it('a position with any other number of values is refused in every geometry, and a file of pairs too', async () => {
    const ring = (text: string): string => `<LinearRing>${coordinatesIn(text)}</LinearRing>`;
    const outer = `<outerBoundaryIs>${ring('5,52 6,52 6,53 5,52')}</outerBoundaryIs>`;
    for (const content of [
      `<LineString>${coordinatesIn('13,52 14,52,15,52 16,52')}</LineString>`,
      `<LineString>${coordinatesIn('13,52, 14,52, 15,52')}</LineString>`,
      `<LineString>${coordinatesIn('13,52,0 14 52,0 15,52,0')}</LineString>`,
      `<LinearRing>${coordinatesIn('13,52,0,14,52,0 15,52,0')}</LinearRing>`,
      `<Polygon>${outer}<innerBoundaryIs>${ring('5.2,52.2,5.4,52.2 5.4,52.4 5.2,52.2')}</innerBoundaryIs></Polygon>`,
      `<Point>${coordinatesIn('13,5,52,5')}</Point>`,
      '<Track><coord>13 52 0 14 52 0</coord></Track>',
    ])
      expect(errorOf(await send(kml(content))), content).to.match(
        /^400 placemark 1 \(A\): .*position \d, .* must be longitude,latitude/,
      );
    expect(errorOf(await send(kml(`<Point>${coordinatesIn('13,52 14,52')}</Point>`)))).to.match(
      /a point has one position, and this one has 2$/,
    );
  });

  it('K4e: a zone file that is not UTF-8 is refused with what to do, over the API and by its line', async () => {
    for (const answer of await sendCase('K4e'))
      expect(errorOf(answer)).to.match(/^400 the file is not in UTF-8 \(line \d\): save it in UTF-8$/);
    const latin1 = Buffer.from(JSON.stringify({ type: 'Point', coordinates: [5, 52], x: 'Müller' }), 'latin1');
    const json = await send({ request: IMPORT, contentType: GEOJSON, hex: latin1.toString('hex') });
    expect(errorOf(json)).to.match(/^400 the body cannot be read: byte \d+ is not UTF-8/);
    expect(await allZones()).to.deep.equal([]);
  });

  it('K11a: the name of a feature is read in the letters and words of other programs, and a missing one is noted', async () => {
    const [answer] = await sendCase('K11a');
    expect(answer && zonesOf(answer).map(({ name }) => name)).to.deep.equal(['Hof 3']);
    for (const property of ['NAME', 'title', 'Label', 'nombre', 'nom', 'naam', 'nome', 'Bezeichnung']) {
      const feature = {
        type: 'Feature',
        properties: { id: 7, [property]: property, radius: 5 },
        geometry: { type: 'Point', coordinates: [5, 52] },
      };
      expect(zonesOf(await send(geojson(feature))).map(({ name }) => name)).to.deep.equal([property]);
    }
    const nameless = {
      type: 'Feature',
      properties: { code: 'x', radius: 5 },
      geometry: { type: 'Point', coordinates: [5, 52] },
    };
    expect(notesOf(await send(geojson(nameless)))).to.equal(
      '[{"name":"feature 1","note":"has no name in a property name"}]',
    );
  });

  it('K11c: each part of every geometry of RFC 7946 is a zone, and others are left out with a note', async () => {
    const [lines] = await sendCase('K11c');
    expect(lines && zonesOf(lines).map(({ name, shape }) => [name, shape.type, shape.width])).to.deep.equal([
      ['Route 1', 'corridor', 40],
      ['Route 2', 'corridor', 40],
    ]);
    const square = [
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ];
    const geometries = [
      {
        type: 'MultiPoint',
        coordinates: [
          [5, 52],
          [6, 52, 10],
        ],
      },
      { type: 'MultiPolygon', coordinates: [square] },
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [7, 52] },
          { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: square }] },
        ],
      },
      { type: 'Curve', coordinates: [] },
      null,
      {
        type: 'LineString',
        coordinates: [
          [5, 52],
          [6, 52],
        ],
      },
    ];
    const features = geometries.map((geometry, index) => ({
      type: 'Feature',
      properties: { name: `F${index}`, radius: 9 },
      geometry,
      bbox: [1],
      extra: true,
    }));
    const all = await send(geojson({ type: 'FeatureCollection', numberMatched: 6, features }));
    expect(
      zonesOf(all)
        .map(({ name, shape }) => `${name} ${shape.type}`)
        .sort(),
    ).to.deep.equal(['F0 1 circle', 'F0 2 circle', 'F1 polygon', 'F2 1 circle', 'F2 2 polygon']);
    expect(all.body.notes).to.deep.equal([
      { name: 'F3', note: 'left out: Curve is no geometry of RFC 7946' },
      { name: 'F4', note: 'left out: has no geometry' },
      { name: 'F5', note: 'left out: the property width is missing: a line needs one, in m' },
    ]);
  });

  it('K11f: a geometry without a feature is read, and another kind of JSON is refused with the types that are read', async () => {
    const [answer] = await sendCase('K11f');
    expect(answer && zonesOf(answer).map(({ shape }) => shape.coordinates[0]?.length)).to.deep.equal([5]);
    const topology = await send(geojson({ type: 'Topology', objects: {} }));
    expect(errorOf(topology)).to.match(/^400 \/type must be one of FeatureCollection, Feature, Polygon, /);
  });

  it('a member that another type of GeoJSON has is a foreign one, whatever it holds', async () => {
    const point = {
      type: 'Point',
      coordinates: [5, 52],
      features: { a: 1 },
      geometry: 7,
      geometries: {},
      properties: [1],
    };
    const { status, body } = await send({ ...geojson(point), request: 'POST /api/zones/import?radius=20' });
    expect(status, JSON.stringify(body)).to.equal(201);
    const feature = { type: 'Feature', properties: null, geometry: null, features: [], coordinates: 'x' };
    expect((await send(geojson(feature))).status).to.equal(400);
  });

  it('K12a: a KMZ archive is read, whatever type it is sent as, and a wrong one is refused with what to send', async () => {
    const text = kmlOf(`<Placemark><name>Packed</name><Point>${coordinatesIn('5,52')}</Point></Placemark>`);
    const post = (archive: Buffer, contentType = KML): Promise<Answered> =>
      send({ request: IMPORT, contentType, hex: archive.toString('hex') });
    for (const { contentType } of requestsOf(opsCase('K12a'))) {
      await removeZones();
      const archive = zipOf({ 'images/a.png': 'x', 'other.kml': 'y', 'doc.kml': text });
      expect(zonesOf(await post(archive, contentType ?? KML)).map(({ name }) => name)).to.deep.equal(['Packed']);
    }
    await removeZones();
    expect((await post(zipOf({ 'A.KML': text }, { isStored: true }))).status).to.equal(201);
    const good = zipOf({ 'doc.kml': text });
    const REFUSED = /^400 the file is a zip archive, as KMZ is, but it [a-z .]+: unzip it and send the file doc\.kml$/;
    expect(errorOf(await post(zipOf({ 'a.txt': text })))).to.match(REFUSED);
    expect(errorOf(await post(good.subarray(0, good.length - 30)))).to.match(REFUSED);
    for (let at = 4; at < good.length; at += 7) {
      await removeZones();
      const damaged = Buffer.from(good);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect((await post(damaged)).status, `byte ${at}`).to.be.oneOf([201, 400, 413]);
    }
    expect(errorOf(await post(zipOf({ 'doc.kml': ' '.repeat(5_000_000) })))).to.match(
      /^413 the KML file in the archive is too large: at most 4194304 bytes/,
    );
    expect(errorOf(await post(zipOf({ 'doc.kml': Buffer.from('<kml>\xfc</kml>', 'latin1') })))).to.match(
      /not in UTF-8/,
    );
  });

  it('K12p0: white space of any kind separates positions', async () => {
    expect((await sendCase('K12p0')).map(({ status }) => status)).to.deep.equal([201]);
  });
  it('K12p1: spaces after the commas of a position do not end it', async () => {
    const [answer] = await sendCase('K12p1');
    expect(answer && zonesOf(answer)[0]?.shape.coordinates[0]).to.have.lengthOf(5);
  });
  it('K12p2: an altitude that is no number does not matter', async () => {
    const [answer] = await sendCase('K12p2');
    expect(answer && zonesOf(answer)[0]?.shape.coordinates[0]).to.have.lengthOf(4);
  });
  it('K12p3: spaces in the place of commas are refused with the position', async () => {
    expect((await sendCase('K12p3')).map(errorOf)[0]).to.match(/^400 placemark 1 \(A\): position 1, 13\.40, must be/);
  });
  it('K12p4: a track is a corridor, and a time of it without a position is skipped', async () => {
    const [answer] = await sendCase('K12p4');
    expect(answer && zonesOf(answer)[0]?.shape).to.deep.include({ type: 'corridor' });
    const gaps =
      '<Track><when>2026-01-01T00:00:00Z</when><coord>13.40 52.50 0</coord><coord/><coord> </coord><coord>13.42 52.50 0</coord></Track>';
    expect(zonesOf(await send(kml(gaps, 'Gaps')))[0]?.shape.coordinates).to.have.lengthOf(2);
  });
  it('K12p5: a placemark with an address alone is left out with a note', async () => {
    const [answer] = await sendCase('K12p5');
    expect(answer && zonesOf(answer).map(({ name }) => name)).to.deep.equal(['B']);
    expect(answer && notesOf(answer)).to.contain('{"name":"Depot","note":"left out: has no geometry"}');
  });
  it('K12p6: a ring outside of a polygon is a corridor', async () => {
    const [answer] = await sendCase('K12p6');
    expect(answer && zonesOf(answer)[0]?.shape).to.deep.include({ type: 'corridor' });
  });
  it('K12p8: GPX 1.0 with spaces around numbers is read', async () => {
    const [answer] = await sendCase('K12p8');
    expect(answer && zonesOf(answer).map(({ name }) => name)).to.deep.equal(['Pt 1']);
  });

  it('placemarks of a schema, as KML 2.0 and 2.1 have them, are read, and a hole without its ring is no zone', async () => {
    const hole = `<Polygon><outerBoundaryIs><LinearRing>${coordinatesIn(' ')}</LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>${coordinatesIn('5,52 6,52 6,53 5,52')}</LinearRing></innerBoundaryIs></Polygon>`;
    const file = kmlOf(
      `<Schema parent="Placemark" name="S_yard"/><S_yard><name>Old</name><Point>${coordinatesIn('5,52,')}</Point></S_yard>` +
        `<Placemark><name>Hole</name>${hole}</Placemark>`,
    );
    const answer = await send({ request: IMPORT, contentType: KML, body: file });
    expect(zonesOf(answer).map(({ name }) => name)).to.deep.equal(['Old']);
    expect(notesOf(answer)).to.contain('{"name":"Hole","note":"left out: has no positions"}');
  });

  it('K12p7: files that gpsbabel and GDAL make of another file are imported', async function () {
    expect(opsCase('K12p7').input).to.have.nested.property('commands.length', 3);
    const folder = mkdtempSync(join(tmpdir(), 'waypost-zones-'));
    const run = (program: string, ...words: string[]): void => {
      execFileSync(program, words, { cwd: folder, stdio: 'pipe' });
    };
    const points = '<trkpt lat="52" lon="5"><ele>1</ele></trkpt><trkpt lat="52.1" lon="5.1"><ele>1</ele></trkpt>';
    writeFileSync(join(folder, 't.gpx'), gpxOf(`<trk><name>Round</name><trkseg>${points}</trkseg></trk>`));
    const feature = {
      type: 'Feature',
      properties: { name: 'Yard' },
      geometry: { type: 'Point', coordinates: [5, 52] },
    };
    writeFileSync(join(folder, 't.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    try {
      run('gpsbabel', '-i', 'gpx', '-f', 't.gpx', '-o', 'kml', '-F', 'a.kml');
      run('ogr2ogr', '-f', 'KML', 'b.kml', 't.geojson');
      run('gpsbabel', '-i', 'gpx', '-f', 't.gpx', '-o', 'geojson', '-F', 'c.json');
      for (const name of ['a.kml', 'b.kml', 'c.json']) {
        await removeZones();
        const request = name.endsWith('.json') ? 'POST /api/zones/import?width=20&radius=20' : IMPORT;
        const contentType = name.endsWith('.json') ? GEOJSON : KML;
        const answer = await send({ request, contentType, body: readFileSync(join(folder, name), 'utf8') });
        expect(errorOf(answer), name).to.equal('201 null');
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
