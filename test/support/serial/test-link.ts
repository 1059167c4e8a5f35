import { pino } from 'pino';
import { success } from '../../../src/errors.js';
import { NULL_CONTEXT, type Protocol } from '../../../src/protocols/protocol.js';
import type { Receipt } from '../../../src/domain/report.js';
import { createManagedPort } from '../../../src/serial/port/managed-port.js';
import type { PersistentName } from '../../../src/serial/linux/persistent-names.js';
import type { PortConfig } from '../../../src/schema/config/config.js';
import type { FindConflict } from '../../../src/serial/port/port-conflicts.js';
import type { Receive, Report } from '../../../src/domain/report.js';
import { createTestPorts } from './test-port.js';
import { testProtocol } from '../protocols/test-protocol.js';
import { createTestTimers } from '../time/test-timers.js';

type Options = Partial<Omit<PortConfig, 'path' | 'protocol'>> & {
  protocol?: Protocol;
  /** with protocol detection */
  protocols?: readonly [Protocol, ...Protocol[]];
  path?: string;
  naming?: PersistentName;
  sharing?: FindConflict;
};

/** A managed port over a port and a store of the test. */
export function createTestLink(options: Options = {}) {
  const { protocol = testProtocol(), protocols = [protocol], path = '/dev/test', ...others } = options;
  const {
    sharing: findConflict,
    naming = { links: ['/dev/serial/by-id/usb-test'], id: 'usb-test' },
    ...config
  } = others;
  const ports = createTestPorts();
  const { timers, advance, waiting } = createTestTimers();
  const log: string[] = [];
  const reports: Report[] = [];
  const stored: Receipt = success({ accepted: 1, duplicates: 0 });
  const world: { device: string | null; receive: Receive } = {
    device: 'first',
    receive: () => Promise.resolve(stored),
  };
  const link = createManagedPort({
    config: { path, protocol: protocol.name, ...config },
    protocols,
    receive(report) {
      reports.push(report);
      return world.receive(report);
    },
    openPort: ports.openPort,
    readNodeIdentity: () => Promise.resolve(world.device),
    findConflict,
    readPersistentName: () => Promise.resolve(naming),
    gateway: { ...NULL_CONTEXT, now: () => Date.UTC(2026, 10, 21, 8) },
    timers,
    logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  });
  return { link, ports, advance, waiting, log, reports, world, stored };
}
