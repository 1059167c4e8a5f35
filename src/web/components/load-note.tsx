import type { JSX } from 'preact';
import type { ApiResult } from '../api/client.js';
import { useText } from '../app-context.js';
import { commonText } from '../text/common.js';
import { FailureNote } from './failure-note.js';

export type LoadNoteProps = {
  /** undefined: none has come yet */
  readonly result: ApiResult<unknown> | undefined;
  readonly onRetry: () => void;
};

/** That something is being read, or why it could not be; nothing once it is there. */
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
