import { once as event } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { cacheable, createStaticFiles, once, SLICE_BYTES, streamSlices } from '../../src/http/static-files.js';

describe('createStaticFiles', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-static-'));
    writeFileSync(join(folder, 'a.js'), 'let a;');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const respond = (bytes: Buffer): ReturnType<typeof cacheable> => cacheable(bytes, 'text/javascript');

  it('all requests of a file share the same bytes, also those at the same time', async () => {
    const files = createStaticFiles(pathToFileURL(`${folder}/`));
    const [first, second] = await Promise.all([files.read('a.js', respond), files.read('a.js', respond)]);
    writeFileSync(join(folder, 'a.js'), 'let b;');
    const third = await files.read('a.js', respond);
    expect(first.bytes.toString()).to.equal('let a;');
    expect(second.bytes).to.equal(first.bytes);
    expect(third.bytes).to.equal(first.bytes);
  });

  it('only names of the folder are found', async () => {
    const files = createStaticFiles(pathToFileURL(`${folder}/`));
    expect(await files.has('a.js')).to.equal(true);
    expect(await files.has('../a.js')).to.equal(false);
  });
});

describe('once', () => {
  it('a failed computation is repeated, a successful one is not', async () => {
    let calls = 0;
    const value = once(() => (++calls < 2 ? Promise.reject(new Error('busy')) : Promise.resolve(calls)));
    expect(await value().catch(() => 'failed')).to.equal('failed');
    expect([await value(), await value()]).to.deep.equal([2, 2]);
  });
});

describe('streamSlices', () => {
  const bytes = Buffer.alloc(3 * SLICE_BYTES + 5, 'abc');

  it('the slices together are the bytes', async () => {
    expect(Buffer.concat(await streamSlices(bytes).toArray())).to.deep.equal(bytes);
    expect(await streamSlices(Buffer.alloc(0)).toArray()).to.deep.equal([]);
  });

  it('a reader that takes nothing holds one slice', async () => {
    let held = 0;
    // Takes the first slice and never asks for another.
    const stuck = new Writable({ highWaterMark: 1, write: (chunk: Buffer) => (held += chunk.length) });
    const stream = streamSlices(bytes);
    stream.pipe(stuck);
    await event(stream, 'data');
    await nextTurn();
    expect(held + stream.readableLength).to.be.at.most(2 * SLICE_BYTES);
    stream.destroy();
  });
});
