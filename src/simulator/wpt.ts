import type { Fix } from './fix.js';
import type { Settled } from './trackers/tracker.js';
import { readWptLine, wptLine } from './wpt-line.js';

/** A tracker that speaks WPT/1 as the protocol's text has it, for one to be written from. */
export type WptTracker = {
  /** measured: to be sent as soon as it may be, and kept until it is acknowledged */
  readonly fix: (fix: Fix) => void;
  readonly alert: (kind: string, ms: number) => void;
  readonly telemetry: (ms: number, values: Readonly<Record<string, string | number>>) => void;
  /** what came over the line */
  readonly hear: (bytes: Uint8Array) => void;
  /** Time goes by: to be called a few times a second. */
  readonly tick: () => void;
  /** records the gateway has not acknowledged */
  readonly kept: () => number;
  /** records that were acknowledged, or refused for good */
  readonly settled: () => number;
};

export type WptTrackerOptions = {
  readonly deviceId: string;
  /** a new epoch, 8 upper hexadecimal digits, by chance */
  readonly newEpoch: () => string;
  readonly send: (text: string) => void;
  /** ms, monotonic */
  readonly now: () => number;
  readonly onSettled?: (settled: Settled) => void;
};

/** ms */
const helloEvery = 10_000;
const helloAfterSilence = 60_000;
const resendAfter = 2_000;
/** More is lost: the oldest fix first. */
const memory = 100_000;

/** Type of line, and its fields after epoch and number. */
type Kept = readonly [type: string, ...fields: (string | number)[]];

export function createWptTracker({ deviceId, newEpoch, send, now, onSettled }: WptTrackerOptions): WptTracker {
  let epoch = newEpoch();
  /** the number of the first record in `flight` */
  let oldest = 1;
  /** numbered, unacknowledged, in order */
  let flight: Kept[] = [];
  /** not sent yet, so without number; alerts first */
  const alerts: Kept[] = [];
  let queue: Kept[] = [];
  /** of the flight: how many were sent since it was last sent from its beginning */
  let sent = 0;
  let window = 0;
  let welcome = false;
  let settled = 0;
  let helloAt = -Infinity;
  let heardAt = now();
  let progressAt = now();
  let rest = '';

  function hello(): void {
    welcome = false;
    helloAt = now();
    send(wptLine('HEL', 1, deviceId, epoch, oldest + flight.length, oldest, 'sim', '1', '', 'fix^2Calr^2Ctlm'));
  }

  function fill(): void {
    while (welcome && flight.length < window) {
      const next = alerts.shift() ?? queue.shift();
      if (next === undefined) break;
      flight.push(next);
    }
    for (; welcome && sent < Math.min(flight.length, window); sent += 1) {
      const [type, ...fields] = flight[sent] ?? ['TLM'];
      send(wptLine(type, epoch, oldest + sent, ...fields));
      if (sent === 0) progressAt = now();
    }
  }

  function settle([type, ms]: Kept, outcome: Settled['outcome']): void {
    if (type === 'TLM') return;
    onSettled?.({
      record: type === 'ALR' ? 'alert' : 'location',
      dateTime: new Date(Number(ms)).toISOString(),
      outcome,
    });
  }

  /** Everything up to `seq` is on the gateway's disk, or the last of it was refused. */
  function forget(seq: number, last: Settled['outcome'] = 'acknowledged'): void {
    const gone = Math.min(Math.max(seq - oldest + 1, 0), flight.length);
    flight.slice(0, gone).forEach((kept, place) => {
      settle(kept, place === gone - 1 ? last : 'acknowledged');
    });
    flight = flight.slice(gone);
    oldest += gone;
    sent = Math.max(sent - gone, 0);
    settled += gone;
    if (gone > 0) progressAt = now();
  }

  /** The gateway knows more of this epoch than was ever sent: this memory was set back, and begins anew. */
  function isAhead(acked: number): boolean {
    if (acked < oldest + flight.length) return false;
    epoch = newEpoch();
    oldest = 1;
    hello();
    return true;
  }

  function again(seq: number): void {
    if (seq < oldest) return;
    sent = Math.min(seq - oldest, sent);
    fill();
  }

  function obey([type, ...fields]: readonly string[]): void {
    if (type === 'IDN') hello();
    if (type === 'BYE') {
      welcome = false;
      helloAt = now() + helloAfterSilence - helloEvery;
    }
    if (type === 'WEL' && fields[5] === epoch) {
      const acked = Number(fields[6]);
      if (isAhead(acked)) return;
      forget(acked);
      welcome = true;
      window = Number(fields[7]);
      again(oldest);
    }
    if (!welcome || fields[0] !== epoch) return;
    if (type === 'ACK') {
      forget(Number(fields[1]));
      window = Number(fields[2]);
      fill();
    }
    if (type === 'NAK') refuse(Number(fields[1]), fields[2]);
  }

  function refuse(seq: number, code: string | undefined): void {
    if (code === 'GAP') again(seq);
    if (code === 'BAD') forget(seq, 'refused');
    if (code === 'STORE') {
      window = 0;
      sent = 0;
    }
  }

  function keep(record: Kept): void {
    queue.push(record);
    if (queue.length > memory) {
      const [oldestFix, ...others] = queue;
      queue = others;
      if (oldestFix !== undefined) settle(oldestFix, 'dropped');
    }
    fill();
  }

  return {
    fix({ dateTime, latitude, longitude, altitude, speed, course, satellites, battery }) {
      const place = [latitude.toFixed(6), longitude.toFixed(6), altitude.toFixed(1)];
      keep(['FIX', Date.parse(dateTime), ...place, speed, course, satellites, 0.9, 'A', 0, battery]);
    },
    alert(kind, ms) {
      alerts.push(['ALR', ms, kind, 3, '', '', '']);
      fill();
    },
    telemetry(ms, values) {
      keep(['TLM', ms, ...Object.entries(values).flat()]);
    },
    hear(bytes) {
      const lines = (rest + Buffer.from(bytes).toString('latin1')).split(/[\r\n]+/);
      rest = (lines.pop() ?? '').slice(-256);
      for (const line of lines) {
        const said = readWptLine(line);
        if (said === undefined) continue;
        heardAt = now();
        obey(said);
      }
    },
    tick() {
      if (!welcome && now() - helloAt >= helloEvery) hello();
      if (!welcome) return;
      if (now() - heardAt >= helloAfterSilence) hello();
      else if (sent > 0 && now() - progressAt >= resendAfter) {
        progressAt = now();
        again(oldest);
      }
    },
    kept: () => flight.length + alerts.length + queue.length,
    settled: () => settled,
  };
}
