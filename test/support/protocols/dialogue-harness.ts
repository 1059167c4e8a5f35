import type { Dialogue, ProvisioningResult } from '../../../src/protocols/provision.js';
import type { TrackerContext, Tracker, TrackerKind } from '../../../src/simulator/trackers/tracker.js';

const tickMs = 50;

/** A simulated tracker on its own line with injected time; nothing waits. */
export type TalkLine = {
  readonly tracker: Tracker;
  /** Runs a dialogue to its end. */
  readonly run: <T>(dialogue: Dialogue<T>) => ProvisioningResult<T>;
  /** the bytes sent to the tracker, as latin1 */
  readonly sent: string[];
  /** Advances the time without data. */
  readonly wait: (ms: number) => void;
  /** bit/s at both ends; with different rates nothing arrives */
  readonly baudRates: { gateway: number; tracker: number };
};

/** `upTo`: number of writes after which the line is dead */
export type TalkLineOptions = Pick<TrackerContext, 'deviceId' | 'provisioningFault'> & { readonly upTo?: number };

export function createTalkLine(kind: TrackerKind, { upTo = Infinity, ...options }: TalkLineOptions): TalkLine {
  const baudRates = { gateway: kind.baudRate, tracker: kind.baudRate };
  const sent: string[] = [];
  let now = 0;
  let gone = false;
  let backAt = -Infinity;
  let arrived: Uint8Array[] = [];

  const isJoined = (): boolean => !gone && now >= backAt && baudRates.gateway === baudRates.tracker;

  const tracker = kind.create({
    ...options,
    now: () => now,
    random: () => 0.5,
    onSettled: () => undefined,
    send(bytes) {
      if (isJoined()) arrived.push(Buffer.from(bytes));
    },
    setBaudRate(rate) {
      baudRates.tracker = rate;
    },
    disconnect(ms) {
      backAt = now + ms;
      arrived = [];
    },
  });

  function tick(): void {
    now += tickMs;
    tracker.tick();
  }

  return {
    tracker,
    sent,
    baudRates,
    wait(ms) {
      for (const end = now + ms; now < end;) tick();
    },
    run(dialogue) {
      for (;;) {
        const next = dialogue.next();
        if (next.done === true) return next.value;
        const { baudRate, send, timeoutMs, onData } = next.value;
        if (baudRate !== undefined) baudRates.gateway = baudRate;
        if (send !== undefined) {
          gone ||= sent.length >= upTo;
          sent.push(Buffer.from(send).toString('latin1'));
          if (isJoined()) tracker.onData(Buffer.from(send));
        }
        const end = now + timeoutMs;
        let answered = false;
        while (!answered && now < end) {
          const chunk = arrived.shift();
          if (chunk === undefined) tick();
          else answered = onData(chunk);
        }
      }
    },
  };
}
