import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { eventually } from '../../support/gateway/eventually.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { pmtilesOf } from '../../support/map/pmtiles.js';
import { pngOf } from '../../support/map/png.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const archive = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([200, 0, 0]) }], type: 2 });

describe('the archive of map tiles', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('guest', { group: 'gone' })) });
  const path = (): string => join(app.data(), 'map.pmtiles');
  const put = (bytes: Uint8Array): void => {
    writeFileSync(path(), bytes);
  };
  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${app.url()}/api/map/archive`, {
      method,
      headers: { Authorization: `Bearer ${app.admin().token}`, 'Cache-Control': 'max-age=0', ...headers },
    });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const faultOf = async (): Promise<unknown> => (await app.call('GET', '/api/map')).body.map;

  afterEach(() => {
    rmSync(path(), { recursive: true, force: true });
  });

  it('the archive is null without a file and available as soon as the file exists', async () => {
    const before = await app.call('GET', '/api/map');
    expectSuccess(before, 200);
    expect(before.body.map).to.equal(null);
    expectFailure(await app.call('GET', '/api/map/archive'), 'not_found', 'no map archive');
    put(archive);
    const after = await app.call('GET', '/api/map');
    expectSuccess(after, 200);
    expect(after.body.map).to.deep.equal({
      bytes: archive.length,
      tiles: { kind: 'png', minZoom: 0, maxZoom: 0, west: -180, south: -85, east: 180, north: 85 },
      fault: null,
    });
  });

  it('every signed-in user may read the archive, and no other client', async () => {
    put(archive);
    for (const path of ['/api/map', '/api/map/archive']) {
      expectFailure(await request(app.url(), 'GET', path), 'token_missing');
    }
    const guest = await signIn(app.url(), { userName: 'guest', apiKey: TEST_KEY });
    expect((await guest.call('GET', '/api/map')).body.map).not.to.equal(null);
    expect((await get({ Authorization: `Bearer ${guest.token}` })).status).to.equal(200);
  });

  it('byte ranges of the archive are served', async () => {
    put(archive);
    const part = await get({ Range: 'bytes=0-126' });
    expect(part.status).to.equal(206);
    expect(part.headers.get('Content-Range')).to.equal(`bytes 0-126/${archive.length}`);
    expect(part.headers.get('Content-Length')).to.equal('127');
    expect(part.headers.get('Content-Type')).to.equal('application/vnd.pmtiles');
    expect(await bytesOf(part)).to.deep.equal(archive.subarray(0, 127));
    expect(await bytesOf(await get({ Range: 'bytes=-20' }))).to.deep.equal(archive.subarray(-20));
  });

  it('a GET without a range returns the whole archive, and HEAD only its size', async () => {
    put(archive);
    const whole = await get();
    expect(whole.status).to.equal(200);
    expect(whole.headers.get('Accept-Ranges')).to.equal('bytes');
    expect(await bytesOf(whole)).to.deep.equal(archive);
    const head = await get({}, 'HEAD');
    expect(head.headers.get('Content-Length')).to.equal(String(archive.length));
    expect(head.headers.get('ETag')).to.equal(whole.headers.get('ETag'));
    expect(await bytesOf(head)).to.have.lengthOf(0);
  });

  it('a range is cut to 16 MiB', async () => {
    put(Buffer.concat([archive, Buffer.alloc(17 * 1_048_576)]));
    const part = await get({ Range: 'bytes=100-' });
    expect(part.headers.get('Content-Range')).to.match(/^bytes 100-16777315\//);
    expect(await bytesOf(part)).to.have.lengthOf(16 * 1_048_576);
  });

  it('a range behind the end is a 416 with the size', async () => {
    put(archive);
    const answer = await app.call('GET', '/api/map/archive', undefined, { Range: `bytes=${archive.length}-` });
    expectFailure(answer, 'range_not_satisfiable', `the archive has ${archive.length} bytes`);
    expect(answer.headers.get('Content-Range')).to.equal(`bytes */${archive.length}`);
  });

  it('the ETag changes with the file, so that parts of two files are never mixed', async () => {
    put(archive);
    const tag = (await get({ Range: 'bytes=0-0' })).headers.get('ETag') ?? '';
    expect(tag).to.match(/^"[^"]+"$/);
    expect((await get({ 'If-None-Match': tag })).status).to.equal(304);
    expect((await get({ Range: 'bytes=0-9', 'If-Range': tag })).status).to.equal(206);
    put(Buffer.concat([archive, Buffer.from('more')]));
    expect((await get({ Range: 'bytes=0-9', 'If-Range': tag })).status).to.equal(200);
    expect((await get({ 'If-None-Match': tag })).status).to.equal(200);
  });

  it('no file stays open, whether its bytes are read or not', async () => {
    put(archive);
    const open = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith('map.pmtiles');
        } catch {
          return false;
        }
      }).length;
    const tag = (await get({ Range: 'bytes=0-0' })).headers.get('ETag') ?? '';
    await get({}, 'HEAD');
    await get({ 'If-None-Match': tag });
    await get({ Range: 'bytes=999999999-' });
    await bytesOf(await get());
    await app.call('GET', '/api/map');
    await eventually('all are closed', () => open() === 0);
  });

  it('the archive may be a symbolic link', async () => {
    writeFileSync(join(app.data(), 'elsewhere'), archive);
    symlinkSync(join(app.data(), 'elsewhere'), path());
    expect(await faultOf()).to.have.property('fault', null);
  });

  it('a broken archive is reported with what is wrong and how to fix it', async () => {
    put(Buffer.from('PK\u0003\u0004'));
    expect(await faultOf()).to.have.nested.property('fault.code', 'not_an_archive');
    put(archive.subarray(0, 300));
    expect(await faultOf())
      .to.have.nested.property('fault.what')
      .that.matches(/\/map\.pmtiles has 300 bytes instead of \d+$/);
    expect(await faultOf()).to.have.nested.property('fault.remedy', 'copy it again');
    rmSync(path());
    mkdirSync(path());
    expect(await faultOf()).to.deep.include({ bytes: 0, tiles: null });
    expect(await faultOf()).to.have.nested.property('fault.code', 'not_a_file');
    expectFailure(await app.call('GET', '/api/map/archive'), 'not_found');
  });
});
