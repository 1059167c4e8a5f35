import { expect } from 'chai';
import type { Receipt, Report } from '../../../src/domain/report.js';
import { failure, success, type Failure } from '../../../src/errors.js';
import { createReportPipeline } from '../../../src/serial/session/report-pipeline.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { reasonFor } from '../../support/serial/reason.js';

const fix = (deviceId: string, latitude: number, more: Partial<Report> = {}): Report => ({
  deviceId,
  locations: [{ dateTime: '2026-11-21T08:00:00.000Z', latitude, longitude: 5 }],
  alerts: [],
  source: { protocol: 'test', port: '/dev/test' },
  bound: false,
  ...more,
});

function createJoining(receipt: Receipt = success({ accepted: 1, duplicates: 0 })) {
  const received: Report[] = [];
  const { receive } = createReportPipeline({
    receive(report) {
      received.push(report);
      return Promise.resolve(receipt);
    },
    acknowledges: false,
    interval: 0,
    timers: createTestTimers().timers,
  });
  const summary = (): string[] =>
    received.map(({ deviceId, locations }) => [deviceId, ...locations.map(({ latitude }) => latitude)].join(' '));
  return { receive, summary, received };
}

const diskFull = (): Promise<Failure> => Promise.resolve(failure('store_unavailable', 'the disk is full'));

describe('the report pipeline', () => {
  it('fixes of one device from one read become one report, in their order', () => {
    const { receive, summary } = createJoining();
    void receive([fix('A', 1), fix('A', 2), fix('A', 3)]);
    void receive([fix('A', 4)]);
    expect(summary()).to.deep.equal(['A 1 2 3', 'A 4']);
  });

  it('alternating fixes of two devices stay separate reports', () => {
    const { receive, summary } = createJoining();
    void receive([fix('A', 1), fix('B', 2), fix('A', 3)]);
    expect(summary()).to.deep.equal(['A 1', 'B 2', 'A 3']);
  });

  it('a report has at most 128 joined fixes', () => {
    const { receive, received } = createJoining();
    void receive(Array.from({ length: 300 }, (_, at) => fix('A', at / 10)));
    expect(received.map(({ locations }) => locations.length)).to.deep.equal([128, 128, 44]);
    expect(received.flatMap(({ locations }) => locations.map(({ latitude }) => latitude * 10))).to.deep.equal(
      Array.from({ length: 300 }, (_, at) => (at / 10) * 10),
    );
  });

  it('a report with an alert, telemetry or a sequence is passed on unchanged and in order', () => {
    const { receive, summary, received } = createJoining();
    const alerts = [{ dateTime: '2026-11-21T08:00:01.000Z', alerts: ['sos'] }];
    const telemetry = [{ dateTime: '2026-11-21T08:00:01.000Z', values: { battery: 87 } }];
    const sequence = { epoch: '9F3A0100', seq: 1 };
    const others = [fix('A', 2, { alerts }), fix('A', 3, { telemetry }), fix('A', 4, { sequence })];
    void receive([fix('A', 1), ...others, fix('A', 5)]);
    expect(summary()).to.deep.equal(['A 1', 'A 2', 'A 3', 'A 4', 'A 5']);
    expect(received.slice(1, 4)).to.deep.equal(others);
  });

  it('every joined fix gets the receipt of its report', async () => {
    const refused = failure('device_expired', 'late');
    const { receive } = createJoining(refused);
    expect(await Promise.all(receive([fix('A', 1), fix('A', 2)]))).to.deep.equal([refused, refused]);
  });

  it('every joined fix is counted and has its own outcome', async () => {
    const { link, ports, advance, reports, world } = createTestLink({ protocol: testProtocol({ silent: true }) });
    const outcomes: string[] = [];
    link.observe({
      onData: () => undefined,
      onCounters: () => undefined,
      onOutcome: ({ message, receipt }) => outcomes.push(`${message.type} ${String(receipt.ok)}`),
    });
    world.receive = () => Promise.resolve(failure('device_expired', 'late'));
    link.start();
    await advance(0);
    ports.last().say('1 bus\n2 bus\nnoise\n3 bus\n');
    await advance(0);
    expect(reports.map(({ locations }) => locations.length)).to.deep.equal([3]);
    expect(link.status().counters).to.include({ frames: 4, rejected: 4 });
    expect(outcomes.toSorted()).to.deep.equal(['records false', 'records false', 'records false', 'rejected false']);
  });
});

describe('the report pipeline while the store fails', () => {
  it('a report of a tracker without acknowledgements is held and stored once the store can write', async () => {
    const { link, ports, advance, reports, world, stored } = createTestLink({
      protocol: testProtocol({ silent: true }),
    });
    world.receive = diskFull;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n2 bus\n');
    await advance(10_000);
    expect(link.status().counters).to.include({ frames: 2, rejected: 0 });
    const tries = reports.length;
    expect(tries).to.be.greaterThan(10);
    world.receive = () => Promise.resolve(stored);
    await advance(1_000);
    expect(reports.slice(tries).flatMap(({ locations }) => locations)).to.have.lengthOf(2);
    await advance(60_000);
    expect(reports.slice(tries).flatMap(({ locations }) => locations)).to.have.lengthOf(2);
  });

  it('a port with too many held reports is not read until they are stored', async () => {
    const { link, ports, advance, world, stored } = createTestLink({ protocol: testProtocol({ silent: true }) });
    world.receive = diskFull;
    link.start();
    await advance(0);
    for (let ref = 0; ref < 300; ref++) ports.last().say(`${ref} bus\n`);
    await advance(0);
    expect(ports.last().asked).to.deep.equal(['pause']);
    world.receive = () => Promise.resolve(stored);
    await advance(1_000);
    expect(ports.last().asked).to.deep.equal(['pause', 'resume']);
  });

  it('a held report is retried after its port is lost', async () => {
    const { link, ports, advance, reports, world, stored } = createTestLink({
      protocol: testProtocol({ silent: true }),
    });
    world.receive = diskFull;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n');
    await advance(0);
    ports.last().onClose(reasonFor('unplugged'));
    world.receive = () => Promise.resolve(stored);
    const tries = reports.length;
    await advance(1_000);
    expect(reports).to.have.lengthOf(tries + 1);
  });

  it('a held report does not delay the stop of its port', async () => {
    const { link, ports, advance, waiting, world } = createTestLink({ protocol: testProtocol({ silent: true }) });
    world.receive = diskFull;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n');
    await advance(0);
    await link.stop();
    expect(waiting()).to.equal(0);
    expect(link.status().counters.rejected).to.equal(1);
  });

  it('a tracker with acknowledgements is refused at once, because it sends again', async () => {
    const { link, ports, advance, reports, world } = createTestLink();
    world.receive = diskFull;
    link.start();
    await advance(0);
    ports.last().say('1 bus\n');
    await advance(60_000);
    expect(reports).to.have.lengthOf(1);
    expect(ports.last().written).to.deep.equal(['1 store_unavailable\n']);
  });
});
