import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { openAccount, expectKept, writeOverHttp } from '../support/gateway/fix-account.js';
import type { CommandView } from '../../src/schema/commands/command.js';
import type { AlertView } from '../../src/schema/records/alert.js';
import { signIn, type Client } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { collectAcknowledgements, createSerialWriter } from '../support/gateway/serial-account.js';

const ROUNDS = Number(process.env.WAYPOST_KILLS ?? 50);
const WRITERS = 16;
/** small segments, so that some kills happen while one is closed */
const config = { store: { segmentBytes: 262_144, snapshotBytes: 131_072 }, log: { level: 'error' } };

describe('kill -9 under load', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, nothing acknowledged is lost, nothing is stored twice, and nothing is stored that was not sent`, async function () {
    this.timeout(this.timeout() + ROUNDS * 10_000);
    const overHttp = Array.from({ length: WRITERS }, (_, i) => openAccount(`http-${i}`));
    const overSerial = openAccount('serial');
    const line = openVirtualPort(join(folder(), 'tracker'));
    mkdirSync(join(folder(), 'data'));
    collectAcknowledgements(line, overSerial);
    const writeOverSerial = createSerialWriter(line, overSerial);
    const serial = { ports: [{ path: line.path, protocol: 'json', deviceId: overSerial.deviceId }] };
    const edits: Edits = { sent: 0, acknowledged: 0, queued: 0, commands: [], notes: new Map() };
    let slowest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const gateway = await startGateway({ folder: folder(), config: { ...config, serial } });
      slowest = Math.max(slowest, performance.now() - startedAt);
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      if (round === 0) {
        for (const { deviceId } of overHttp) await client.call('POST', '/api/devices', { id: deviceId });
        await client.call('POST', '/api/devices', { id: EDITED_DEVICE });
      }
      await expectEditsKept(client, edits);
      const writing = [
        ...overHttp.map((own) => writeOverHttp(client, own)),
        writeOverSerial(gateway),
        edit(client, edits),
        acknowledge(client, edits),
      ];
      await delay(20 + ((round * 37) % 280));
      await gateway.end('SIGKILL');
      await Promise.all(writing);
    }
    const gateway = await startGateway({ folder: folder(), config: { ...config, serial } });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await expectEditsKept(client, edits);
    let acknowledged = 0;
    for (const own of [...overHttp, overSerial]) {
      await expectKept(client, own);
      acknowledged += own.acknowledged.size;
    }
    const { body } = await client.call('GET', '/api/health');
    expect(body.store).to.deep.include({ losses: [] });
    await gateway.end('SIGTERM');
    line.close();
    expect(acknowledged).to.be.greaterThan(ROUNDS);
    console.log(
      `      ${acknowledged} acknowledged (${overSerial.acknowledged.size} of them over serial), ` +
        `${edits.acknowledged} changes of a device, ${edits.queued} commands, ${edits.notes.size} notes of alerts, slowest start ${Math.round(slowest)} ms`,
    );
  });
});

const EDITED_DEVICE = 'edited';
/** Commands that wait for the device; more would be refused. */
const MAX_COMMANDS = 10;

/** Changes of a device, whose description counts them, commands that wait for it, and notes of its alerts by id. */
type Edits = {
  sent: number;
  acknowledged: number;
  queued: number;
  readonly commands: string[];
  readonly notes: Map<string, string>;
};

/** Changes the device and queues commands, one after the other, until the gateway is gone. */
async function edit(client: Client, edits: Edits): Promise<void> {
  const path = `/api/devices/${EDITED_DEVICE}`;
  try {
    for (;;) {
      edits.sent += 1;
      const change = await client.call('PATCH', path, { description: String(edits.sent) });
      if (change.status === 200) edits.acknowledged = edits.sent;
      if (edits.commands.length >= MAX_COMMANDS) continue;
      const command = { command: `command ${edits.sent}`, waitMinutes: 60 };
      const queued = await client.call('POST', `${path}/sendCommand`, command);
      if (queued.status !== 200) continue;
      edits.commands.push((queued.body.command as CommandView).id);
      edits.queued += 1;
    }
  } catch {
    // The gateway was killed.
  }
}

/** Raises alerts and acknowledges them with a note, until the gateway is gone. */
async function acknowledge(client: Client, { notes }: Edits): Promise<void> {
  try {
    for (let count = notes.size; ; count++) {
      const alerts = [`alert ${count}`];
      const { body } = await client.call('POST', `/api/devices/${EDITED_DEVICE}/alerts`, { alerts });
      const id = (body.alerts as AlertView[])[0]?.id ?? '';
      const note = `note ${count}`;
      const { status } = await client.call('POST', `/api/alerts/${id}/acknowledge`, { note });
      if (status === 200) notes.set(id, note);
    }
  } catch {
    // The gateway was killed.
  }
}

/** The last acknowledged change holds, or a later one; every note is kept; every acknowledged command waits, and ends here. */
async function expectEditsKept(client: Client, edits: Edits): Promise<void> {
  const { body } = await client.call('GET', `/api/devices/${EDITED_DEVICE}`);
  const { description } = body.device as { description: string };
  expect(Number(description), 'the last change of the device').to.be.within(edits.acknowledged, edits.sent);
  const always = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  const { body: raised } = await client.call('POST', `/api/devices/${EDITED_DEVICE}/alerts`, always);
  const notes = new Map((raised.alerts as AlertView[]).map(({ id, acknowledged }) => [id, acknowledged?.note]));
  for (const [id, note] of edits.notes) expect(notes.get(id), `the note of alert ${id}`).to.equal(note);
  for (const id of edits.commands.splice(0)) {
    const { status, body: ended } = await client.call('DELETE', `/api/commands/${id}`);
    expect(status, `command ${id}: ${ended.error ?? ''}`).to.equal(200);
  }
  // Also those that were stored when the gateway was killed, without an acknowledgement.
  const { body: others } = await client.call('GET', `/api/commands?deviceId=${EDITED_DEVICE}&state=queued`);
  for (const { id } of others.commands as CommandView[]) await client.call('DELETE', `/api/commands/${id}`);
}
