import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import { createPorts, type Ports } from '../../src/serial/port/ports.js';
import type { PortStatus } from '../../src/schema/ports/port.js';
import type { Receive, Report } from '../../src/domain/report.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { testProtocol } from '../support/protocols/test-protocol.js';

const stored = success({ accepted: 1, duplicates: 0 });

describe('createPorts on a pseudo-terminal', () => {
  let folder = '';
  let line: VirtualPort;
  let ports: Ports;
  let reports: Report[] = [];
  let receive: Receive;
  let replies = '';

  const status = (): PortStatus => {
    const [only] = ports.statuses();
    if (only === undefined) throw new Error('no port');
    return only;
  };
  const isOpen = (): boolean => status().state === 'open';

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-link-'));
    line = openVirtualPort(join(folder, 'tracker'));
    reports = [];
    replies = '';
    line.onData((bytes) => (replies += Buffer.from(bytes).toString()));
    receive = () => Promise.resolve(stored);
    ports = createPorts({
      configs: [{ path: line.path, protocol: 'test' }],
      protocols: { test: testProtocol() },
      captureFolder: '/nowhere',
      receive(report) {
        reports.push(report);
        return receive(report);
      },
      gateway: NULL_CONTEXT,
      logger: silentLogger,
    });
    ports.start();
    await eventually('the port is open', isOpen);
  });
  afterEach(async () => {
    await ports.stop();
    line.close();
    rmSync(folder, { recursive: true });
  });

  it('a report is stored and acknowledged', async () => {
    await line.write('1 A\n');
    await eventually('the reply is there', () => replies === '1 1\n');
    expect(reports).to.have.length(1);
  });

  it('a replugged tracker is read again, and the counters continue', async () => {
    await line.write('1 A\n');
    await eventually('the record is received', () => reports.length === 1);
    line.unplug();
    await eventually('the port is absent', () => status().state === 'absent');
    line.replug();
    await eventually('the port is open again', isOpen);
    await line.write('2 A\n');
    await eventually('the next record is received', () => reports.length === 2);
    expect(status().counters).to.include({ frames: 2, reopened: 1 });
  });

  it('a tracker that is replugged at once is read again', async () => {
    line.unplug();
    line.replug();
    await eventually('the port is reopened', () => isOpen() && status().counters.reopened === 1);
    await line.write('1 A\n');
    await eventually('the record is received', () => reports.length === 1);
  });

  it('4 MiB without a line feed and 4 MiB of noise do not grow the memory or damage the next line', async () => {
    const mebibyte = 1_048_576;
    const noise = Uint8Array.from({ length: mebibyte }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 13) & 0xff);
    await line.write(Buffer.alloc(mebibyte, 'x'));
    await line.write(noise);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 3; round += 1) {
      await line.write(Buffer.alloc(mebibyte, 'x'));
      await line.write(noise);
    }
    await line.write('\n1 A\n');
    await eventually('the line is received', () => reports.length > 0);
    expect(reports.at(-1)?.deviceId).to.equal('A');
    expect(status().counters.bytes).to.equal(8 * mebibyte + 5);
    expect(process.memoryUsage().rss - before).to.be.below(40 * mebibyte);
  });

  it('a store that is slower than the tracker loses nothing and bounds the reports in flight', async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    receive = async () => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      for (let n = 0; n < 20; n += 1) await nextTurn();
      inFlight -= 1;
      return stored;
    };
    // Many times the bound; more would only take the time of a busy machine.
    const count = 5_000;
    const lines = Array.from({ length: count }, (_, n) => `${n} A\n`).join('');
    const expected = Array.from({ length: count }, (_, n) => `${n} 1\n`).join('');
    await line.write(lines);
    await eventually('all records are acknowledged', () => replies.length >= expected.length);
    expect(replies === expected).to.equal(true);
    expect(reports).to.have.length(count);
    // the bound, plus one chunk of 4,096 bytes
    expect(maxInFlight).to.be.below(256 + 4_096 / 4);
  });

  it('a stop during a flood does not wait for its end', async () => {
    let isOver = false;
    void line.write(Buffer.alloc(4_194_304, '1 A\n')).then(() => (isOver = true));
    await eventually('the flood is received', () => reports.length > 100);
    await ports.stop();
    expect(isOver).to.equal(false);
  });
});
