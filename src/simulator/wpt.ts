import type { Fix } from './fix.js';
import type { OnBoard, Settled } from './trackers/tracker.js';
import { createWptLines, escapeWpt, wptLine } from './wpt-line.js';
import { createWptMemory, type Kept } from './wpt-memory.js';
import { createWptSettings } from './wpt-settings.js';

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
  /** The power went and came back. Records and settings are in its flash. */
  readonly restart: () => void;
};

export type WptTrackerOptions = Pick<OnBoard, 'deviceId' | 'trouble' | 'setBaudRate'> & {
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

export function createWptTracker(options: WptTrackerOptions): WptTracker {
  const { newEpoch, send, now, onSettled } = options;
  const settings = createWptSettings({ ...options, onRestart: begin });
  const memory = createWptMemory(onSettled);
  let epoch = newEpoch();
  /** of the flight: how many were sent since it was last sent from its beginning */
  let sent = 0;
  let window = 0;
  let welcome = false;
  let helloAt = -Infinity;
  let heardAt = now();
  let progressAt = now();
  const lines = createWptLines();

  /** the number that the next new record gets */
  const next = (): number => memory.oldest() + memory.flight().length;

  function say(...parts: readonly (string | number)[]): void {
    if (!settings.isSilent()) send(wptLine(...parts));
  }

  function hello(): void {
    welcome = false;
    helloAt = now();
    const { id, nonce, caps } = settings.card();
    say('HEL', 1, id, epoch, next(), memory.oldest(), 'sim', '1', nonce, escapeWpt(caps));
  }

  function begin(isNew: boolean): void {
    if (isNew) {
      memory.wipe();
      epoch = newEpoch();
    }
    sent = 0;
    window = 0;
    hello();
  }

  function fill(): void {
    if (!welcome) return;
    memory.fill(window);
    for (const [type, ...fields] of memory.flight().slice(sent, window)) {
      say(type, epoch, memory.oldest() + sent, ...fields);
      if (sent === 0) progressAt = now();
      sent += 1;
    }
  }

  function forget(seq: number, last?: Settled['outcome']): void {
    const gone = memory.forget(seq, last);
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

  function again(seq: number): void {
    if (seq < memory.oldest()) return;
    sent = Math.min(seq - memory.oldest(), sent);
    fill();
  }

  function obey([type, ...fields]: readonly string[]): void {
    if (type === 'IDN') {
      settings.renew();
      hello();
    }
    if (type === 'BYE') {
      welcome = false;
      helloAt = now() + helloAfterSilence - helloEvery;
    }
    if (type === 'ERR' && fields[0] === 'HEL') settings.confirm();
    if (type === 'WEL' && fields[5] === epoch) {
      settings.confirm();
      const acked = Number(fields[6]);
      if (isAhead(acked)) return;
      forget(acked);
      welcome = true;
      window = Number(fields[7]);
      again(memory.oldest());
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
    memory.keep(record);
    fill();
  }

  return {
    fix({ dateTime, latitude, longitude, altitude, speed, course, satellites, battery }) {
      const place = [latitude.toFixed(6), longitude.toFixed(6), altitude.toFixed(1)];
      keep(['FIX', Date.parse(dateTime), ...place, speed, course, satellites, 0.9, 'A', 0, battery]);
    },
    alert(kind, ms) {
      memory.keepAlert(['ALR', ms, kind, 3, '', '', '']);
      fill();
    },
    telemetry(ms, values) {
      keep(['TLM', ms, ...Object.entries(values).flat()]);
    },
    hear(bytes) {
      for (const said of lines(bytes)) {
        if (settings.isSilent()) return;
        heardAt = now();
        settings.obey(said);
        obey(said);
      }
    },
    tick() {
      settings.tick();
      if (!welcome && now() - helloAt >= helloEvery) hello();
      if (!welcome) return;
      if (now() - heardAt >= helloAfterSilence) hello();
      else if (sent > 0 && now() - progressAt >= resendAfter) {
        progressAt = now();
        again(memory.oldest());
      }
    },
    kept: memory.kept,
    settled: memory.settled,
    restart: settings.boot,
  };
}
