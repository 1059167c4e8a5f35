import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CallFailure } from '../../api/client.js';
import { listenToPort } from '../../api/port-lines.js';
import { useParts } from '../../parts.js';
import { emptyLog, withLine, withPause, type LineLog } from './line-log.js';

export type Lines = {
  readonly log: ReadonlySignal<LineLog>;
  /** since when (ms since 1970) it is listened to; undefined while it is not */
  readonly since: ReadonlySignal<number | undefined>;
  readonly failure: ReadonlySignal<CallFailure | undefined>;
  readonly again: () => void;
  readonly pause: (paused: boolean) => void;
};

/** Listens to a port for as long as the view is there. */
export function useLines(path: string): Lines {
  const { api, clock, depotClock } = useParts();
  const log = useSignal<LineLog>(emptyLog);
  const since = useSignal<number | undefined>(undefined);
  const failure = useSignal<CallFailure | undefined>(undefined);
  const turn = useSignal(0);
  useEffect(() => {
    failure.value = undefined;
    const end = listenToPort(
      { open: api.open, clock, path },
      {
        onLive() {
          since.value ??= depotClock.now();
        },
        onLine(line) {
          log.value = withLine(log.peek(), line);
        },
        onEnd(why) {
          since.value = undefined;
          failure.value = why;
        },
      },
    );
    return () => {
      since.value = undefined;
      end();
    };
  }, [path, turn.value]);
  return {
    log,
    since,
    failure,
    again() {
      turn.value++;
    },
    pause(paused) {
      log.value = withPause(log.peek(), paused);
    },
  };
}
