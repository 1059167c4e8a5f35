import { expect } from 'chai';
import type { ProvisioningResult, Settings } from '../../src/protocols/provision.js';

/** What a simulated node is set to when nobody has set it, and something else. */
export const factory: Settings = {
  longName: 'Node 001',
  shortName: '0001',
  broadcastSecs: 3_600,
  smartBroadcast: true,
  fixedPosition: false,
  gpsUpdateInterval: 120,
  positionFlags: 811,
  smartMinimumDistance: 100,
  smartMinimumInterval: 300,
  gpsMode: 1,
};
export const wanted: Settings = {
  longName: '\ufeffVan "7"; \u{1f690}',
  shortName: '\u{1f690}',
  broadcastSecs: 300,
  smartBroadcast: false,
  fixedPosition: true,
  gpsUpdateInterval: 0xffff_ffff,
  positionFlags: 0,
  smartMinimumDistance: 0,
  smartMinimumInterval: 86_400,
  gpsMode: 2,
};

export const well = <T>(value: T): ProvisioningResult<T> => ({ ok: true, value });

export const withFault = (code: string, message: RegExp) => (said: ProvisioningResult<unknown>) => {
  expect(said).to.include({ ok: false, code });
  expect(said).to.have.property('message').that.matches(message);
};
