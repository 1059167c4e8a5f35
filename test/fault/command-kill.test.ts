import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { CommandView } from '../../src/schema/commands/command.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { createRandom } from '../support/protocols/random.js';
import { fixAt } from '../support/store/records.js';

const ROUNDS = Number(process.env.WAYPOST_COMMAND_KILLS ?? 10);
const DEVICES = ['bus-1', 'bus-2', 'bus-3', 'bus-4'] as const;
const COMMANDS_PER_DEVICE = 3;
/** Every fifth command has no reply, so that it is still being sent at most kills. */
const SILENT_INTERVAL = 5;
const FINAL_STATES = ['done', 'failed', 'uncertain', 'expired', 'canceled'];

type CommandLine = { readonly id: string; readonly command: string; readonly deviceId: string };

/** The trackers on a port: they count what they receive, and reply to most of it. */
function attachTrackers(line: VirtualPort, onCommand: () => void): Map<string, number> {
  const counts = new Map<string, number>();
  let rest = '';
  line.onData((bytes) => {
    const lines = (rest + Buffer.from(bytes).toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      if (!text.startsWith('{"command"')) continue;
      const { id, command, deviceId } = JSON.parse(text) as CommandLine;
      counts.set(command, (counts.get(command) ?? 0) + 1);
      onCommand();
      if (Number(command.split(' ')[1]) % SILENT_INTERVAL === 0) continue;
      void line.write(`${JSON.stringify({ id, deviceId, result: 'ok' })}\n`);
    }
  });
  return counts;
}

describe('kill -9 while commands are sent', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, no command is written twice, and each is in a visible end state`, async function () {
    this.timeout(this.timeout() + ROUNDS * 20_000);
    const random = createRandom(16);
    let countdown = Infinity;
    let onTime = (): void => undefined;
    const line = openVirtualPort(join(folder(), 'trackers'));
    const written = attachTrackers(line, () => {
      countdown -= 1;
      if (countdown === 0) onTime();
    });
    mkdirSync(join(folder(), 'data'));
    const config = {
      serial: { ports: [{ path: line.path, protocol: 'json' }] },
      store: { segmentBytes: 262_144, snapshotBytes: 65_536 },
      log: { level: 'error' },
    };
    const start = () => startGateway({ folder: folder(), config });
    const totals = new Map<string, number>();
    let wentUncertain = 0;
    let posted = 0;
    let seconds = 0;

    async function report(client: Client): Promise<void> {
      seconds += 1;
      const reports = DEVICES.map((deviceId) => JSON.stringify({ id: seconds, deviceId, location: fixAt(seconds) }));
      await line.write(`${reports.join('\n')}\n`);
      const dateTime = fixAt(seconds).dateTime;
      await eventually('the devices have reported', async () => {
        const { body } = await client.call('GET', `/api/devices/${DEVICES[3]}/lastLocation`);
        return (body.lastLocation as { dateTime: string } | null)?.dateTime === dateTime;
      });
    }

    /** Posts the commands of a round all at once; their texts. */
    function postAll(client: Client): string[] {
      return Array.from({ length: DEVICES.length * COMMANDS_PER_DEVICE }, (_, n) => {
        const command = `command ${(posted += 1)}`;
        const body = { command, ...(n % 4 === 3 && { waitMinutes: 60 }) };
        const deviceId = DEVICES[n % DEVICES.length] ?? '';
        void client.call('POST', `/api/devices/${deviceId}/sendCommand`, body).catch(() => undefined);
        return command;
      });
    }

    /** Checks the commands of the previous round, in the run after the kill. */
    async function check(client: Client, texts: readonly string[]): Promise<void> {
      const { body } = await client.call('GET', '/api/commands?limit=1000');
      const views = (body.commands as CommandView[]).filter(({ command }) => texts.includes(command));
      for (const { command, state, sentAt } of views) {
        const count = written.get(command) ?? 0;
        totals.set(state, (totals.get(state) ?? 0) + 1);
        expect(count, `${command} ${state} is written ${count} times`).to.be.at.most(1);
        if (state === 'queued') continue;
        expect(state, command).to.be.oneOf(FINAL_STATES);
        if (state === 'done' || state === 'failed') expect(count, command).to.equal(1);
        if (state === 'expired' || state === 'canceled') expect([count, sentAt], command).to.deep.equal([0, null]);
        if (state === 'uncertain') wentUncertain += count;
      }
      // Nothing is written that is not in the log.
      const known = new Set(views.map(({ command }) => command));
      for (const text of texts) if (written.has(text)) expect(known.has(text), text).to.equal(true);
      // Those that wait for their device would be sent at its next report: they end here.
      for (const { id, state } of views) if (state === 'queued') await client.call('DELETE', `/api/commands/${id}`);
    }

    let texts: string[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const gateway = await start();
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      await check(client, texts);
      if (round === ROUNDS) {
        await gateway.end('SIGTERM');
        break;
      }
      if (round === 0) for (const id of DEVICES) await client.call('POST', '/api/devices', { id });
      await report(client);
      const isTime = new Promise<void>((resolve) => (onTime = resolve));
      countdown = 1 + random.below(DEVICES.length * 2);
      texts = postAll(client);
      await Promise.race([isTime, delay(2_000)]);
      await delay(random.below(6));
      await gateway.end('SIGKILL');
    }
    line.close();
    const counts = [...written.values()];
    expect(Math.max(...counts), 'no command is written twice').to.equal(1);
    console.log(
      `      ${posted} posted, ${counts.length} written, each once; states ${JSON.stringify(Object.fromEntries(totals))}; ` +
        `${wentUncertain} of the uncertain ones were written`,
    );
  });
});
