import { expect } from 'chai';
import { signIn, type Client } from '../support/api/client.js';
import { everyLocationOf } from '../support/api/all-locations.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';

const FIXES = 10_000;
const TIMES = 3;
const RESTART_EVERY = 5_000;
const config = { store: { segmentBytes: 262_144, snapshotBytes: 262_144 }, log: { level: 'error' } };

/** The numbers from 0 in a reproducible random order. */
function shuffled(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = seed;
  for (let i = count - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (i + 1);
    [order[i], order[other]] = [order[other] ?? 0, order[i] ?? 0];
  }
  return order;
}

describe('resending everything', () => {
  const folder = useFolder();

  it(`${FIXES} fixes sent ${TIMES} times, shuffled, with restarts in between, are stored once each`, async () => {
    const order = shuffled(FIXES * TIMES, 7).map((i) => i % FIXES);
    let gateway: Gateway | undefined;
    let client: Client | undefined;
    let [accepted, duplicates, sent] = [0, 0, 0];
    while (sent < order.length) {
      if (client === undefined || sent % RESTART_EVERY === 0) {
        // Every other time without a clean stop.
        await gateway?.end(sent % (2 * RESTART_EVERY) === 0 ? 'SIGTERM' : 'SIGKILL');
        gateway = await startGateway({ folder: folder(), config });
        client = await signIn(gateway.url, { apiKey: TEST_KEY });
        if (sent === 0) await client.call('POST', '/api/devices', { id: 'bus' });
      }
      const batch = order.slice(sent, sent + 100).map(fixAt);
      const { status, body } = await client.call('POST', '/api/devices/bus/locations', batch);
      expect(status).to.equal(201);
      accepted += Number(body.accepted);
      duplicates += Number(body.duplicates);
      sent += batch.length;
    }
    expect([accepted, duplicates]).to.deep.equal([FIXES, FIXES * (TIMES - 1)]);
    if (client === undefined) return;
    expect(await everyLocationOf(client, 'bus')).to.deep.equal(Array.from({ length: FIXES }, (_, i) => fixAt(i)));
    await gateway?.end('SIGTERM');
  });
});
