import type { ProvisioningPortView, Provisioning } from '../../../src/schema/provisioning/provisioning.js';
import type { ProvisioningReceipt, UnitWork } from '../../../src/schema/provisioning/receipt.js';
import type { Template } from '../../../src/schema/provisioning/template.js';

const at = '2026-01-01T00:00:00.000Z';

export const templateOf = (change: Partial<Template> = {}): Template => ({
  id: 'vans',
  name: 'Vans',
  description: '',
  protocol: 'queclink',
  settings: { sendInterval: 120 },
  deviceId: null,
  deviceName: null,
  group: null,
  limits: null,
  firstNumber: 1,
  creation: at,
  lastModified: at,
  ...change,
});

export const receiptOf = (change: Partial<ProvisioningReceipt> = {}): ProvisioningReceipt => ({
  id: 'receipt',
  at,
  provisioning: 'bench',
  by: { id: 'id-of-admin', name: 'admin' },
  port: '/dev/ttyUSB0',
  protocol: 'queclink',
  template: { id: 'vans', name: 'Vans' },
  outcome: 'verified',
  message: null,
  hardwareId: '860000000000017',
  deviceId: '860000000000017',
  model: 'GL300',
  firmware: '0A03',
  before: { sendInterval: 60 },
  wanted: { sendInterval: 120 },
  after: { sendInterval: 120 },
  secrets: [],
  registered: true,
  row: null,
  number: null,
  ...change,
});

/** A session of maximum length on a port that does not exist. */
export const provisioningOf = (change: Partial<Provisioning> = {}): Provisioning => ({
  id: 'bench',
  by: { id: 'admin', name: 'admin' },
  at,
  until: '2099-01-01T00:00:00.000Z',
  template: templateOf(),
  undo: null,
  once: false,
  paths: ['/dev/waypost-absent'],
  units: null,
  hadSecrets: false,
  ...change,
});

export const benchOf = (path: string, step: ProvisioningPortView['step']): ProvisioningPortView => ({
  provisioning: 'bench',
  path,
  step,
  message: null,
  hardwareId: null,
  deviceId: null,
  deviceName: null,
  previousId: null,
  model: null,
  firmware: null,
  last: null,
});

export function workOf(change: Partial<UnitWork> = {}): UnitWork {
  const { provisioning, port, protocol, template, hardwareId, deviceId, before, wanted, row, number } = receiptOf();
  return { provisioning, port, protocol, template, hardwareId, deviceId, before, wanted, row, number, ...change };
}
