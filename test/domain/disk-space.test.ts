import { expect } from 'chai';
import { isDiskFull } from '../../src/domain/disk-space.js';

const MIB = 1_048_576;

describe('isDiskFull', () => {
  it('a disk is full below 64 MiB, and a small one below a quarter of its size', () => {
    const isFull = (freeBytes: number, totalBytes: number): boolean => isDiskFull({ freeBytes, totalBytes });
    expect([isFull(64 * MIB, 32_000 * MIB), isFull(64 * MIB - 1, 32_000 * MIB)]).to.deep.equal([false, true]);
    expect([isFull(2 * MIB, 8 * MIB), isFull(2 * MIB - 1, 8 * MIB), isFull(0, 8 * MIB)]).to.deep.equal([
      false,
      true,
      true,
    ]);
  });
});
