import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { protocols } from '../../src/protocols/index.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import { captureFile } from '../../src/serial/capture/capture.js';
import { createPorts } from '../../src/serial/port/ports.js';
import type { Report } from '../../src/domain/report.js';
import { createClock } from '../../src/time/clock.js';
import { createSimulation } from '../../src/simulator/simulation.js';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';

const clock = createClock();
const START = Date.UTC(2026, 10, 21, 10);

/** A simulated radio of this protocol with three trackers, on a port that the gateway reads and captures. */
function useRadio(protocol: 'meshtastic' | 'aprs' | 'taip', { onRequest = false, commands = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-radio-'));
  const path = join(folder, 'line');
  const captureFolder = join(folder, 'captures');
  const kind = trackerKinds[protocol];
  const deviceIds = [1, 2, 3].map((n) => kind.ids.nth(kind.ids.prefix ?? '', n));
  const line = openVirtualPort(path);
  const written: Buffer[] = [];
  line.onData((bytes) => written.push(Buffer.from(bytes)));
  const simulation = createSimulation({
    kind,
    assignments: [{ line, deviceIds }],
    seed: 3,
    startAt: START,
    intervalMs: 1_000,
    onRequest,
    now: () => clock.monotonic(),
  });
  const reports: Report[] = [];
  const ports = createPorts({
    configs: [{ path, protocol, capture: 1_000_000, commands }],
    protocols,
    receive(report) {
      reports.push(report);
      return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
    },
    gateway: { ...NULL_CONTEXT, now: () => START },
    captureFolder,
    logger: silentLogger,
  });
  return {
    deviceIds,
    simulation,
    ports,
    written: () => Buffer.concat(written),
    located: () => new Set(reports.filter(({ locations }) => locations.length > 0).map(({ deviceId }) => deviceId)),
    frames: () => ports.statuses()[0]?.counters.frames ?? 0,
    async end() {
      await ports.stop();
      line.close();
      const captured = readFileSync(captureFile(captureFolder, path), 'utf8');
      rmSync(folder, { recursive: true });
      return captured;
    },
  };
}

describe('a radio on a port', () => {
  it('a Meshtastic node is queried and its nodes are located, and its keys are not in the capture', async () => {
    const radio = useRadio('meshtastic');
    radio.ports.start();
    await eventually('the node is queried', () => radio.written().length > 32);
    // Three node names; then the own node, three frames with keys and passwords, and the end.
    await eventually('the node has sent everything', () => {
      radio.simulation.advance(START - 1);
      return radio.frames() >= 8;
    });
    radio.simulation.advance(START + 1_000);
    await eventually('all trackers are located', () => radio.located().size === radio.deviceIds.length);
    const captured = await radio.end();
    expect(radio.located()).to.have.keys(...radio.deviceIds);
    expect(captured).to.include('***');
    expect(captured).to.not.include('not-a-secret');
    expect(captured).to.include('Node 002');
  });

  it('APRS stations are located, and nothing is written to the TNC', async () => {
    const radio = useRadio('aprs');
    radio.ports.start();
    let at = START;
    await eventually('all trackers are located', () => {
      radio.simulation.advance((at += 1_000));
      return radio.located().size === radio.deviceIds.length;
    });
    const captured = await radio.end();
    expect(radio.located()).to.have.keys(...radio.deviceIds);
    expect(radio.written()).to.have.length(0);
    expect(captured).to.not.include('"out"');
  });

  it('a TAIP receiver is located by its id, and nothing is written to it', async () => {
    const radio = useRadio('taip');
    radio.ports.start();
    let at = START;
    await eventually('all receivers are located', () => {
      radio.simulation.advance((at += 1_000));
      return radio.located().size === radio.deviceIds.length;
    });
    await radio.end();
    expect(radio.located()).to.have.keys('V001', 'V002', 'V003');
    expect(radio.written()).to.have.length(0);
  });

  it('a TAIP receiver that reports only when it is asked is located where commands are allowed', async () => {
    const radio = useRadio('taip', { onRequest: true, commands: true });
    radio.simulation.advance(START);
    radio.ports.start();
    await eventually('all receivers are located', () => radio.located().size === radio.deviceIds.length);
    await radio.end();
    expect(radio.written().toString('latin1')).to.equal('>QPV<');
  });
});
