import { CHECKSUMS, withZeroSum } from './placeholder-checksums.js';
import { movedBy, timeBytes } from './placeholder-times.js';
import type { CaseWrite } from './serial-case.js';

/** ms since 1970. `t`: T, ten minutes before the run; `now`: the time of the write */
export type CaseTimes = { readonly t: number; readonly now: number };

/** A body of JSON has braces too. */
const PLACEHOLDER = /\{((?:T|now)[^{}]*|[a-z][a-z\d-]*(?::[a-z]+)?)\}/g;
const TIME = /^(T|now)((?:[+-]\d+[sd])*):(.+)$/;

/** The bytes of a write. */
export function renderWrite({ text, hex }: CaseWrite, times: CaseTimes): Buffer {
  if (hex !== undefined) {
    return Buffer.concat(hex.split(' ').map((frame) => renderFrame(frame, times, (part) => Buffer.from(part, 'hex'))));
  }
  const whole = text ?? '';
  const rendered = renderFrame(whole, times, (part) => Buffer.from(part, 'latin1'));
  return whole.includes('??') ? Buffer.from(withZeroSum(rendered.toString('latin1')), 'latin1') : rendered;
}

function renderFrame(template: string, times: CaseTimes, bytesOf: (part: string) => Buffer): Buffer {
  let frame = Buffer.alloc(0);
  // Text and placeholders in turn.
  for (const [index, part] of template.split(PLACEHOLDER).entries()) {
    const bytes = index % 2 === 0 ? bytesOf(part) : placeholderBytes(part, times, frame);
    frame = Buffer.concat([frame, bytes]);
  }
  return frame;
}

function placeholderBytes(name: string, { t, now }: CaseTimes, frame: Buffer): Buffer {
  const checksum = CHECKSUMS[name];
  if (checksum !== undefined) return checksum(frame);
  const [, base, offset = '', format] = TIME.exec(name) ?? [];
  if (format === undefined) throw new Error(`unknown placeholder ${name}`);
  return timeBytes(movedBy(base === 'T' ? t : now, offset), format);
}
