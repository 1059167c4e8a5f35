import { expect } from 'chai';
import type { Context } from 'koa';
import { encodeInSlices } from '../../src/http/send.js';

const COUNT = 1_000;

/** Encodes a list with a clock that moves by 1 ms for each item; counts the turns that others get meanwhile. */
async function encode(isDestroyed: () => boolean): Promise<{ text: string; made: number; turns: number }> {
  let now = 0;
  let made = 0;
  let turns = 0;
  let isOver = false;
  function* items(): Generator<number> {
    for (; made < COUNT; now += 1) yield made++;
  }
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const socket = {
    get destroyed() {
      return isDestroyed();
    },
  };
  const ctx = { state: {}, req: { socket } } as unknown as Context;
  const encoded = await encodeInSlices(ctx, { body: { numbers: items(), more: true } }, () => now);
  isOver = true;
  const text = 'slices' in encoded ? Buffer.concat([...encoded.slices]).toString() : '';
  return { text, made, turns };
}

describe('encodeInSlices', () => {
  it('other requests are answered while a list is made', async () => {
    const { text, turns } = await encode(() => false);
    expect(JSON.parse(text)).to.deep.equal({
      success: true,
      error: null,
      numbers: Array.from({ length: COUNT }, (_, index) => index),
      more: true,
    });
    expect(turns).to.be.within(COUNT / 5, COUNT / 2);
  });

  it('a list is not completed for a client that has left', async () => {
    const { made } = await encode(() => true);
    expect(made).to.be.lessThan(10);
  });
});
