// Posts locations until SIGTERM, whatever the gateway does meanwhile, and then compares what was acknowledged with what is
// stored: `node .ci/release/chroot-load.js URL KEY`. The last line of the output is the result.
import { argv } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const [, , url, apiKey] = argv;
const DEVICES = ['bus-1', 'bus-2', 'bus-3', 'bus-4'];
const BATCHES = 20;
const BATCH = 500;
const FIRST = Date.UTC(2026, 0, 1);

let token = '';
async function call(path, body) {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, body: await response.json() };
}
const signIn = async () => ({ token } = (await call('/Auth/Token', { userName: 'admin', apiKey })).body);
const locationAt = (second) => ({
  dateTime: new Date(FIRST + second * 1000).toISOString(),
  latitude: 52,
  longitude: 4,
});

await signIn();
for (const id of DEVICES) await call('/devices', { id });

let stops = false;
process.on('SIGTERM', () => (stops = true));
const acknowledged = Object.fromEntries(DEVICES.map((id) => [id, new Set()]));
for (let batch = 0; batch < BATCHES; batch += 1) {
  const locations = Array.from({ length: BATCH }, (_, index) => locationAt(batch * BATCH + index));
  const { status } = await call(`/devices/${DEVICES[0]}/locations`, { locations });
  if (status !== 201) throw new Error(`a batch was answered with ${status}`);
  for (const { dateTime } of locations) acknowledged[DEVICES[0]].add(dateTime);
}
process.stdout.write('loading\n');

let lastAnswer = performance.now();
let longestGap = 0;
let retries = 0;
async function post(id) {
  for (let second = BATCHES * BATCH; !stops; second += 1) {
    const location = locationAt(second);
    for (;;) {
      const { status } = await call(`/devices/${id}/locations`, { location }).catch(() => ({ status: 0 }));
      if (status === 201) break;
      retries += 1;
      if (status === 401) await signIn().catch(() => undefined);
      if (stops) return;
      await delay(20);
    }
    const now = performance.now();
    longestGap = Math.max(longestGap, now - lastAnswer);
    lastAnswer = now;
    acknowledged[id].add(location.dateTime);
    await delay(10);
  }
}
await Promise.all(DEVICES.map(post));

let lost = 0;
let total = 0;
for (const id of DEVICES) {
  const stored = new Set();
  for (let from = FIRST; ;) {
    const { body } = await call(`/devices/${id}/locations`, {
      from: new Date(from).toISOString(),
      to: '2100-01-01T00:00:00Z',
    });
    const found = body.locations.map(({ dateTime }) => Date.parse(dateTime));
    const before = stored.size;
    for (const time of found) stored.add(time);
    if (stored.size === before) break;
    from = Math.max(...found);
  }
  total += acknowledged[id].size;
  for (const dateTime of acknowledged[id]) if (!stored.has(Date.parse(dateTime))) lost += 1;
}
process.stdout.write(
  `acknowledged ${total}, lost ${lost}, retries ${retries}, longest gap ${Math.round(longestGap)} ms\n`,
);
process.exitCode = lost === 0 ? 0 : 1;
