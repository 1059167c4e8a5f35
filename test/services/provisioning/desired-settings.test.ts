import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import { protocols } from '../../../src/protocols/index.js';
import { capabilitiesOf, type Capability } from '../../../src/services/provisioning/capabilities.js';
import {
  fromTemplate,
  fromReceipt,
  type FromTemplateOptions,
} from '../../../src/services/provisioning/desired-settings.js';
import { receiptOf, templateOf } from '../../support/provisioning/provisioning.js';

const capabilities = capabilitiesOf(protocols);
function capabilityOf(protocol: string): Capability {
  const found = capabilities.get(protocol);
  if (found === undefined) throw new Error(`${protocol} does not support provisioning`);
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

describe('the desired settings of a tracker', () => {
  it('a template is filled in, with each value of the type of its setting', () => {
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

  it('a row overrides the template', () => {
    const template = templateOf({ protocol: 'wpt', settings: { int: 30 }, deviceId: 'box-{n}', deviceName: 'Box' });
    const row = { int: '60', id: 'box-a', name: 'A box', note: 'not a setting' };
    expect(valueOf(plan('wpt', { template, row, number: 1 }))).to.deep.equal({
      settings: { int: 60, id: 'box-a' },
      deviceId: 'box-a',
      name: 'A box',
    });
  });

  for (const [what, protocol, change, deviceId] of [
    ['the reported one', 'queclink', { unit: { ...unit, deviceId: '860' } }, '860'],
    ['its current one, if none is requested', 'wpt', { unit: { ...unit, deviceId: 'old' } }, 'old'],
    ['that of its port, if it has none', 'ubx', { boundDeviceId: 'bus-7' }, 'bus-7'],
    ['its hardware id, if there is no other', 'ubx', {}, 'H-1'],
    ['that of its row', 'ubx', { row: { id: 'rover' }, boundDeviceId: 'bus-7' }, 'rover'],
  ] as const) {
    it(`the device id is ${what}`, () => {
      expect(valueOf(plan(protocol, change)).deviceId).to.equal(deviceId);
    });
  }

  for (const [what, protocol, change, where] of [
    ['an invalid id', 'wpt', { row: { id: 'a b' } }, 'a b is not a valid device id'],
    ['no id at all', 'wpt', {}, 'the tracker has no id yet'],
    [
      'another id than the reported one',
      'queclink',
      { unit: { ...unit, deviceId: '860' }, row: { id: '861' } },
      'the tracker reports as 860 and cannot become 861',
    ],
    ['a setting out of its range', 'ubx', { row: { intervalMs: '1' } }, 'settings/intervalMs'],
    ['a setting that is not a number', 'ubx', { row: { intervalMs: 'fast' } }, 'settings/intervalMs'],
    [
      'a missing column',
      'ubx',
      { template: templateOf({ protocol: 'ubx', settings: { intervalMs: '{ms}' } }) },
      '{ms}',
    ],
  ] as const) {
    it(`a plan with ${what} is refused`, () => {
      const refused = plan(protocol, change);
      expect(refused).to.include({ ok: false, code: 'validation_failed' });
      expect(refused).to.have.property('message').that.includes(where);
    });
  }

  it('undoing a receipt restores the previous settings and id', () => {
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
