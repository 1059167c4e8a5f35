import { expect } from 'chai';
import { portNames } from '../../../../src/web/pages/provisioning/port-names.js';

describe('portNames', () => {
  it('a port has its own name, or the last part of its path', () => {
    const names = portNames([
      { path: '/dev/serial/by-id/usb-1', name: 'socket 3' },
      { path: '/dev/ttyUSB0', name: null },
      { path: 'COM3' },
    ]);
    expect([...names.values()]).to.deep.equal(['socket 3', 'ttyUSB0', 'COM3']);
  });
});
