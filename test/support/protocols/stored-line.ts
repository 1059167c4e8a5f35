import type { Receipt, Receive } from '../../../src/domain/report.js';
import { silentLogger } from '../../../src/logger.js';
import { protocols, type ProtocolName } from '../../../src/protocols/index.js';
import { createCounters, NULL_CONTEXT } from '../../../src/protocols/protocol.js';
import type { ClockQuality } from '../../../src/schema/system/clock.js';
import { createDateCheck } from '../../../src/serial/session/date-check.js';
import { createReportedIds } from '../../../src/serial/session/reported-ids.js';
import { createReportPipeline } from '../../../src/serial/session/report-pipeline.js';
import { createSubmit } from '../../../src/serial/session/submit.js';
import { timers } from '../../../src/time/clock.js';

export type StoredLineOptions = {
  readonly name: ProtocolName;
  readonly receive: Receive;
  /** ms since 1970 */
  readonly now: () => number;
  readonly clockQuality: ClockQuality;
  /** of a port that is bound to its device */
  readonly deviceId?: string | undefined;
};

/** A port from its bytes to ingest: session, submit and report pipeline. */
export function openStoredLine({ name, receive, now, clockQuality, deviceId }: StoredLineOptions) {
  const protocol = protocols[name];
  const counters = createCounters();
  const gateway = { ...NULL_CONTEXT, now, clockQuality: () => clockQuality };
  const dates = createDateCheck({ gateway, onChange: () => undefined });
  const acknowledges = protocol.acknowledges === true;
  const pipeline = createReportPipeline({ receive, acknowledges, interval: 0, timers });
  const submit = createSubmit({
    config: { path: '/dev/ttyUSB0', protocol: name, ...(deviceId !== undefined && { deviceId }) },
    protocol,
    receive: pipeline.receive,
    counters,
    reportedIds: createReportedIds(() => undefined),
    dates,
    portDeviceId: () => undefined,
    onOutcome: () => undefined,
    onReply: () => undefined,
    logger: silentLogger,
  });
  const session = protocol.open(counters, { ...gateway, isBound: deviceId !== undefined });
  return {
    reason: dates.reason,
    noLocationReason: () => session.noLocationReason?.(),
    /** All of it arrives at once, followed by silence. */
    async send(text: string): Promise<readonly Receipt[]> {
      const receipts = [...submit(session.push(Buffer.from(text, 'latin1'), now())), ...submit([...session.idle()])];
      return Promise.all(receipts.map((receipt) => Promise.resolve(receipt)));
    },
  };
}
