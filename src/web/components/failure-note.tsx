import type { JSX } from 'preact';
import type { ApiFailure } from '../api/client.js';
import { useText } from '../app-context.js';
import { useServerText } from './server-text.js';
import { commonText } from '../text/common.js';

const isKnown = (code: string): code is keyof (typeof commonText)['english'] => Object.hasOwn(commonText.english, code);

/** A failed call: the translated text if there is one, and the API's message, which names the field. */
export function FailureNote({
  failure: { code, message },
  onRetry,
}: {
  readonly failure: ApiFailure;
  readonly onRetry?: () => void;
}): JSX.Element {
  const t = useText(commonText) as (key: string) => string;
  const serverText = useServerText();
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{t('failed')}.</strong> {isKnown(code) ? t(code) : ''}
      </p>
      {message === '' || code === 'unreachable' ? null : <p class="detail">{serverText(message)}</p>}
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
