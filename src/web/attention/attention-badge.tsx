import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { attentionText } from './attention.text.js';

/** The number of unacknowledged alerts that need a person; nothing if there is none. */
export function AttentionBadge(): JSX.Element | null {
  const { attention } = useApp();
  const t = useText(attentionText);
  const count = attention.alerts.value.length;
  if (count === 0) return null;
  const text = t('openCount', { count });
  return (
    <span class="attention-badge" title={text}>
      <span aria-hidden="true">{attention.hasMore.value ? `${count}+` : count}</span>
      <span class="visually-hidden">{text}</span>
    </span>
  );
}
