import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Upload } from '../../../src/schema/system/upload.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { eventually } from '../../support/gateway/eventually.js';
import { pmtilesOf } from '../../support/map/pmtiles.js';
import { pngOf } from '../../support/map/png.js';

const GIB = 1_073_741_824;

/** A whole backup without files. */
function backupOf(head: object): Buffer {
  const line = `${JSON.stringify(head)}\n`;
  const sha256 = createHash('sha256').update(line).digest('hex');
  return gzipSync(`${line}${JSON.stringify({ files: 0, bytes: 0, sha256 })}\n`);
}
const archive = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([200, 0, 0]) }], type: 2 });
const picture = pngOf([0, 0, 200]);

describe('uploads', () => {
  let freeBytes = 8 * GIB;
  const app = useApp({
    diskSpace: () => ({ freeBytes, totalBytes: 8 * GIB }),
    config: { http: { bodyLimit: 65_536 } },
  });
  const uploadOf = ({ body }: Sent): Upload => body.upload as Upload;
  const create = (input: object): Promise<Sent> => app.call('POST', '/api/uploads', input);
  const begin = async (kind: string, size: number, more: object = {}): Promise<string> =>
    uploadOf(await create({ kind, size, ...more })).id;
  const get = async (id: string): Promise<Upload> => uploadOf(await app.call('GET', `/api/uploads/${id}`));
  const put = (id: string, offset: number, bytes: Uint8Array, type = 'application/octet-stream'): Promise<Sent> =>
    app.call('PUT', `/api/uploads/${id}?offset=${offset}`, bytes, { 'Content-Type': type });
  async function settled(id: string): Promise<Upload> {
    await eventually('the upload is checked', async () => (await get(id)).state !== 'checking');
    return get(id);
  }
  async function send(kind: string, bytes: Uint8Array, more: object = {}): Promise<Upload> {
    const id = await begin(kind, bytes.length, more);
    for (let at = 0; at < bytes.length; at += 60_000) await put(id, at, bytes.subarray(at, at + 60_000));
    return settled(id);
  }
  const data = (...names: string[]): string => join(app.data(), ...names);
  /** What is left of uploads on the disk. */
  const leftovers = (): string[] => readdirSync(data('files', 'uploads'));

  afterEach(async () => {
    freeBytes = 8 * GIB;
    for (const { id } of (await app.call('GET', '/api/uploads')).body.uploads as Upload[])
      await app.call('DELETE', `/api/uploads/${id}`);
  });

  it('an archive in parts becomes the map, and nothing else is left on the disk', async () => {
    const id = await begin('map', archive.length, { name: '../../etc/passwd' });
    for (let at = 0; at < archive.length; at += 50) {
      const sent = uploadOf(await put(id, at, archive.subarray(at, at + 50)));
      expect(sent.received).to.equal(Math.min(archive.length, at + 50));
    }
    expect(await settled(id)).to.include({ state: 'done', error: null });
    expect(readFileSync(data('map.pmtiles')).equals(archive)).to.equal(true);
    expect((await app.call('GET', '/api/map')).body.map).to.deep.include({ bytes: archive.length, fault: null });
    expect(leftovers()).to.deep.equal([]);
  });

  it('an upload continues after a restart, with at most one part to be sent again', async () => {
    const bytes = Buffer.alloc(300_000);
    archive.copy(bytes);
    const id = await begin('map', bytes.length);
    for (let at = 0; at < 240_000; at += 60_000) await put(id, at, bytes.subarray(at, at + 60_000));
    await app.restart();
    const { received, state } = await get(id);
    expect({ received, state }).to.deep.equal({ received: 240_000 - 65_536, state: 'receiving' });
    for (let at = received; at < bytes.length; at += 60_000) await put(id, at, bytes.subarray(at, at + 60_000));
    expect((await settled(id)).state).to.equal('done');
    expect(readFileSync(data('map.pmtiles')).equals(bytes)).to.equal(true);
  });

  it('only the next part is taken, and none beyond the size', async () => {
    const id = await begin('map', 1_000);
    await put(id, 0, archive.subarray(0, 100));
    for (const offset of [0, 99, 101, 1_000])
      expectFailure(await put(id, offset, Buffer.alloc(10)), 'conflict', 'the next part starts at offset 100');
    expectFailure(await put(id, 100, Buffer.alloc(901)), 'validation_failed', /beyond the 1000 bytes/);
    expectFailure(await put(id, 100, Buffer.alloc(0)), 'validation_failed', 'the part is empty');
    expectFailure(await put(id, 100, Buffer.alloc(65_537)), 'payload_too_large');
    expectFailure(await put(id, 100, Buffer.from('{}'), 'application/json'), 'unsupported_media_type');
    expect((await get(id)).received).to.equal(100);
    expectFailure(await put('../../keys', 0, Buffer.alloc(1)), 'not_found');
    expectFailure(await put('none', 0, Buffer.alloc(1)), 'not_found', /^no such upload/);
  });

  it('an upload that would leave too little free is refused before its first byte', async () => {
    freeBytes = 6 * GIB;
    expectSuccess(await create({ kind: 'map', size: 4 * GIB }), 201);
    // The unfinished one counts.
    expectFailure(await create({ kind: 'map', size: 2 * GIB }), 'limit_reached', /^the disk has too little free space/);
    await app.call(
      'DELETE',
      `/api/uploads/${((await app.call('GET', '/api/uploads')).body.uploads as Upload[])[0]?.id}`,
    );
    freeBytes = 4 * GIB;
    expectFailure(await create({ kind: 'map', size: 4 * GIB }), 'limit_reached', /1 GiB and a tenth of the disk stay/);
    expectSuccess(await create({ kind: 'map', size: 3 * GIB }), 201);
    freeBytes = GIB;
    const [last] = (await app.call('GET', '/api/uploads')).body.uploads as Upload[];
    expectFailure(await put(last?.id ?? '', 0, archive.subarray(0, 50)), 'limit_reached');
  });

  it('more than three unfinished uploads are refused', async () => {
    for (let count = 0; count < 3; count += 1) await begin('map', 1_000);
    expectFailure(await create({ kind: 'yard', size: 1_000 }), 'limit_reached', /^3 uploads are unfinished/);
  });

  const wrong: readonly (readonly [string, string, Uint8Array, RegExp])[] = [
    ['a text as a map', 'map', Buffer.alloc(200, 'a'), /^the file is not a PMTiles archive: /],
    ['a cut off archive', 'map', archive.subarray(0, archive.length - 1), /^the file has \d+ bytes instead of \d+: /],
    ['a text as a picture', 'yard', Buffer.alloc(200, 'a'), /^the file is not a PNG, JPEG or WebP picture/],
    ['a damaged picture', 'yard', picture.subarray(0, 12), /^the picture is damaged/],
    ['a text as a backup', 'restore', Buffer.alloc(200, 'a'), /^the file is not a Waypost backup/],
    [
      'another gzip file as a backup',
      'restore',
      gzipSync('{}\n'),
      /^the backup cannot be restored: it is not a Waypost/,
    ],
    [
      'a backup of another version of the file',
      'restore',
      gzipSync('{"waypost":"backup","version":2}\n'),
      /^the backup cannot be restored: it has version 2, this Waypost reads version 1/,
    ],
    [
      'a backup of a newer Waypost',
      'restore',
      backupOf({ waypost: 'backup', version: 1, made: '2030-01-01T00:00:00.000Z', format: 99 }),
      /a store of format 99, this Waypost supports up to \d+: restore it with the version that wrote it, or a later one/,
    ],
  ];
  for (const [what, kind, bytes, reason] of wrong) {
    it(`${what} is refused with a sentence and removed`, async () => {
      const { state, error } = await send(kind, bytes);
      expect(state).to.equal('failed');
      expect(error).to.match(reason);
      expect(leftovers()).to.deep.equal([]);
    });
  }

  it('a picture of 40,000 × 40,000 pixels is refused', async () => {
    const large = Buffer.from(picture);
    large.writeUInt32BE(40_000, 16);
    large.writeUInt32BE(40_000, 20);
    expect((await send('yard', large)).error).to.match(/^the picture has 40000 × 40000 pixels/);
    expectFailure(await create({ kind: 'yard', size: 9_000_000 }), 'validation_failed', /^\/size is too large/);
  });

  it('a file that does not match its SHA-256 is refused', async () => {
    expect((await send('map', archive, { sha256: '0'.repeat(64) })).error).to.match(
      /^the file does not match its SHA-256/,
    );
  });

  it('a picture of the yard is placed, returned and removed', async () => {
    expect((await app.call('GET', '/api/map/yard')).body.yard).to.equal(null);
    expectFailure(await app.call('PUT', '/api/map/yard', { latitude: 0, longitude: 0, widthMeters: 1 }), 'not_found');
    expect((await send('yard', picture)).state).to.equal('done');
    const place = { latitude: 60, longitude: 10, widthMeters: 200, rotation: 0 };
    const { body } = await app.call('PUT', '/api/map/yard', place);
    const { corners, ...yard } = body.yard as { corners: { latitude: number; longitude: number }[] };
    expect(yard).to.deep.include({ type: 'image/png', width: 256, height: 256, place });
    const [upperLeft, , lowerRight] = corners;
    // 100 m, and twice the degrees of longitude at 60 degrees north.
    expect(upperLeft?.latitude).to.be.closeTo(60 + 100 / 111_319.49, 1e-9);
    expect(lowerRight?.longitude).to.be.closeTo(10 + 200 / 111_319.49, 1e-9);
    const response = await fetch(`${app.url()}/api/map/yard/picture`, {
      headers: { Authorization: `Bearer ${app.admin().token}` },
    });
    expect(response.headers.get('Content-Type')).to.equal('image/png');
    expect(response.headers.get('X-Content-Type-Options')).to.equal('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).to.equal(true);
    expectSuccess(await app.call('DELETE', '/api/map/yard'), 200);
    expect(existsSync(data('files', 'yard'))).to.equal(false);
  });

  it('an uploaded backup is checked, can be canceled, and is restored at the next start', async () => {
    const download = async (): Promise<Buffer> => {
      const response = await fetch(`${app.url()}/api/backup`, {
        headers: { Authorization: `Bearer ${app.admin().token}` },
      });
      expect(response.headers.get('Content-Disposition')).to.match(
        /^attachment; filename="waypost-backup-[\dT-]+\.gz"$/,
      );
      return Buffer.from(await response.arrayBuffer());
    };
    const backup = await download();
    await app.call('POST', '/api/devices', { id: 'later' });
    const restoreOf = async (): Promise<Record<string, unknown> | null> =>
      (await app.call('GET', '/api/restore')).body.restore as Record<string, unknown> | null;

    expect((await send('restore', backup)).error).to.equal(null);
    expect(await restoreOf()).to.deep.include({
      state: 'staged',
      by: 'admin',
      devices: { added: 0, removed: 1, changed: 0 },
      finished: null,
    });
    expectSuccess(await app.call('DELETE', '/api/restore'), 200);
    expectFailure(await app.call('DELETE', '/api/restore'), 'not_found');
    await app.restart();
    expectSuccess(await app.call('GET', '/api/devices/later'), 200);

    await send('restore', backup);
    await app.restart();
    expectFailure(await app.call('GET', '/api/devices/later'), 'not_found');
    const restored = await restoreOf();
    expect(restored).to.include({ state: 'done', error: null });
    expect(readdirSync(data())).to.include(restored?.kept);
  });
});
