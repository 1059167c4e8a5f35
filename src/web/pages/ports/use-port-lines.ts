import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApiFailure } from '../../api/client.js';
import { streamPortLines } from '../../api/port-lines.js';
import { useApp } from '../../app-context.js';
import { emptyLog, withLine, withPause, type LineLog } from './line-log.js';

export type PortLineStream = {
  readonly log: ReadonlySignal<LineLog>;
  /** start of the live stream (ms since 1970); undefined while it is not live */
  readonly since: ReadonlySignal<number | undefined>;
  readonly failure: ReadonlySignal<ApiFailure | undefined>;
  readonly reload: () => void;
  readonly pause: (paused: boolean) => void;
};

/** Streams the lines of a port while the view is mounted. */
export function usePortLines(path: string): PortLineStream {
  const { api, clock, gatewayClock } = useApp();
  const log = useSignal<LineLog>(emptyLog);
  const since = useSignal<number | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const attempt = useSignal(0);
  useEffect(() => {
    failure.value = undefined;
    const end = streamPortLines(
      { open: api.open, clock, path },
      {
        onLive() {
          since.value ??= gatewayClock.now();
        },
        onLine(line) {
          log.value = withLine(log.peek(), line);
        },
        onEnd(reason) {
          since.value = undefined;
          failure.value = reason;
        },
      },
    );
    return () => {
      since.value = undefined;
      end();
    };
  }, [path, attempt.value]);
  return {
    log,
    since,
    failure,
    reload() {
      attempt.value++;
    },
    pause(paused) {
      log.value = withPause(log.peek(), paused);
    },
  };
}
