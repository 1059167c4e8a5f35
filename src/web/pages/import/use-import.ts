import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiFailure } from '../../api/client.js';
import { useApp } from '../../app-context.js';
import type { PlannedLine } from '../../device-import/plan-import.js';
import { runImport, startProgress, type ImportProgress } from '../../device-import/run-import.js';

/** Lines until the progress is drawn again, because each drawing looks at all of them. */
const DRAW_EVERY = 20;

type ImportState = 'preview' | 'running' | 'stopped' | 'finished';

export type ImportRun = {
  readonly state: ImportState;
  /** lines that are done or failed */
  readonly settled: number;
  readonly progress: ImportProgress;
  /** what ended the import early */
  readonly failure: ApiFailure | undefined;
  /** Starts it, or goes on where it stopped. */
  readonly run: () => Promise<void>;
  readonly stop: () => void;
};

/** Imports the planned lines; leaving the page stops after the lines that are under way. */
export function useImport(lines: readonly PlannedLine[]): ImportRun {
  const { api } = useApp();
  const progress = useRef(startProgress()).current;
  const state = useSignal<ImportState>('preview');
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const settled = useSignal(0);
  const stop = (): void => {
    state.value = 'stopped';
  };
  useEffect(() => stop, []);

  return {
    state: state.value,
    settled: settled.value,
    progress,
    failure: failure.value,
    stop,
    async run() {
      state.value = 'running';
      const count = (): number => progress.done.size + progress.failed.size;
      failure.value = await runImport(lines, {
        api,
        progress,
        isStopped: () => state.peek() !== 'running',
        onProgress() {
          if (count() - settled.peek() >= DRAW_EVERY) settled.value = count();
        },
      });
      settled.value = count();
      if (state.peek() === 'running') state.value = failure.value === undefined ? 'finished' : 'stopped';
    },
  };
}
