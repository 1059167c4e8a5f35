import { expect } from 'chai';
import { readCommand } from '../../../src/domain/commands/command.js';
import { expectFailure } from '../../support/api/expect-failure.js';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('readCommand', () => {
  for (const [format, command, bytes] of [
    ['Text', 'engine_stop', '656e67696e655f73746f70'],
    ['Text', 'é\n', 'c3a90a'],
    ['Hex', '0A 1B 2C', '0a1b2c'],
    ['Hex', '0a-1b-2c', '0a1b2c'],
    ['Hex', ' 0A1B2C ', '0a1b2c'],
    ['Base64', 'SGVsbG8=', '48656c6c6f'],
    ['Base64', 'AA==', '00'],
  ] as const) {
    it(`${format} ${JSON.stringify(command)} is decoded`, () => {
      const read = readCommand(command, format);
      expect(read.ok && hexOf(read.value)).to.equal(bytes);
    });
  }

  for (const [format, command] of [
    ['Text', ''],
    ['Text', '\ud800'],
    ['Hex', ''],
    ['Hex', ' '],
    ['Hex', '0'],
    ['Hex', '5F 1'],
    ['Hex', '0 A1'],
    ['Hex', '0x0A'],
    ['Base64', ''],
    ['Base64', 'YWJjZGU'],
    ['Base64', 'SGVsb G8='],
    ['Base64', '@@@@'],
  ] as const) {
    it(`${format} ${JSON.stringify(command)} is refused with the name of the field and without its value`, () => {
      const read = readCommand(command, format);
      expectFailure(read, 'validation_failed', /^\/command must /);
      if (!read.ok && command.trim().length > 1) expect(read.message).not.to.include(command);
    });
  }

  it('4,096 bytes are accepted in every format, and one more is refused', () => {
    for (const [format, write] of [
      ['Text', (size: number) => 'x'.repeat(size)],
      ['Hex', (size: number) => '00 '.repeat(size).trim()],
      ['Base64', (size: number) => Buffer.alloc(size).toString('base64')],
    ] as const) {
      expect(readCommand(write(4_096), format)).to.have.property('ok', true);
      expectFailure(readCommand(write(4_097), format), 'validation_failed', /at most 4096 bytes, not 4097/);
    }
    expectFailure(readCommand('é'.repeat(2_049), 'Text'), 'validation_failed', /not 4098/);
  });
});
