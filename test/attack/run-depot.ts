// A process that plays the trackers of a depot: each of its devices posts a location every second, over a few
// connections. Prints, as JSON, what was acknowledged and how long it took. Arguments: URL, token, devices, first second, seconds.
import { createRawClient } from '../support/api/raw-client.js';
import { percentilesOf } from '../support/attack/probe.js';
import { setTimeout as delay } from 'node:timers/promises';
import { depotDevice, depotFix } from '../support/attack/depot.js';

const [url = '', token = '', devices = '', from = '', seconds = ''] = process.argv.slice(2);
const CONNECTIONS = 20;
const count = Number(devices);
const begin = performance.now();
const times: number[] = [];
let refused = 0;
let failed = 0;
const acknowledged = Array.from({ length: count }, () => 0);

/** A location that is not acknowledged is posted again, as a tracker does. */
async function post(client: ReturnType<typeof createRawClient>, device: number, second: number): Promise<void> {
  const sentAt = performance.now();
  for (;;) {
    const body = JSON.stringify(depotFix(second));
    const headers = {
      Host: new URL(url).host,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    const path = `/api/devices/${depotDevice(device)}/locations`;
    const answer = await client.send({ method: 'POST', path, headers, body }).catch(() => undefined);
    if (answer?.status === 201) break;
    if (answer === undefined) failed += 1;
    else refused += 1;
    await delay(50);
  }
  times.push(performance.now() - sentAt);
  acknowledged[device] = second + 1;
}

await Promise.all(
  Array.from({ length: CONNECTIONS }, async (_, connection) => {
    const client = createRawClient(url);
    for (let second = Number(from); second < Number(from) + Number(seconds); second++) {
      for (let device = connection; device < count; device += CONNECTIONS) {
        // The posts of a second are spread over it.
        const due = begin + 1000 * (second - Number(from) + device / count);
        await delay(Math.max(0, due - performance.now()));
        await post(client, device, second);
      }
    }
    client.close();
  }),
);
console.log(JSON.stringify({ acknowledged, refused, failed, ...percentilesOf(times) }));
