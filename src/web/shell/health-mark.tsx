import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { shellText } from '../text/shell.js';

/** The mark in the navigation that the gateway needs attention. */
export function HealthMark(): JSX.Element | null {
  const { healthPoller } = useApp();
  const t = useText(shellText);
  const result = healthPoller.result.value;
  if (result?.ok !== true || result.value.status === 'ok') return null;
  return (
    <span class="navigation-mark" title={t('needsLook')}>
      <span aria-hidden="true">!</span>
      <span class="visually-hidden">{t('needsLook')}</span>
    </span>
  );
}
