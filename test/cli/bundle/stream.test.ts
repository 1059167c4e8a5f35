import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { BundleFile } from '../../../src/cli/bundle/collect.js';
import { streamBundle, TAR_END } from '../../../src/cli/bundle/stream.js';

const fileOf = (name: string, text: () => Promise<string> = () => Promise.resolve(name)): BundleFile => ({
  name,
  text,
});
const pack = async ({ text }: BundleFile): Promise<Uint8Array> => Buffer.from(await text());

describe('the stream of a bundle', () => {
  it('the files that read the whole store are made last, each when the ones before it are sent', async () => {
    const made: string[] = [];
    const file = (name: string): BundleFile => fileOf(name, () => Promise.resolve(made.push(name)).then(() => name));
    const files = [file('a'), { ...file('store'), isSlow: true as const }, file('b')];
    const stream = streamBundle(files, pack);
    expect(gunzipSync((await stream.next()).value as Buffer)).to.have.length(0);
    expect(made).to.deep.equal([]);
    await stream.next();
    expect(made).to.deep.equal(['a']);
    const rest = Buffer.concat([(await stream.next()).value as Buffer, await buffer(Readable.from(stream))]);
    expect(gunzipSync(rest).toString('latin1')).to.equal(`bstore${TAR_END.toString('latin1')}`);
  });

  it('bytes keep coming while a file takes long, and what they make is the same archive', async () => {
    let finish: ((text: string) => void) | undefined;
    const slow = fileOf('store', () => new Promise((resolve) => (finish = resolve)));
    const stream = streamBundle([slow], pack, 1);
    const pieces: Buffer[] = [];
    for (let piece = 0; piece < 5; piece += 1) pieces.push((await stream.next()).value as Buffer);
    expect(gunzipSync(Buffer.concat(pieces))).to.have.length(0);
    finish?.('store');
    for await (const piece of stream) pieces.push(piece);
    expect(gunzipSync(Buffer.concat(pieces)).subarray(0, 5).toString()).to.equal('store');
  });
});
