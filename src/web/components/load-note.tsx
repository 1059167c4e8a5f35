import type { JSX } from 'preact';
import type { ApiResult } from '../api/client.js';
import { useText } from '../app-context.js';
import { commonText } from '../text/common.js';
import { FailureNote } from './failure-note.js';

export type LoadNoteProps = {
  /** undefined: not loaded yet */
  readonly result: ApiResult<unknown> | undefined;
  readonly onRetry: () => void;
};

/** Shows that a value is loading or why it failed; nothing once it is loaded. */
export function LoadNote({ result, onRetry }: LoadNoteProps): JSX.Element | null {
  const t = useText(commonText);
  if (result === undefined) {
    return (
      <p class="muted" role="status">
        {t('loading')}
      </p>
    );
  }
  return result.ok ? null : <FailureNote failure={result} onRetry={onRetry} />;
}
