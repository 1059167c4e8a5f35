import type { Failure } from '../../errors.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import type { ProtocolContext, TrackerMessage, RecordsMessage } from '../protocol.js';
import type { Receipt } from '../../domain/report.js';
import { encodeLine, MAX_LINE_BYTES } from './line.js';

export const WPT_VERSION = 1;
/** Number of unacknowledged records that a tracker may send. */
const WINDOW = 16;
/** Window after the store failed: one record tests whether it works again. */
const TRIAL_WINDOW = 1;
const REPLY_INTERVAL_MS = 1_000;
const MAX_DETAIL_LENGTH = 48;
/** Trackers above this number are not polled; they send HEL by themselves after a minute of silence. */
const MAX_PAUSED = 1_024;

/** A saved time is as old as the last shutdown, so trackers must not set their clocks by it. */
const WIRE_CLOCK_QUALITY: Readonly<Record<ClockQuality, number>> = { none: 0, saved: 0, rtc: 1, gps: 2, ntp: 2 };

export type Replies = {
  readonly reply: (message: TrackerMessage, receipt: Receipt) => string | undefined;
  /** IDN: asks every tracker on the port for HEL */
  readonly requestHello: () => string | undefined;
  /** epochs whose trackers wait for the store */
  readonly pausedEpochs: () => readonly string[];
};

export function createReplies({ now, clockQuality, gatewayId, openCount }: ProtocolContext): Replies {
  const paused = new Set<string>();
  const limited = createLimiter(now);
  const quality = (): number => WIRE_CLOCK_QUALITY[clockQuality()];

  const requestHello = (): string | undefined => limited('IDN', () => encodeLine('IDN'));

  function welcome(epoch: string, stored: number | undefined): string {
    paused.delete(epoch);
    const acked = stored ?? '';
    return encodeLine(
      'WEL',
      WPT_VERSION,
      gatewayId,
      `S${openCount}`,
      now(),
      quality(),
      epoch,
      acked,
      WINDOW,
      MAX_LINE_BYTES,
    );
  }

  /** The tracker keeps the record, because the cause may be temporary. */
  function refuse(epoch: string, seq: number, { code }: Failure): string | undefined {
    if (code === 'conflict') return limited(`BYE ${epoch}`, () => encodeLine('BYE', 'DUP'));
    if (code === 'store_unavailable' && paused.size < MAX_PAUSED) paused.add(epoch);
    return limited(`STORE ${epoch}`, () => encodeLine('NAK', epoch, seq, 'STORE'));
  }

  function acknowledge({ sequence, refused }: RecordsMessage, receipt: Receipt): string | undefined {
    if (sequence === undefined) return undefined;
    const { epoch, seq } = sequence;
    if (!receipt.ok) return refuse(epoch, seq, receipt);
    const { stored = 0, accepted, needsHello } = receipt.value;
    if (needsHello === true) return requestHello();
    if (seq > stored) return limited(`GAP ${epoch}`, () => encodeLine('NAK', epoch, stored + 1, 'GAP'));
    if (accepted > 0) paused.delete(epoch);
    const bad = refused === undefined ? '' : encodeLine('NAK', epoch, seq, 'BAD');
    // For records stored together, only the last one is acknowledged.
    if (accepted > 0 && seq < stored) return bad === '' ? undefined : bad;
    return bad + encodeLine('ACK', epoch, stored, paused.has(epoch) ? TRIAL_WINDOW : WINDOW);
  }

  function replyToRequest(request: string): string | undefined {
    const [type = '', ...rest] = request.split(' ');
    switch (type) {
      case 'TRQ':
        return encodeLine('TIM', ...rest, Math.floor(now()), quality());
      case 'IDN':
        return requestHello();
      default:
        return limited('ERR', () => encodeLine('ERR', type, ...rest));
    }
  }

  return {
    reply(message, receipt) {
      switch (message.type) {
        case 'hello':
          return receipt.ok ? welcome(message.resume.epoch, receipt.value.stored) : encodeHelloError(receipt);
        case 'records':
          return acknowledge(message, receipt);
        case 'request':
          return replyToRequest(String(message.ref));
        case 'reply':
          return undefined;
        case 'rejected':
          return message.ref === undefined
            ? undefined
            : limited('ERR', () =>
                encodeLine('ERR', message.ref ?? '', 'FIELD', message.reason.slice(0, MAX_DETAIL_LENGTH)),
              );
      }
    },
    requestHello,
    pausedEpochs: () => [...paused],
  };
}

const encodeHelloError = ({ code, message }: Failure): string =>
  encodeLine('ERR', 'HEL', code === 'store_unavailable' ? 'STORE' : 'AUTH', message.slice(0, MAX_DETAIL_LENGTH));

/** Limits replies to one per reason and second, so that a faulty tracker cannot flood the port. */
function createLimiter(now: () => number) {
  const last = new Map<string, number>();
  return (reason: string, encode: () => string): string | undefined => {
    const at = now();
    const previous = last.get(reason);
    // A clock that was set back must not suppress replies.
    if (previous !== undefined && at >= previous && at - previous < REPLY_INTERVAL_MS) return undefined;
    for (const [old, ms] of last) if (at - ms >= REPLY_INTERVAL_MS || ms > at) last.delete(old);
    last.set(reason, at);
    return encode();
  };
}
