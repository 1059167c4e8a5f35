import type { Failure } from '../../errors.js';
import type { ClockQuality, Context, Message, Receipt, RecordsMessage } from '../protocol.js';
import { encodeLine, maxLineBytes } from './line.js';

export const version = 1;
/** Records a tracker may have unacknowledged. */
const window = 16;
/** After the store had failed one record is asked for, to see. */
const trial = 1;
const limitMs = 1_000;
const detailLength = 48;
/** Of more some are left to their own patience: after a minute of silence they say hello. */
const mostPaused = 1_024;

/** A saved time is as old as the last shutdown: a tracker must not set its clock by it. */
const qualityOnWire: Readonly<Record<ClockQuality, number>> = { none: 0, saved: 0, rtc: 1, gps: 2, ntp: 2 };

/** What is sent back, and what it is sent for. */
export type Answers = {
  readonly reply: (message: Message, receipt: Receipt) => string | undefined;
  /** who is there is not known: they are asked to say */
  readonly ask: () => string | undefined;
  /** epochs whose trackers wait for the store */
  readonly paused: () => readonly string[];
};

export function createAnswers({ now, clockQuality, gatewayId, opening }: Context): Answers {
  const paused = new Set<string>();
  const limited = createLimiter(now);
  const quality = (): number => qualityOnWire[clockQuality()];

  function welcome(epoch: string, stored: number | undefined): string {
    paused.delete(epoch);
    const acked = stored ?? '';
    return encodeLine('WEL', version, gatewayId, `S${opening}`, now(), quality(), epoch, acked, window, maxLineBytes);
  }

  /** Kept by the tracker, whatever the reason: it may pass. */
  function refuse(epoch: string, seq: number, { code }: Failure): string | undefined {
    if (code === 'conflict') return limited(`BYE ${epoch}`, () => encodeLine('BYE', 'DUP'));
    if (code === 'store_unavailable' && paused.size < mostPaused) paused.add(epoch);
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
    return bad + encodeLine('ACK', epoch, stored, paused.has(epoch) ? trial : window);
  }

  const ask = (): string | undefined => limited('IDN', () => encodeLine('IDN'));

  function answer(question: string): string | undefined {
    const [type = '', ...rest] = question.split(' ');
    switch (type) {
      case 'TRQ':
        return encodeLine('TIM', ...rest, Math.floor(now()), quality());
      case 'IDN':
        return ask();
      default:
        return limited('ERR', () => encodeLine('ERR', type, ...rest));
    }
  }

  return {
    reply(message, receipt) {
      switch (message.type) {
        case 'hello':
          return receipt.ok ? welcome(message.resume.epoch, receipt.value.stored) : strange(receipt);
        case 'records':
          return acknowledge(message, receipt);
        case 'question':
          return answer(String(message.ref));
        case 'rejected':
          return message.ref === undefined
            ? undefined
            : limited('ERR', () =>
                encodeLine('ERR', message.ref ?? '', 'FIELD', message.reason.slice(0, detailLength)),
              );
      }
    },
    ask,
    paused: () => [...paused],
  };
}

const strange = ({ code, message }: Failure): string =>
  encodeLine('ERR', 'HEL', code === 'store_unavailable' ? 'STORE' : 'AUTH', message.slice(0, detailLength));

/** Runs `say` for the same reason at most once a second: a tracker that goes wrong must not fill the line. */
function createLimiter(now: () => number) {
  const last = new Map<string, number>();
  return (reason: string, say: () => string): string | undefined => {
    const at = now();
    const before = last.get(reason);
    // A clock that is set back must not silence it.
    if (before !== undefined && at >= before && at - before < limitMs) return undefined;
    for (const [old, ms] of last) if (at - ms >= limitMs || ms > at) last.delete(old);
    last.set(reason, at);
    return say();
  };
}
