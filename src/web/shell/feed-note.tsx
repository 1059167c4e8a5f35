import type { JSX } from 'preact';
import { useParts, useText } from '../parts.js';
import { shellText } from '../text/shell.js';

/** Whether what one sees is of now: said when it changes. */
export function FeedNote(): JSX.Element {
  const { feed } = useParts();
  const say = useText(shellText);
  const state = feed.state.value;
  const text = { live: say('feedLive'), waiting: say('feedWaiting'), connecting: say('feedConnecting'), off: '' }[
    state
  ];
  return (
    <p class={`feed-note feed-note-${state}`} role="status">
      {text}
    </p>
  );
}
