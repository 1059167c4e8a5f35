import type { Fix } from '../fix.js';
import type { TrackerContext, SimulatedResult } from '../trackers/tracker.js';
import { createWptLines, escapeWpt, wptLine } from './line.js';
import { createWptMemory, type WptRecord } from './memory.js';
import { createWptSettings } from './settings.js';

/** A tracker that speaks WPT/1 as the protocol's text has it, for one to be written from. */
export type WptTracker = {
  /** measured: to be sent as soon as it may be, and kept until it is acknowledged */
  readonly addFix: (fix: Fix) => void;
  readonly addAlert: (kind: string, ms: number) => void;
  readonly addTelemetry: (ms: number, values: Readonly<Record<string, string | number>>) => void;
  /** what came over the line */
  readonly onData: (bytes: Uint8Array) => void;
  /** Time goes by: to be called a few times a second. */
  readonly tick: () => void;
  /** records the gateway has not acknowledged */
  readonly kept: () => number;
  /** records that were acknowledged, or refused for good */
  readonly settled: () => number;
  /** The power went and came back. Records and settings are in its flash. */
  readonly restart: () => void;
};

export type WptTrackerOptions = Pick<TrackerContext, 'deviceId' | 'provisioningFault' | 'setBaudRate'> & {
  /** a new epoch, 8 upper hexadecimal digits, by chance */
  readonly newEpoch: () => string;
  readonly send: (text: string) => void;
  /** ms, monotonic */
  readonly now: () => number;
  readonly onSettled?: (settled: SimulatedResult) => void;
};

/** ms */
const HELLO_INTERVAL_MS = 10_000;
const HELLO_AFTER_SILENCE_MS = 60_000;
const RESEND_MS = 2_000;

export function createWptTracker(options: WptTrackerOptions): WptTracker {
  const { newEpoch, send, now, onSettled } = options;
  const settings = createWptSettings({ ...options, onRestart: start });
  const memory = createWptMemory(onSettled);
  let epoch = newEpoch();
  /** of the flight: how many were sent since it was last sent from its beginning */
  let sent = 0;
  let window = 0;
  let isWelcomed = false;
  let helloAt = -Infinity;
  let receivedAt = now();
  let progressAt = now();
  const lines = createWptLines();

  /** the number that the next new record gets */
  const next = (): number => memory.oldest() + memory.inFlight().length;

  function sendLine(...parts: readonly (string | number)[]): void {
    if (!settings.isSilent()) send(wptLine(...parts));
  }

  function hello(): void {
    isWelcomed = false;
    helloAt = now();
    const { id, nonce, caps } = settings.identity();
    sendLine('HEL', 1, id, epoch, next(), memory.oldest(), 'sim', '1', nonce, escapeWpt(caps));
  }

  function start(isNew: boolean): void {
    if (isNew) {
      memory.wipe();
      epoch = newEpoch();
    }
    sent = 0;
    window = 0;
    hello();
  }

  function fill(): void {
    if (!isWelcomed) return;
    memory.fill(window);
    for (const [type, ...fields] of memory.inFlight().slice(sent, window)) {
      sendLine(type, epoch, memory.oldest() + sent, ...fields);
      if (sent === 0) progressAt = now();
      sent += 1;
    }
  }

  function forget(seq: number, last?: SimulatedResult['outcome']): void {
    const gone = memory.settleUpTo(seq, last);
    sent = Math.max(sent - gone, 0);
    if (gone > 0) progressAt = now();
  }

  /** The gateway knows more of this epoch than was ever sent: this memory was set back, and begins anew. */
  function isAhead(acked: number): boolean {
    if (acked < next()) return false;
    epoch = newEpoch();
    memory.renumber();
    hello();
    return true;
  }

  function resendFrom(seq: number): void {
    if (seq < memory.oldest()) return;
    sent = Math.min(seq - memory.oldest(), sent);
    fill();
  }

  function onLine([type, ...fields]: readonly string[]): void {
    if (type === 'IDN') {
      settings.newNonce();
      hello();
    }
    if (type === 'BYE') {
      isWelcomed = false;
      helloAt = now() + HELLO_AFTER_SILENCE_MS - HELLO_INTERVAL_MS;
    }
    if (type === 'ERR' && fields[0] === 'HEL') settings.confirm();
    if (type === 'WEL' && fields[5] === epoch) {
      settings.confirm();
      const acked = Number(fields[6]);
      if (isAhead(acked)) return;
      forget(acked);
      isWelcomed = true;
      window = Number(fields[7]);
      resendFrom(memory.oldest());
    }
    if (!isWelcomed || fields[0] !== epoch) return;
    if (type === 'ACK') {
      forget(Number(fields[1]));
      window = Number(fields[2]);
      fill();
    }
    if (type === 'NAK') onRejected(Number(fields[1]), fields[2]);
  }

  function onRejected(seq: number, code: string | undefined): void {
    if (code === 'GAP') resendFrom(seq);
    if (code === 'BAD') forget(seq, 'refused');
    if (code === 'STORE') {
      window = 0;
      sent = 0;
    }
  }

  function addRecord(record: WptRecord): void {
    memory.add(record);
    fill();
  }

  return {
    addFix({ dateTime, latitude, longitude, altitude, speed, course, satellites, battery }) {
      const position = [latitude.toFixed(6), longitude.toFixed(6), altitude.toFixed(1)];
      addRecord(['FIX', Date.parse(dateTime), ...position, speed, course, satellites, 0.9, 'A', 0, battery]);
    },
    addAlert(kind, ms) {
      memory.addAlert(['ALR', ms, kind, 3, '', '', '']);
      fill();
    },
    addTelemetry(ms, values) {
      addRecord(['TLM', ms, ...Object.entries(values).flat()]);
    },
    onData(bytes) {
      for (const line of lines(bytes)) {
        if (settings.isSilent()) return;
        receivedAt = now();
        settings.onLine(line);
        onLine(line);
      }
    },
    tick() {
      settings.tick();
      if (!isWelcomed && now() - helloAt >= HELLO_INTERVAL_MS) hello();
      if (!isWelcomed) return;
      if (now() - receivedAt >= HELLO_AFTER_SILENCE_MS) hello();
      else if (sent > 0 && now() - progressAt >= RESEND_MS) {
        progressAt = now();
        resendFrom(memory.oldest());
      }
    },
    kept: memory.kept,
    settled: memory.settled,
    restart: settings.boot,
  };
}
