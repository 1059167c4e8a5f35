import { createVehicle } from '../../simulator/vehicle.js';
import { hashSeed } from '../../simulator/prng.js';
import type { GatewayClient } from '../gateway/gateway-client.js';

/** A vehicle of the demo; `seed`: of its simulation, so that the past and the live route are the same one. */
export type DemoVehicle = { readonly deviceId: string; readonly name: string; readonly seed: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
const INTERVAL_MS = 20_000;
/** A vehicle rests at the end of each shift: a gap in its history. */
const SHIFT_MS = 4 * HOUR_MS;
const REST_MS = 40 * MINUTE_MS;
/** Records that the API takes in one request. */
const BATCH = 1_000;
const SOS_AGE_MS = 3 * MINUTE_MS;

/** Registers the vehicles, with a day of locations up to `now` (ms since 1970), and an SOS of the second one. */
export async function createHistory(
  gateway: Pick<GatewayClient, 'call'>,
  vehicles: readonly DemoVehicle[],
  now: number,
): Promise<void> {
  for (const [index, { deviceId, name, seed }] of vehicles.entries()) {
    const { fixAt } = createVehicle({ seed: hashSeed(seed, deviceId) });
    await gateway.call('POST', '/api/devices', { id: deviceId, name });
    const times = drivingTimes(now, index);
    for (let at = 0; at < times.length; at += BATCH) {
      const locations = times.slice(at, at + BATCH).map(fixAt);
      await gateway.call('POST', `/api/devices/${deviceId}/locations`, { locations });
    }
    if (index !== 1) continue;
    const { dateTime, latitude, longitude } = fixAt(now - SOS_AGE_MS);
    const alert = { dateTime, latitude, longitude, alerts: ['SOSButton'], text: 'the driver pressed the button' };
    await gateway.call('POST', `/api/devices/${deviceId}/alerts`, alert);
  }
}

/** The vehicles rest one after the other. */
function drivingTimes(now: number, index: number): readonly number[] {
  const count = DAY_MS / INTERVAL_MS;
  const times = Array.from({ length: count }, (_, step) => now - DAY_MS + step * INTERVAL_MS);
  return times.filter((ms) => (now - ms + index * HOUR_MS) % SHIFT_MS < SHIFT_MS - REST_MS);
}
