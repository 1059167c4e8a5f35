import type { JSX } from 'preact';
import type { Answer } from '../api/client.js';
import { useText } from '../parts.js';
import { commonText } from '../text/common.js';
import { FailureNote } from './failure-note.js';

export type LoadNoteProps = {
  /** undefined: none has come yet */
  readonly answer: Answer<unknown> | undefined;
  readonly onRetry: () => void;
};

/** That something is being read, or why it could not be; nothing once it is there. */
export function LoadNote({ answer, onRetry }: LoadNoteProps): JSX.Element | null {
  const say = useText(commonText);
  if (answer === undefined) {
    return (
      <p class="muted" role="status">
        {say('loading')}
      </p>
    );
  }
  return answer.ok ? null : <FailureNote failure={answer} onRetry={onRetry} />;
}
