import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLogger } from '../../../src/logger.js';
import { resolveProtocols } from '../../../src/protocols/lookup.js';
import { protocols } from '../../../src/protocols/index.js';
import type { PortConfig } from '../../../src/schema/config/config.js';
import { readNodeIdentity } from '../../../src/serial/linux/node-identity.js';
import { createManagedPort } from '../../../src/serial/port/managed-port.js';
import { openPort } from '../../../src/serial/transport/open-port.js';
import type { Port } from '../../../src/serial/transport/port-types.js';
import { openVirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { eventually } from '../gateway/eventually.js';
import type { CaseGateway } from './case-gateway.js';

/** What the writes of a case go to. */
export type CaseLine = {
  /** Resolves with the reply once the gateway has read the write, and its reports are settled. */
  readonly write: (bytes: Buffer) => Promise<string>;
  readonly pass: (ms: number) => Promise<void>;
  readonly reason: () => string | null;
  /** Resolves when everything is read and settled, with what arrived after the reply to the last write. */
  readonly close: () => Promise<string>;
};

/** A real pseudo-terminal, whose port has the timers of the test: only the silences are not real. */
export async function openCasePort(gateway: CaseGateway, config: PortConfig): Promise<CaseLine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-line-'));
  const path = join(folder, 'line');
  const line = openVirtualPort(path);
  const candidates = resolveProtocols(config.protocol, protocols);
  if (candidates === undefined) throw new Error(`no protocol ${config.protocol}`);
  const pending = new Set<Promise<unknown>>();
  let opened: Port | undefined;

  /** Real work that a timer of the test started. */
  function tracked<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    const forget = (): void => void pending.delete(work);
    work.then(forget, forget);
    return work;
  }

  const port = createManagedPort({
    config: { ...config, path },
    protocols: candidates,
    receive: gateway.receive,
    gateway: gateway.info,
    timers: gateway.timers,
    logger: silentLogger,
    async openPort(options) {
      const real = await tracked(openPort(options));
      opened = { ...real, close: () => ((opened = undefined), tracked(real.close())) };
      return opened;
    },
    readNodeIdentity: (own) => tracked(readNodeIdentity(own)),
    readPersistentName: () => Promise.resolve({ links: [] }),
  });
  const bytesRead = (): number => port.status().counters.bytes;

  async function settled(): Promise<void> {
    do {
      await Promise.allSettled(pending);
      await turn();
    } while (pending.size > 0);
  }
  async function isRead(): Promise<void> {
    await settled();
    await eventually('the port is read', () => opened === undefined || opened.isIdle());
    await eventually('the reports are settled', () => gateway.unsettled() === 0);
  }

  port.start();
  await eventually('the port is open', () => port.status().state === 'open');
  await isRead();
  return {
    async write(bytes) {
      const before = bytesRead();
      await line.write(bytes);
      await eventually('the bytes are read', () => opened === undefined || bytesRead() >= before + bytes.length);
      await isRead();
      return '';
    },
    pass: (ms) => gateway.pass(ms, isRead),
    reason: () => port.status().reason,
    async close() {
      await isRead();
      await port.stop();
      line.close();
      rmSync(folder, { recursive: true });
      return '';
    },
  };
}
