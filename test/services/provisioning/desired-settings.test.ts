import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import { protocols } from '../../../src/protocols/index.js';
import { capabilitiesOf, type Capability } from '../../../src/services/provisioning/capabilities.js';
import {
  fromTemplate,
  fromReceipt,
  type FromTemplateOptions,
} from '../../../src/services/provisioning/desired-settings.js';
import { receiptOf, templateOf } from '../../support/provisioning.js';

const capabilities = capabilitiesOf(protocols);
function capabilityOf(protocol: string): Capability {
  const found = capabilities.get(protocol);
  if (found === undefined) throw new Error(`${protocol} can not be set up`);
  return found;
}
const unit = { hardwareId: 'H-1', model: 'M', firmware: '1' };
const plan = (protocol: string, change: Partial<FromTemplateOptions> = {}) =>
  fromTemplate({
    template: templateOf({ protocol, settings: {} }),
    capability: capabilityOf(protocol),
    unit,
    row: null,
    number: null,
    boundDeviceId: null,
    ...change,
  });

describe('what one tracker is to have', () => {
  it('is what the template says, filled in, of the type of each setting', () => {
    const template = templateOf({
      protocol: 'wpt',
      settings: { int: '{s}', led: '{light}', name: 'Box {n:2}' },
      deviceId: 'box-{n}',
      deviceName: '{plate}',
    });
    const row = { s: '30', light: 'true', plate: '1234 BCD' };
    expect(plan('wpt', { template, row, number: 4 })).to.deep.equal({
      ok: true,
      value: { settings: { int: 30, led: true, name: 'Box 04', id: 'box-4' }, deviceId: 'box-4', name: '1234 BCD' },
    });
  });

  it('is what its row says before what the template says', () => {
    const template = templateOf({ protocol: 'wpt', settings: { int: 30 }, deviceId: 'box-{n}', deviceName: 'Box' });
    const row = { int: '60', id: 'box-a', name: 'A box', note: 'is nothing' };
    expect(valueOf(plan('wpt', { template, row, number: 1 }))).to.deep.equal({
      settings: { int: 60, id: 'box-a' },
      deviceId: 'box-a',
      name: 'A box',
    });
  });

  for (const [what, protocol, change, deviceId] of [
    ['the one it says', 'queclink', { unit: { ...unit, deviceId: '860' } }, '860'],
    ['the one it has, where none is asked for', 'wpt', { unit: { ...unit, deviceId: 'old' } }, 'old'],
    ['that of its port, where it has none', 'ubx', { boundDeviceId: 'bus-7' }, 'bus-7'],
    ['that of its hardware, where there is no other', 'ubx', {}, 'H-1'],
    ['the one of its row', 'ubx', { row: { id: 'rover' }, boundDeviceId: 'bus-7' }, 'rover'],
  ] as const) {
    it(`is registered under ${what}`, () => {
      expect(valueOf(plan(protocol, change)).deviceId).to.equal(deviceId);
    });
  }

  for (const [what, protocol, change, where] of [
    ['an id that is none', 'wpt', { row: { id: 'a b' } }, 'a b can be no id of a device'],
    ['no id at all', 'wpt', {}, 'it has no id yet'],
    [
      'another id than the tracker reports under',
      'queclink',
      { unit: { ...unit, deviceId: '860' }, row: { id: '861' } },
      'it reports as 860, and can not be made 861',
    ],
    ['a setting out of its range', 'ubx', { row: { intervalMs: '1' } }, 'settings/intervalMs'],
    ['a setting that is no number', 'ubx', { row: { intervalMs: 'fast' } }, 'settings/intervalMs'],
    [
      'a column that is missing',
      'ubx',
      { template: templateOf({ protocol: 'ubx', settings: { intervalMs: '{ms}' } }) },
      '{ms}',
    ],
  ] as const) {
    it(`is refused with ${what}`, () => {
      const refused = plan(protocol, change);
      expect(refused).to.include({ ok: false, code: 'validation_failed' });
      expect(refused).to.have.property('message').that.includes(where);
    });
  }

  it('is what it had, when a receipt is undone, and its former id with it', () => {
    const receipt = receiptOf({
      protocol: 'wpt',
      hardwareId: 'H-1',
      deviceId: 'box-1',
      before: { int: 30, id: 'old' },
    });
    expect(fromReceipt(receipt, capabilityOf('wpt'), unit)).to.deep.equal({
      ok: true,
      value: { settings: { int: 30, id: 'old' }, deviceId: 'old' },
    });
    expect(fromReceipt({ ...receipt, hardwareId: 'H-2' }, capabilityOf('wpt'), unit)).to.include({
      ok: false,
      code: 'conflict',
    });
  });
});
