import { success } from '../../../src/errors.js';
import { createCounters, NULL_CONTEXT, type ProtocolContext } from '../../../src/protocols/protocol.js';
import type { Receipt } from '../../../src/domain/report.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';

export const T0 = Date.UTC(2026, 10, 21, 8);
export const EPOCH = '9F3A01C2';

/** A WPT/1 protocol session; `receipt` is the result of each report. */
export function openWpt(context: Partial<ProtocolContext> = {}) {
  const world = { now: T0, receipt: success({ accepted: 1, duplicates: 0, stored: 1 }) as Receipt };
  const counters = createCounters();
  const session = wpt.open(counters, { ...NULL_CONTEXT, now: () => world.now, gatewayId: 'gw-01', ...context });
  const say = (text: string): readonly ReturnType<typeof session.push>[number][] =>
    session.push(Buffer.from(text, 'latin1'), world.now);
  return {
    world,
    counters,
    session,
    say,
    /** messages of lines of these fields */
    tell: (...lines: readonly (readonly (string | number)[])[]) =>
      say(lines.map(([type = '', ...fields]) => encodeLine(String(type), ...fields)).join('')),
    /** what is answered to it, as the receipt of the world has it */
    ask(text: string): string {
      return say(text)
        .map((message) => session.reply(message, world.receipt) ?? '')
        .join('');
    },
  };
}

export const hello = (own: { id?: string; epoch?: string; next?: number; oldest?: number } = {}): string =>
  encodeLine('HEL', 1, own.id ?? 'trk-1', own.epoch ?? EPOCH, own.next ?? 1, own.oldest ?? 1, 'WP', '1', '', '');

/** A fix that is numbered `seq`, at second `seq`. */
export const fix = (seq: number, epoch = EPOCH): string =>
  encodeLine('FIX', epoch, seq, T0 + seq * 1000, '52.5', (5 + seq / 1e5).toFixed(5), '', 12.5, 90, 9, 1.5, 'A', 0, 87);
