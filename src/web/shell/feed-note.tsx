import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { shellText } from '../text/shell.js';

/** Shows whether the data is live; announced when it changes. */
export function FeedNote(): JSX.Element {
  const { feed } = useApp();
  const t = useText(shellText);
  const state = feed.state.value;
  const seconds = feed.silentSeconds.value;
  if (state === 'live' && seconds !== undefined)
    return (
      // Not a status: it would be read aloud each second.
      <p class="feed-note feed-note-waiting" role="timer">
        {t('feedSilent', { seconds })}
      </p>
    );
  const text = { live: t('feedLive'), waiting: t('feedWaiting'), connecting: t('feedConnecting'), off: '' }[state];
  return (
    <p class={`feed-note feed-note-${state}`} role="status">
      {text}
    </p>
  );
}
