import { expect } from 'chai';
import { explainOpenError } from '../../../src/serial/transport/port-error.js';

describe('explainOpenError', () => {
  const cases = [
    ['Error: No such file or directory, cannot open /dev/x', 'absent', 'no such device'],
    ['Error Resource temporarily unavailable Cannot lock port', 'busy', 'Cannot lock port'],
    ['Error: Device or resource busy, cannot open /dev/x', 'busy', 'another program'],
    ['Error: Permission denied, cannot open /dev/x', 'error', 'group dialout'],
    ['Error: Inappropriate ioctl for device setting custom baud rate of 9600', 'error', 'not a serial port'],
    ['Error: Input/output error, cannot open /dev/x', 'error', 'Input/output error'],
  ] as const;

  for (const [message, fault, help] of cases) {
    it(`the message "${message.slice(7, 40)}" becomes the fault ${fault} with path and fix`, () => {
      const error = explainOpenError('/dev/x', message);
      expect(error.fault).to.equal(fault);
      expect(error.message).to.match(/^\/dev\/x: /);
      expect(error.message).to.contain(help);
    });
  }

  it('the error of a busy port names its holders, and whether they are sure', () => {
    const holder = { pid: 612, name: 'gpsd', command: '/usr/sbin/gpsd', user: 'gpsd', sure: true };
    const message = 'Error Resource temporarily unavailable Cannot lock port';
    const two = explainOpenError('/dev/x', message, [holder, { ...holder, pid: 700, name: 'cat', user: null }]);
    expect(two.message).to.match(
      /^\/dev\/x: in use by gpsd \(pid 612, user gpsd\) and cat \(pid 700\) \(.*gpsd\.socket/,
    );
    expect(explainOpenError('/dev/x', message, [{ ...holder, sure: false }]).message).to.contain(
      '/dev/x: probably in use by gpsd (',
    );
    expect(explainOpenError('/dev/x', 'Error: Permission denied', [holder]).message).to.not.contain('gpsd');
  });
});
