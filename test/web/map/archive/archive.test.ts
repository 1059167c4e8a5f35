import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { PMTiles, ResolvedValueCache } from 'pmtiles';
import { attributionOf } from '../../../../src/web/map/archive/attribution.js';
import { ArchiveUnreachableError, createArchiveSource } from '../../../../src/web/map/archive/archive-source.js';
import { windowWithin, toArchiveTile } from '../../../../src/web/map/archive/tile-coords.js';
import { gunzip } from '../../../../src/web/map/archive/gunzip.js';
import { isProtomapsSchema } from '../../../../src/web/map/archive/vector-schema.js';
import { pmtilesOf } from '../../../support/map/pmtiles.js';

describe('the attribution of an archive', () => {
  const attribute = (attribution: unknown): string => attributionOf({ attribution });

  it('the attribution is plain text without HTML tags', () => {
    expect(attribute('<a href="https://osm.org">&copy; OpenStreetMap</a> &amp; others')).to.equal(
      '© OpenStreetMap & others',
    );
    expect(attribute('<script>alert(1)</script><img src=x onerror=alert(1)')).to.equal('alert(1)');
    expect(attribute('&lt;b&gt; is a tag')).to.equal('<b> is a tag');
  });

  it('a missing or non-text attribution is empty', () => {
    for (const metadata of [undefined, null, {}, 'x', { attribution: 7 }]) expect(attributionOf(metadata)).to.equal('');
  });

  it('the attribution is cut to one or two lines', () => {
    expect(attribute('x'.repeat(100_000))).to.have.lengthOf(200);
    expect(attribute('<'.repeat(100_000))).to.equal('');
  });
});

describe('a tile in an archive', () => {
  const world = { west: -180, south: -90, east: 180, north: 90, minZoom: 0, maxZoom: 14 };

  it('a tile deeper than the archive is a part of its parent tile', () => {
    expect(toArchiveTile({ x: 5, y: 6, z: 3 }, 3)).to.deep.equal({
      tile: { x: 5, y: 6, z: 3 },
      area: { left: 0, top: 0, width: 1, height: 1 },
    });
    expect(toArchiveTile({ x: 5, y: 6, z: 3 }, 1)).to.deep.equal({
      tile: { x: 1, y: 1, z: 1 },
      area: { left: 0.25, top: 0.5, width: 0.25, height: 0.25 },
    });
  });

  it('a tile is whole inside the bounds, cut at their edge, and empty beyond', () => {
    expect(windowWithin({ x: 1, y: 1, z: 2 }, world)).to.deep.equal({ left: 0, top: 0, width: 1, height: 1 });
    const { left, top, width, height } = windowWithin({ x: 0, y: 0, z: 0 }, { ...world, west: 0, south: 0 });
    expect([left, width]).to.deep.equal([0.5, 0.5]);
    expect(top).to.be.closeTo(0, 1e-9);
    expect(height).to.be.closeTo(0.5, 1e-9);
    expect(windowWithin({ x: 0, y: 0, z: 1 }, { ...world, west: 10 })).to.include({ width: 0 });
  });
});

describe('compressed data of an archive', () => {
  const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
  const failureOf = (packed: Uint8Array): Promise<unknown> => gunzip(bufferOf(packed)).catch((error: unknown) => error);

  it('gzip data is decompressed, and other data is unchanged', async () => {
    expect(Buffer.from(await gunzip(bufferOf(gzipSync('a tile')))).toString()).to.equal('a tile');
    for (const plain of ['', 'x', '\u0089PNG']) {
      expect(Buffer.from(await gunzip(bufferOf(Buffer.from(plain)))).toString()).to.equal(plain);
    }
  });

  it('damaged or far too large data is refused', async () => {
    expect(await failureOf(gzipSync('a tile').subarray(0, 15))).to.be.instanceOf(Error);
    const bomb = gzipSync(Buffer.alloc(65 * 1_048_576));
    expect(await failureOf(bomb)).to.have.property('message', 'a part of it is too large unpacked');
  });
});

describe('the archive served by the gateway', () => {
  const archive = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: Buffer.from('tile') }], type: 2 });

  function opened(bytes: Buffer, { tag = '"1"', status = 206 } = {}) {
    const asked: string[] = [];
    const held = { bytes, tag, status };
    const open = (_path: string, headers: Readonly<Record<string, string>>): Promise<Response> => {
      const { Range: range = '' } = headers;
      asked.push(range);
      const [first = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
      const body = new Uint8Array(held.bytes.subarray(first, last + 1));
      return Promise.resolve(new Response(body, { status: held.status, headers: { ETag: held.tag } }));
    };
    const source = createArchiveSource({ open });
    return { asked, held, source, tiles: new PMTiles(source, new ResolvedValueCache(10, true, gunzip), gunzip) };
  }
  const textOf = async (tiles: PMTiles): Promise<string> => {
    const found = await tiles.getZxy(0, 0, 0);
    return found === undefined ? '' : Buffer.from(found.data).toString();
  };
  const failureOf = (tiles: PMTiles): Promise<unknown> => tiles.getZxy(0, 0, 0).catch((error: unknown) => error);

  it('simultaneous requests for the same range are merged', async () => {
    const { tiles, source, asked } = opened(archive);
    expect(await textOf(tiles)).to.equal('tile');
    expect(asked).to.deep.equal(['bytes=0-16383', `bytes=${archive.length - 4}-${archive.length - 1}`]);
    await Promise.all([source.getBytes(0, 9), source.getBytes(0, 9), source.getBytes(0, 10)]);
    expect(asked.slice(2)).to.deep.equal(['bytes=0-8', 'bytes=0-9']);
  });

  it('a replaced archive is read again', async () => {
    const { tiles, held } = opened(archive);
    await tiles.getHeader();
    held.bytes = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: Buffer.from('another one') }], type: 2 });
    held.tag = '"2"';
    expect(await textOf(tiles)).to.equal('another one');
  });

  it('an unreachable gateway does not mark the archive as damaged, and the archive works afterwards', async () => {
    const { tiles, held } = opened(archive, { status: 503 });
    expect(await failureOf(tiles)).to.be.instanceOf(ArchiveUnreachableError);
    held.status = 206;
    expect(await textOf(tiles)).to.equal('tile');
  });

  it('a truncated archive, or one with an oversized part, is damaged', async () => {
    const { tiles, source } = opened(archive.subarray(0, -2));
    expect(await failureOf(tiles))
      .to.have.property('message')
      .that.matches(/^it ends before byte \d+$/);
    expect(await source.getBytes(0, 2 ** 25).catch((error: unknown) => error)).to.be.instanceOf(Error);
  });
});

describe('the schema of vector tiles', () => {
  it('the schema is Protomaps’ if one of its own layers exists or no layers are named', () => {
    const layers = (...ids: string[]): object => ({ vector_layers: ids.map((id) => ({ id })) });
    expect(isProtomapsSchema(layers('water', 'earth', 'roads'))).to.equal(true);
    expect(isProtomapsSchema(layers('water', 'transportation'))).to.equal(false);
    for (const metadata of [undefined, {}, { vector_layers: [] }, { vector_layers: 'x' }]) {
      expect(isProtomapsSchema(metadata)).to.equal(true);
    }
    expect(isProtomapsSchema({ vector_layers: [null, 7] })).to.equal(false);
  });
});
