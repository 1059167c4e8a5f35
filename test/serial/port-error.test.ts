import { expect } from 'chai';
import { explain } from '../../src/serial/port-error.js';

describe('port errors', () => {
  const cases = [
    ['Error: No such file or directory, cannot open /dev/x', 'absent', 'there is no such device'],
    ['Error Resource temporarily unavailable Cannot lock port', 'busy', 'Cannot lock port'],
    ['Error: Device or resource busy, cannot open /dev/x', 'busy', 'another program'],
    ['Error: Permission denied, cannot open /dev/x', 'error', 'group dialout'],
    ['Error: Inappropriate ioctl for device setting custom baud rate of 9600', 'error', 'not a serial port'],
    ['Error: Input/output error, cannot open /dev/x', 'error', 'Input/output error'],
  ] as const;

  for (const [said, fault, help] of cases) {
    it(`explains "${said.slice(7, 40)}" as ${fault}, naming the path and the way out`, () => {
      const error = explain('/dev/x', said);
      expect(error.fault).to.equal(fault);
      expect(error.message).to.match(/^\/dev\/x: /);
      expect(error.message).to.contain(help);
    });
  }
});
