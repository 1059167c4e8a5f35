import { compressedPosition, micPosition, plainPosition } from '../../../src/simulator/aprs/positions.js';
import { ax25Frame, kissFrame } from '../../../src/simulator/aprs/ax25.js';
import type { Fix } from '../../../src/simulator/fix.js';
import { fixOf, latin1 } from './mesh.js';

/** A packet as a TNC sends it, as latin1 text. */
export const aprsFrame = (
  source: string,
  info: string,
  destination = 'APZWPT',
  path = ['WIDE1-1*', 'WIDE2-1'],
): string => latin1(kissFrame(ax25Frame({ source, destination, path, info })));

function mic(source: string, fix: Fix, message?: '111' | '000'): string {
  const { destination, info } = micPosition(fix, message);
  return aprsFrame(source, info, destination);
}

/** A stream with a position in each format, one of them an emergency, and an object. */
export const aprsFrames: readonly string[] = [
  aprsFrame('PW0001-9', plainPosition(fixOf(0))),
  aprsFrame('PW0002', compressedPosition(fixOf(1))),
  mic('PW0003-7', fixOf(2)),
  mic('PW0004-15', fixOf(3), '000'),
  aprsFrame('PW0005', ';SLUICE 1 *211000z5250.54N/00542.35E#'),
];

/** A busy frequency: positions in all formats. */
export function aprsPosition(fix: Fix, at: number): string {
  const source = `PW${String(at % 300).padStart(4, '0')}-9`;
  if (at % 3 === 0) return aprsFrame(source, plainPosition(fix));
  return at % 3 === 1 ? aprsFrame(source, compressedPosition(fix)) : mic(source, fix);
}
