import { expect } from 'chai';
import { describeUnfinished } from '../../../src/cli/provision/unfinished.js';
import { workOf } from '../../support/provisioning.js';

const at = '2026-01-01T00:00:00.000Z';

describe('an unfinished tracker in words', () => {
  it('says which it is, what was begun, when and where, and what to do', () => {
    expect(describeUnfinished({ ...workOf(), at })).to.equal(
      `UNFINISHED  860000000000017: Vans, begun ${at} on /dev/ttyUSB0, and it may be half set. ` +
        'Plug it in on a port in provisioning for queclink: it is finished by itself.',
    );
    const undone = { ...workOf({ template: null, deviceId: 'van-1' }), at: null };
    expect(describeUnfinished(undone)).to.match(
      /^UNFINISHED {2}van-1 \(860000000000017\): the undoing of a receipt, begun on \/dev\/ttyUSB0,/,
    );
  });
});
