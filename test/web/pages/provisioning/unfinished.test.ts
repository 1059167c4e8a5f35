import { expect } from 'chai';
import type { ProvisioningPortView, ProvisioningView } from '../../../../src/schema/provisioning/provisioning.js';
import type { UnfinishedWorkView } from '../../../../src/schema/provisioning/unfinished-provisioning.js';
import { settingChanges, withoutRunning } from '../../../../src/web/pages/provisioning/unfinished.js';
import { benchOf, templateOf, workOf } from '../../../support/provisioning/provisioning.js';

const unfinished = (hardwareId: string): UnfinishedWorkView => ({ ...workOf({ hardwareId }), at: null });
const view = (ports: readonly ProvisioningPortView[], ended: string | null = null): ProvisioningView => ({
  id: 'session',
  by: { id: 'admin', name: 'admin' },
  at: '2026-01-01T00:00:00.000Z',
  until: '2026-01-01T00:15:00.000Z',
  template: templateOf(),
  undo: null,
  once: false,
  ended,
  unitsLeft: null,
  ports: [...ports],
  results: [],
});

describe('withoutRunning', () => {
  it('a tracker that a running session works on is left out', () => {
    const portWith = (hardwareId: string, step: ProvisioningPortView['step']): ProvisioningPortView => ({
      ...benchOf('/dev/a', step),
      hardwareId,
    });
    const left = (provisionings: readonly ProvisioningView[]): string[] =>
      withoutRunning([unfinished('a'), unfinished('b')], provisionings).map(({ hardwareId }) => hardwareId);
    expect(left([])).to.deep.equal(['a', 'b']);
    expect(left([view([portWith('a', 'write')])])).to.deep.equal(['b']);
    expect(left([view([portWith('a', 'done')])])).to.deep.equal(['a', 'b']);
    expect(left([view([portWith('a', 'write')], 'the time is over')])).to.deep.equal(['a', 'b']);
  });
});

describe('settingChanges', () => {
  it('only the settings that would have changed are listed', () => {
    const before = { sendInterval: 60, name: 'VAN1' };
    const wanted = { sendInterval: 120, name: 'VAN1', constructor: 'x' };
    expect(settingChanges({ before, wanted })).to.deep.equal([
      { name: 'sendInterval', was: '60', is: '120' },
      { name: 'constructor', was: '–', is: 'x' },
    ]);
  });
});
