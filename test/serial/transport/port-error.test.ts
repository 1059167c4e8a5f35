import { expect } from 'chai';
import { explainOpenError } from '../../../src/serial/transport/port-error.js';

describe('port errors', () => {
  const cases = [
    ['Error: No such file or directory, cannot open /dev/x', 'absent', 'there is no such device'],
    ['Error Resource temporarily unavailable Cannot lock port', 'busy', 'Cannot lock port'],
    ['Error: Device or resource busy, cannot open /dev/x', 'busy', 'another program'],
    ['Error: Permission denied, cannot open /dev/x', 'error', 'group dialout'],
    ['Error: Inappropriate ioctl for device setting custom baud rate of 9600', 'error', 'not a serial port'],
    ['Error: Input/output error, cannot open /dev/x', 'error', 'Input/output error'],
  ] as const;

  for (const [message, fault, help] of cases) {
    it(`explains "${message.slice(7, 40)}" as ${fault}, naming the path and the way out`, () => {
      const error = explainOpenError('/dev/x', message);
      expect(error.fault).to.equal(fault);
      expect(error.message).to.match(/^\/dev\/x: /);
      expect(error.message).to.contain(help);
    });
  }

  it('says who has a busy port open, that he only may have it, and who else', () => {
    const holder = { pid: 612, name: 'gpsd', command: '/usr/sbin/gpsd', user: 'gpsd', sure: true };
    const message = 'Error Resource temporarily unavailable Cannot lock port';
    const two = explainOpenError('/dev/x', message, [holder, { ...holder, pid: 700, name: 'cat', user: null }]);
    expect(two.message).to.match(
      /^\/dev\/x: gpsd \(pid 612, user gpsd\) has it open, and cat \(pid 700\) \(.*gpsd\.socket/,
    );
    expect(explainOpenError('/dev/x', message, [{ ...holder, sure: false }]).message).to.contain(
      'gpsd) may have it open',
    );
    expect(explainOpenError('/dev/x', 'Error: Permission denied', [holder]).message).to.not.contain('gpsd');
  });
});
