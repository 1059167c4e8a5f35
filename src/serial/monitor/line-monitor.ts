import type { Protocol } from '../../protocols/protocol.js';
import type { PortLine } from '../../schema/ports/port-line.js';
import { createStreamRedactor, type StreamRedactor } from '../capture/stream-redactor.js';
import { frameKindsOf, newFrames, type FrameKinds } from './frame-kinds.js';
import { createLineSplitter, type LineSplitter, type LineText } from './line-splitter.js';
import { decodedLine } from './decoded-line.js';
import type { PortContext, PortObserver } from './observer.js';

type LineMonitorOptions = {
  /** the whole table: before detection, data can be of any protocol */
  readonly protocols: readonly Protocol[];
  /** ms since 1970 */
  readonly now: () => number;
  readonly onLine: (line: PortLine) => void;
  /** the data begins at the start of a line; default: within one */
  readonly startsAtLine?: boolean;
};

/** Valid for one protocol and one opening. */
type MonitorState = Pick<PortContext, 'protocol' | 'openCount'> & {
  readonly redactor: StreamRedactor;
  readonly splitter: LineSplitter;
};

/**
 * Shows the data of a port as lines, with its secrets redacted, from the middle of the stream on. Data of a port in
 * provisioning is shown as a byte count only.
 */
export function createLineMonitor({ protocols, now, onLine, startsAtLine = false }: LineMonitorOptions): PortObserver {
  const secrets = protocols.flatMap(({ secretPattern, dialoguePattern }) =>
    [secretPattern, dialoguePattern].filter((pattern) => pattern !== undefined),
  );
  let state: MonitorState | undefined;
  let previous:
    { readonly discardedBytes: number; readonly badChecksums: number; readonly frameKinds: FrameKinds } | undefined;

  const at = (): string => new Date(now()).toISOString();

  /** Data held back for another protocol or opening is dropped. */
  function stateFor(context: PortContext): MonitorState {
    const { protocol, openCount } = context;
    if (state?.protocol !== protocol || state?.openCount !== openCount) state = createState(context);
    return state;
  }

  function createState({ protocol, openCount, commandSecrets }: PortContext): MonitorState {
    const canHaveSecrets =
      protocol === undefined || protocol.secretPattern !== undefined || protocol.dialoguePattern !== undefined;
    const lineEnd = protocol?.lineEndByte;
    const packetRedactors = protocols.flatMap((row) => row.packetRedactor?.(row === protocol) ?? []);
    const end = lineEnd === undefined ? {} : { lineEnd };
    return {
      protocol,
      openCount,
      redactor: createStreamRedactor({
        secrets: canHaveSecrets ? secrets : [],
        commandSecrets,
        packetRedactors,
        startsMidLine: !startsAtLine,
        ...end,
      }),
      splitter: createLineSplitter(lineEnd),
    };
  }

  return {
    onData(chunk, context) {
      if (context.isLeased) {
        state = undefined;
        onLine({ at: at(), kind: 'hidden', why: 'provisioning', bytes: chunk.length });
        return;
      }
      const { redactor, splitter } = stateFor(context);
      for (const piece of redactor.push('in', chunk)) {
        for (const line of splitter.push(piece)) {
          if (context.protocol === undefined && isBinary(line))
            onLine({ at: at(), kind: 'hidden', why: 'notText', bytes: line.bytes });
          else onLine({ at: at(), kind: 'received', ...line });
        }
      }
    },
    onCounters(counters) {
      const { discardedBytes, badChecksums } = counters;
      const frameKinds = frameKindsOf(counters);
      const bytes = discardedBytes - (previous?.discardedBytes ?? discardedBytes);
      const bad = badChecksums - (previous?.badChecksums ?? badChecksums);
      const frames = newFrames(frameKinds, previous?.frameKinds ?? frameKinds);
      previous = { discardedBytes, badChecksums, frameKinds };
      if (Object.keys(frames).length > 0) onLine({ at: at(), kind: 'withoutRecord', frames });
      if (bytes > 0 || bad > 0) onLine({ at: at(), kind: 'discarded', bytes, badChecksums: bad });
    },
    onOutcome(outcome) {
      onLine(decodedLine(outcome, at()));
    },
  };
}

/** Packets of an unknown protocol can hold secrets. */
const isBinary = ({ form, text }: LineText): boolean => form === 'hex' || text.includes('\\x');
