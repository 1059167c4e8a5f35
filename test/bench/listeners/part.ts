import { markdownTable, digits, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import { readCount, type Settings } from '../measure/settings.js';
import { PORTS } from '../ports/streams.js';
import { FLEET, RECORDS_PER_PACKET, TINY_FLEET } from './fleet.js';
import { measureListener, type Measured } from './round.js';

/**
 * Processor time and memory of the whole gateway for trackers on a listener, next to serial ports, and whether each
 * acknowledged record is stored once. WAYPOST_BENCH_LISTENER_SECONDS is the time of its one round.
 */

const SECONDS = 60;

const HEADS = [
  ...['trackers', 'records/s', 'of ports', 'at rest, MB', 'trackers connected, MB', 'peak, MB', 'stored of sent'],
  ...['of ports', 'load, % of a core', 'sent late, ms', 'wrong'],
];

const rowOf = (title: string, measured: Measured): string[] => [
  title,
  digits(measured.perSecond),
  digits(measured.portsPerSecond),
  digits(measured.restMb),
  digits(measured.connectedMb),
  digits(measured.peakMb),
  `${digits(measured.stored)} of ${digits(measured.sent)}`,
  `${digits(measured.portsStored)} of ${digits(measured.portsSent)}`,
  digits(measured.loadCpu),
  digits(measured.furthestBehind),
  measured.problems.length === 0 ? 'nothing' : measured.problems.join('; '),
];

function figuresOf(title: string, measured: Measured): Figure[] {
  const none = (figure: string, count: number): Figure => ({
    ...{ figure, measured: count, unit: 'records' },
    goal: { atMost: 0 },
  });
  return [
    { figure: title, measured: measured.cpu, unit: '% of a core' },
    { figure: 'of each record, also those of the ports', measured: measured.cpuUs, unit: 'µs CPU' },
    { figure: 'memory for each connection', measured: measured.connectionKb, unit: 'kB' },
    { figure: 'packet to acknowledgement, p50', measured: measured.p50Ms, unit: 'ms' },
    { figure: 'packet to acknowledgement, p99', measured: measured.p99Ms, unit: 'ms' },
    none('sent and not acknowledged', measured.unacknowledged),
    none('acknowledged and not stored', measured.lost),
    none('stored twice', measured.twice),
    none('stored and not sent', measured.notSent),
  ];
}

async function run({ isTiny, seconds, warmUpSeconds }: Settings): Promise<Report> {
  const fleet = isTiny ? TINY_FLEET : FLEET;
  const measuredSeconds = isTiny ? seconds : readCount('WAYPOST_BENCH_LISTENER_SECONDS', SECONDS);
  const measured = await measureListener(fleet, { seconds: measuredSeconds, warmUpSeconds: 2 * warmUpSeconds });
  const each = `${RECORDS_PER_PACKET} records each ${fleet.intervalMs / 1000} s`;
  const title = `${digits(fleet.trackers)} trackers with ${each}, and ${PORTS} ports, for ${measuredSeconds} s`;
  return {
    figures: figuresOf(title, measured),
    details: [markdownTable(HEADS, [rowOf(digits(fleet.trackers), measured)])],
  };
}

export const listenersPart: Part = { name: 'listeners', title: 'Listeners', run };
