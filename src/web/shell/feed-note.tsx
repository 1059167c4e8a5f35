import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { shellText } from '../text/shell.js';

/** Shows whether the data is live; announced when it changes. */
export function FeedNote(): JSX.Element {
  const { feed } = useApp();
  const t = useText(shellText);
  const state = feed.state.value;
  const text = { live: t('feedLive'), waiting: t('feedWaiting'), connecting: t('feedConnecting'), off: '' }[state];
  return (
    <p class={`feed-note feed-note-${state}`} role="status">
      {text}
    </p>
  );
}
