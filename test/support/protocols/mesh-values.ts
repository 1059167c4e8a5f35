import { expect } from 'chai';
import type { ProvisioningResult, Settings } from '../../../src/protocols/provision.js';

/** The default settings of a simulated node, and other values. */
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

export const withFault = (code: string, message: RegExp) => (result: ProvisioningResult<unknown>) => {
  expect(result).to.include({ ok: false, code });
  expect(result).to.have.property('message').that.matches(message);
};
