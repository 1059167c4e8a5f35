import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { signIn, type Answer } from '../../support/api/client.js';
import { expectFailure } from '../../support/api/envelope.js';
import { gpxOf, kmlOf, trackOf } from '../../support/api/zone-files.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';

const KML = 'application/vnd.google-earth.kml+xml';
const GPX = 'application/gpx+xml';
const pointOf = (name: string): string =>
  `<Placemark><name>${name}</name><Point><coordinates>5,52</coordinates></Point></Placemark>`;

describe('zones as files', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('eve', { privileges: ['messages'], deviceId: 'bus' })) });

  async function post(
    contentType: string,
    body: string | Uint8Array<ArrayBuffer>,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<Sent> {
    const response = await fetch(`${app.url()}/api/zones/import${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${app.admin().token}`, 'Content-Type': contentType, ...headers },
      body,
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  }
  const namesOf = ({ body }: { body: Answer }): string[] =>
    (body.zones as { name: string }[]).map(({ name }) => name).sort();
  const allZones = async (): Promise<{ id: string; name: string; shape: object }[]> =>
    (await app.call('GET', '/api/zones')).body.zones as { id: string; name: string; shape: object }[];
  async function removeAll(): Promise<void> {
    for (const { id } of await allZones()) await app.call('DELETE', `/api/zones/${id}`);
  }
  beforeEach(removeAll);

  for (const [type, text] of [
    [KML, kmlOf(pointOf('Gate'))],
    ['application/xml', kmlOf(pointOf('Gate'))],
    ['text/xml; charset=UTF-8', kmlOf(pointOf('Gate'))],
    [GPX, gpxOf('<wpt lat="52" lon="5"><name>Gate</name></wpt>')],
    ['application/xml', `\ufeff${gpxOf('<wpt lat="52" lon="5"><name>Gate</name></wpt>')}`],
  ] as const) {
    it(`a file of the type ${type} with the root ${/<([a-z]+)/.exec(text)?.[1] ?? ''} is imported`, async () => {
      const { status, body } = await post(type, text);
      expect({ status, notes: body.notes }).to.deep.equal({
        status: 201,
        notes: [{ name: 'Gate', note: 'has no radius: 100 m' }],
      });
      expect((await allZones()).map(({ name, shape }) => ({ name, shape }))).to.deep.equal([
        { name: 'Gate', shape: { type: 'circle', center: [5, 52], radius: 100 } },
      ]);
    });
  }

  it('GeoJSON is imported under its own type too, and the query has the sizes that a file leaves out', async () => {
    const point = { type: 'Feature', properties: { name: 'a' }, geometry: { type: 'Point', coordinates: [5, 52] } };
    const query = '?radius=30&width=8';
    const json = await post('application/geo+json', JSON.stringify(point), { query });
    expect(json.body).to.deep.include({ notes: [] }).and.to.have.nested.property('zones[0].shape.radius', 30);
    const track = await post(GPX, trackOf(50, 0), { query });
    expect(track.body).to.have.nested.property('zones[0].shape.width', 8);
    expectFailure(await post(GPX, trackOf(50, 0), { query: '?width=0' }), 'validation_failed', /width must be >= 1/);
  });

  it('a file that is compressed or sent in chunks is imported', async () => {
    const packed = await post(KML, new Uint8Array(gzipSync(kmlOf(pointOf('Packed')))), {
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(namesOf(packed)).to.deep.equal(['Packed']);
  });

  it('a track of 5,000 points is imported as a corridor that the notes describe', async () => {
    const { status, body } = await post(GPX, trackOf(5_000, 12));
    expect(status).to.equal(201);
    expect(JSON.stringify(body.notes)).to.match(/5000 positions simplified to \d+, off by at most [\d.]+ m/);
  });

  for (const [format, type] of [
    ['kml', KML],
    ['gpx', GPX],
  ] as const) {
    it(`zones go out as ${format.toUpperCase()} and come back as they were`, async () => {
      const shapes = [
        { type: 'circle', center: [-179.99, -17.5], radius: 12.5 },
        {
          type: 'polygon',
          coordinates: [
            [
              [179, -17],
              [-179, -17],
              [-179, -16],
              [179, -17],
            ],
          ],
        },
        {
          type: 'corridor',
          coordinates: [
            [5, 52],
            [6, 52.5],
          ],
          width: 40,
        },
      ];
      for (const [index, shape] of shapes.entries())
        await app.call('POST', '/api/zones', { name: `Zone ${index}`, description: 'a & b', color: '#1f77b4', shape });
      const before = await allZones();
      const response = await fetch(`${app.url()}/api/zones?format=${format}`, {
        headers: { Authorization: `Bearer ${app.admin().token}` },
      });
      expect(response.headers.get('content-type')).to.equal(type);
      const text = await response.text();
      expectFailure(await post(type, text), 'conflict', /zone Zone \d already exists/);
      await removeAll();
      const imported = await post(type, text);
      expect(imported.body.notes).to.deep.equal([]);
      const fields = (zones: object[]): object[] =>
        zones.map((zone) => ({ ...zone, id: '', creation: '', lastModified: '' }));
      expect(fields(await allZones())).to.deep.equal(fields(before));
    });
  }

  it('a file is imported as a whole or not at all', async () => {
    const bow = '5,52 6,53 6,52 5,53 5,52';
    const crossing =
      '<Placemark><name>Bow</name><Polygon><outerBoundaryIs><LinearRing>' +
      `<coordinates>${bow}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
    const refused = await post(KML, kmlOf(pointOf('Gate') + crossing));
    expectFailure(refused, 'validation_failed', /^placemark 2 \(Bow\): \/shape\/coordinates\/0 must not cross/);
    expect(await allZones()).to.deep.equal([]);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['entities', '<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>', /^the file has a DOCTYPE: remove it/],
    [
      'entities that grow a billion times',
      `<!DOCTYPE kml [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, index) => `<!ENTITY a${index + 1} "&a${index};&a${index};">`).join('')}]><kml>&a30;</kml>`,
      /^the file has a DOCTYPE/,
    ],
    [
      'an external entity',
      '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>',
      /^the file has a DOCTYPE: remove it; entities and files from elsewhere are not read$/,
    ],
    ['a latitude beyond 90', kmlOf(pointOf('Gate').replace('5,52', '52,105')), /the longitude comes first$/],
    [
      'several homes',
      kmlOf(
        ['a', 'b']
          .map((name) =>
            pointOf(name).replace(
              '<Point>',
              '<ExtendedData><Data name="home"><value>true</value></Data></ExtendedData><Point>',
            ),
          )
          .join(''),
      ),
      /several zones of the file are the home/,
    ],
    ['JSON', '{}', /^the file is not well-formed XML/],
  ];
  for (const [what, text, message] of refused) {
    it(`a KML file with ${what} is refused, and the message says why`, async () => {
      expectFailure(await post(KML, text), 'validation_failed', message);
      expect(await allZones()).to.deep.equal([]);
    });
  }

  it('a file of another type, or declared in another encoding, is refused with the types that are taken', async () => {
    for (const type of [`${KML}; charset=iso-8859-1`, 'text/plain'])
      expectFailure(
        await post(type, kmlOf('')),
        'unsupported_media_type',
        /application\/geo\+json or .*kml\+xml or .*gpx\+xml/,
      );
    const other = await app.call('POST', '/api/zones', kmlOf(''), { 'Content-Type': KML });
    expectFailure(other, 'unsupported_media_type', /must be application\/json in UTF-8$/);
  });

  it('a file of 100 MB is refused before it is read', async () => {
    const headers = {
      Authorization: `Bearer ${app.admin().token}`,
      'Content-Type': KML,
      'Content-Length': 100_000_000,
    };
    const { hostname, port } = new URL(app.url());
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request({ hostname, port, method: 'POST', path: '/api/zones/import', headers }, (response) => {
        resolve(response.statusCode);
        sending.destroy();
      });
      sending.on('error', reject);
      // The headers only: not one byte of the file is sent.
      sending.flushHeaders();
    });
    expect(status).to.equal(413);
    expectFailure(
      await post(KML, new Uint8Array(gzipSync(Buffer.alloc(100_000_000, ' '))), {
        headers: { 'Content-Encoding': 'gzip' },
      }),
      'payload_too_large',
    );
  });

  it('a restricted user is refused before the body is read', async () => {
    const { token } = await signIn(app.url(), { userName: 'eve', apiKey: TEST_KEY });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': KML, 'Content-Length': 1_000_000 };
    const { hostname, port } = new URL(app.url());
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request({ hostname, port, method: 'POST', path: '/api/zones/import', headers }, (response) => {
        resolve(response.statusCode);
        sending.destroy();
      });
      sending.on('error', reject);
      sending.flushHeaders();
    });
    expect(status).to.equal(403);
  });
});
