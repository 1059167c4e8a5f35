import { expect } from 'chai';
import { describeResult, describeUnfinished } from '../../../src/cli/provision/describe.js';
import { workOf } from '../../support/provisioning/provisioning.js';

const at = '2026-01-01T00:00:00.000Z';

describe('describeUnfinished', () => {
  it('an unfinished tracker is described with id, template, start, port and the fix', () => {
    expect(describeUnfinished({ ...workOf(), at })).to.equal(
      `UNFINISHED  860000000000017: Vans, started ${at} on /dev/ttyUSB0; its settings may be incomplete. ` +
        'To finish it, plug it in on a port in provisioning for queclink.',
    );
    const undone = { ...workOf({ template: null, deviceId: 'van-1' }), at: null };
    expect(describeUnfinished(undone)).to.match(
      /^UNFINISHED {2}van-1 \(860000000000017\): undo of a receipt, started on \/dev\/ttyUSB0;/,
    );
  });
});

describe('describeResult', () => {
  it('a dry run lists the settings that would change, and no secret', () => {
    const names = { deviceId: null, deviceName: null, previousId: null, heard: null };
    const tracker = { hardwareId: '860000000000017', ...names, model: 'GL300', firmware: '0A03' };
    const result = { at, port: '/dev/ttyUSB0', ...tracker, outcome: 'differs', code: null, message: null } as const;
    const differences = [{ name: 'sendInterval', present: 60, desired: 90 }, { name: 'key' }];
    expect(describeResult({ ...result, receipt: null, differences })).to.equal(
      '/dev/ttyUSB0  DIFFERS  860000000000017, GL300 0A03\n    sendInterval  60 -> 90\n    key  (secret, would be written)',
    );
  });
});
