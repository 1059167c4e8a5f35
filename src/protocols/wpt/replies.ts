import type { Failure } from '../../errors.js';
import type { ClockQuality, ProtocolContext, TrackerMessage, RecordsMessage } from '../protocol.js';
import type { Receipt } from '../../domain/report.js';
import { encodeLine, MAX_LINE_BYTES } from './line.js';

export const WPT_VERSION = 1;
/** Records a tracker may have unacknowledged. */
const WINDOW = 16;
/** After the store had failed one record is asked for, to see. */
const TRIAL_WINDOW = 1;
const REPLY_INTERVAL_MS = 1_000;
const MAX_DETAIL_LENGTH = 48;
/** Of more some are left to their own patience: after a minute of silence they say hello. */
const MAX_PAUSED = 1_024;

/** A saved time is as old as the last shutdown: a tracker must not set its clock by it. */
const WIRE_CLOCK_QUALITY: Readonly<Record<ClockQuality, number>> = { none: 0, saved: 0, rtc: 1, gps: 2, ntp: 2 };

/** What is sent back, and what it is sent for. */
export type Replies = {
  readonly reply: (message: TrackerMessage, receipt: Receipt) => string | undefined;
  /** who is there is not known: they are asked to say */
  readonly requestHello: () => string | undefined;
  /** epochs whose trackers wait for the store */
  readonly pausedEpochs: () => readonly string[];
};

export function createReplies({ now, clockQuality, gatewayId, openCount }: ProtocolContext): Replies {
  const paused = new Set<string>();
  const limited = createLimiter(now);
  const quality = (): number => WIRE_CLOCK_QUALITY[clockQuality()];

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

  /** Kept by the tracker, whatever the reason: it may pass. */
  function refuse(epoch: string, seq: number, { code }: Failure): string | undefined {
    if (code === 'conflict') return limited(`BYE ${epoch}`, () => encodeLine('BYE', 'DUP'));
    if (code === 'store_unavailable' && paused.size < MAX_PAUSED) paused.add(epoch);
    return limited(`STORE ${epoch}`, () => encodeLine('NAK', epoch, seq, 'STORE'));
  }

  function acknowledge({ sequence, refused }: RecordsMessage, receipt: Receipt): string | undefined {
    if (sequence === undefined) return undefined;
    const { epoch, seq } = sequence;
    if (!receipt.ok) return refuse(epoch, seq, receipt);
    const { stored = 0, accepted } = receipt.value;
    if (seq > stored) return limited(`GAP ${epoch}`, () => encodeLine('NAK', epoch, stored + 1, 'GAP'));
    if (accepted > 0) paused.delete(epoch);
    const bad = refused === undefined ? '' : encodeLine('NAK', epoch, seq, 'BAD');
    // Of those stored together the last one is answered for all.
    if (accepted > 0 && seq < stored) return bad === '' ? undefined : bad;
    return bad + encodeLine('ACK', epoch, stored, paused.has(epoch) ? TRIAL_WINDOW : WINDOW);
  }

  const requestHello = (): string | undefined => limited('IDN', () => encodeLine('IDN'));

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

/** Runs `say` for the same reason at most once a second: a tracker that goes wrong must not fill the line. */
function createLimiter(now: () => number) {
  const last = new Map<string, number>();
  return (reason: string, encode: () => string): string | undefined => {
    const at = now();
    const previous = last.get(reason);
    // A clock that is set back must not silence it.
    if (previous !== undefined && at >= previous && at - previous < REPLY_INTERVAL_MS) return undefined;
    for (const [old, ms] of last) if (at - ms >= REPLY_INTERVAL_MS || ms > at) last.delete(old);
    last.set(reason, at);
    return encode();
  };
}
