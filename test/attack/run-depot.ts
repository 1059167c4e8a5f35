// A process that plays the trackers of a depot: each of its devices posts a location every second, over a few
// connections, and one after the other raises an SOS. Prints, as JSON, what was acknowledged and how long it took.
// Arguments: URL, token, devices, first second, seconds, ms between two SOS (0: none).
import { createRawClient, type RawClient } from '../support/api/raw-client.js';
import { percentilesOf } from '../support/attack/probe.js';
import { setTimeout as delay } from 'node:timers/promises';
import { depotDevice, depotFix, type DepotReport } from '../support/attack/depot.js';

const [url = '', token = '', devices = '', from = '', seconds = '', sosMs = ''] = process.argv.slice(2);
const CONNECTIONS = 20;
const GIVE_UP_MS = 60_000;
const count = Number(devices);
const begin = performance.now();
const times: number[] = [];
let refused = 0;
let failed = 0;
const acknowledged = Array.from({ length: count }, () => 0);

const sos: { device: number; at: number }[] = [];

/** What is not acknowledged is posted again, as a tracker does. */
async function post(client: RawClient, path: string, content: object): Promise<void> {
  // A gateway that ended answers no more.
  for (const end = performance.now() + GIVE_UP_MS; performance.now() < end;) {
    const body = JSON.stringify(content);
    const headers = {
      Host: new URL(url).host,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    const answer = await client.send({ method: 'POST', path, headers, body }).catch(() => undefined);
    if (answer?.status === 201) return;
    if (answer === undefined) failed += 1;
    else refused += 1;
    await delay(50);
  }
  throw new Error(`POST ${path}: not acknowledged within ${GIVE_UP_MS / 1000} s`);
}

async function postLocation(client: RawClient, device: number, second: number): Promise<void> {
  const sentAt = performance.now();
  await post(client, `/api/devices/${depotDevice(device)}/locations`, depotFix(second));
  times.push(performance.now() - sentAt);
  acknowledged[device] = second + 1;
}

/** Over the connection on which the device posts its locations. */
async function raiseSosIfDue(client: RawClient, device: number): Promise<void> {
  const isDue = Number(sosMs) > 0 && performance.now() >= begin + sos.length * Number(sosMs);
  if (device !== sos.length || !isDue) return;
  const at = Date.now();
  sos.push({ device, at });
  const dateTime = new Date(at).toISOString();
  await post(client, `/api/devices/${depotDevice(device)}/alerts`, { alerts: ['SOSButton'], dateTime });
}

await Promise.all(
  Array.from({ length: CONNECTIONS }, async (_, connection) => {
    const client = createRawClient(url);
    for (let second = Number(from); second < Number(from) + Number(seconds); second++) {
      for (let device = connection; device < count; device += CONNECTIONS) {
        // The posts of a second are spread over it.
        const due = begin + 1000 * (second - Number(from) + device / count);
        await delay(Math.max(0, due - performance.now()));
        await postLocation(client, device, second);
        await raiseSosIfDue(client, device);
      }
    }
    client.close();
  }),
);
const report: DepotReport = { acknowledged, sos, refused, failed, ...percentilesOf(times) };
console.log(JSON.stringify(report));
