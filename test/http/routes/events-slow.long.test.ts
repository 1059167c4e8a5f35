import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { signIn, type Client } from '../../support/api/client.js';
import { openEvents, type TestEventSource } from '../../support/api/event-source.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { startGateway, TEST_KEY } from '../../support/gateway/gateway.js';
import { COLLECTING, memoryOf } from '../../support/machine/collected-memory.js';
import { longFixAt } from '../../support/store/records.js';
import { killAll } from '../../support/gateway/waypost.js';

const READERS = 20;
const REACH = 10_000;
/** Of 300 fixes of 3 KB: about 36 MB in total, and more entries than the clients want to catch up with. */
const POSTS = 40;

describe('clients that do not read their events', () => {
  const folder = useFolder();
  const opened: TestEventSource[] = [];
  let second = 0;

  afterEach(() => {
    for (const source of opened.splice(0)) source.close();
    killAll();
  });

  async function open(url: string, { token }: Client): Promise<TestEventSource> {
    const source = await openEvents(url, { token, path: `/api/events?reach=${REACH}` });
    opened.push(source);
    await eventually('the stream has started', () => source.lastEventId() !== '');
    return source;
  }
  async function post({ call }: Client): Promise<void> {
    const locations = Array.from({ length: 300 }, () => longFixAt(second++));
    expect(await call('POST', '/api/devices/bus/locations', { locations })).to.include({ status: 201 });
  }

  it('clients that stop reading use little memory, and get one gap when they resume', async () => {
    mkdirSync(join(folder(), 'data'), { mode: 0o700 });
    const gateway = await startGateway({ folder: folder(), config: { log: { level: 'error' } }, env: COLLECTING });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus' });
    for (let i = 0; i < POSTS; i++) await post(client);
    const before = await memoryOf(gateway);

    const stuck: TestEventSource[] = [];
    for (let i = 0; i < READERS; i++) stuck.push(await open(gateway.url, client));
    for (const source of stuck) source.pause();
    const quick = await open(gateway.url, client);
    for (let i = 1; i <= POSTS; i++) {
      await post(client);
      await eventually('the reading client has all events', () => quick.received.length === i * 300);
    }
    expect(quick.received.map(({ type }) => type)).not.to.include('gap');
    const grown = (await memoryOf(gateway)).inUse - before.inUse;
    // Without a bound it would be 700 MiB, 36 MiB per client; each client holds 3 MiB.
    expect(grown, `${grown} MiB`).to.be.lessThan(120);

    const [late] = stuck;
    late?.resume();
    const gap = (await late?.next('gap'))?.data as { from: number; to: number };
    await eventually('the late client has caught up', () => late?.lastEventId() === quick.lastEventId());
    const after = late?.received.slice(late.received.findIndex(({ type }) => type === 'gap') + 1) ?? [];
    expect(after[0]?.data).to.deep.equal(
      quick.received.find(({ lastEventId }) => lastEventId === String(gap.to))?.data,
    );
    await post(client);
    await eventually('the late client is live', () => late?.lastEventId() === quick.lastEventId());
    expect(late?.received.filter(({ type }) => type === 'gap')).to.have.lengthOf(1);
    expect(await gateway.end('SIGTERM')).to.equal(0);
  });
});
