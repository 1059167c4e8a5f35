import type { Protocol } from '../../protocols/protocol.js';
import type { PortLine } from '../../schema/port-line.js';
import { createMasking, type Masking } from '../masking.js';
import { createHeardLines, type HeardLines, type HeardText } from './heard-lines.js';
import { madeLine } from './made-line.js';
import type { Standing, Watcher } from './watcher.js';

type Parts = {
  /** all there are: what is heard may be any of them */
  readonly protocols: readonly Protocol[];
  /** ms since 1970 */
  readonly now: () => number;
  readonly tell: (line: PortLine) => void;
};

/** What listens on one opening to what is spoken. */
type Ear = Pick<Standing, 'protocol' | 'opening'> & { readonly masking: Masking; readonly lines: HeardLines };

/**
 * What passes on a port as lines for who looks at it, from the middle of things on, with no secret in them: of a port
 * in provisioning it is told how much came, and nothing of what.
 */
export function createLineView({ protocols, now, tell }: Parts): Watcher {
  const secrets = protocols.flatMap((one) => [one.secrets, one.dialogue].filter((pattern) => pattern !== undefined));
  let ear: Ear | undefined;
  let counted: { readonly discardedBytes: number; readonly badChecksums: number } | undefined;

  const at = (): string => new Date(now()).toISOString();

  /** What was begun under other circumstances is not finished under these. */
  function earFor(standing: Standing): Ear {
    const { protocol, opening } = standing;
    if (ear?.protocol !== protocol || ear?.opening !== opening) ear = createEar(standing);
    return ear;
  }

  function createEar({ protocol, opening }: Standing): Ear {
    const mayHold = protocol === undefined || protocol.secrets !== undefined || protocol.dialogue !== undefined;
    const lineEnd = protocol?.lineEnd;
    const conceals = protocols.flatMap((one) => one.conceal?.(one === protocol) ?? []);
    const end = lineEnd === undefined ? {} : { lineEnd };
    return {
      protocol,
      opening,
      masking: createMasking({ secrets: mayHold ? secrets : [], conceals, midway: true, ...end }),
      lines: createHeardLines(lineEnd),
    };
  }

  return {
    heard(chunk, standing) {
      if (standing.isLent) {
        ear = undefined;
        tell({ at: at(), kind: 'hidden', why: 'provisioning', bytes: chunk.length });
        return;
      }
      const { masking, lines } = earFor(standing);
      for (const piece of masking.pass('in', chunk)) {
        for (const line of lines.push(piece)) {
          if (standing.protocol === undefined && isBinary(line))
            tell({ at: at(), kind: 'hidden', why: 'notText', bytes: line.bytes });
          else tell({ at: at(), kind: 'heard', ...line });
        }
      }
    },
    counted({ discardedBytes, badChecksums }) {
      const bytes = discardedBytes - (counted?.discardedBytes ?? discardedBytes);
      const bad = badChecksums - (counted?.badChecksums ?? badChecksums);
      counted = { discardedBytes, badChecksums };
      if (bytes > 0 || bad > 0) tell({ at: at(), kind: 'discarded', bytes, badChecksums: bad });
    },
    settled(settled) {
      tell(madeLine(settled, at()));
    },
  };
}

/** Whose packets they are is not known, nor so what may stand in them. */
const isBinary = ({ form, text }: HeardText): boolean => form === 'hex' || text.includes('\\x');
