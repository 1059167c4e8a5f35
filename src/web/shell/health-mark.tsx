import type { JSX } from 'preact';
import { useParts, useText } from '../parts.js';
import { shellText } from '../text/shell.js';

/** Beside the way to the health page: that something needs a person. */
export function HealthMark(): JSX.Element | null {
  const { healthWatch } = useParts();
  const say = useText(shellText);
  const answer = healthWatch.answer.value;
  if (answer?.ok !== true || answer.value.status === 'ok') return null;
  return (
    <span class="navigation-mark" title={say('needsLook')}>
      <span aria-hidden="true">!</span>
      <span class="visually-hidden">{say('needsLook')}</span>
    </span>
  );
}
