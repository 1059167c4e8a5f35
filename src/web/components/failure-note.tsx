import type { JSX } from 'preact';
import type { ApiFailure } from '../api/client.js';
import { useText } from '../app-context.js';
import { useMessage } from './use-message.js';
import { commonText } from '../text/common.js';

const isKnown = (code: string): code is keyof (typeof commonText)['english'] => Object.hasOwn(commonText.english, code);

/** A failed call: what its code means, and the sentence of the gateway. */
export function FailureNote({
  failure: { code, text, message, field },
  onRetry,
}: {
  readonly failure: ApiFailure;
  readonly onRetry?: () => void;
}): JSX.Element {
  const t = useText(commonText) as (key: string) => string;
  const show = useMessage();
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{t('failed')}.</strong> {isKnown(code) ? t(code) : ''}
      </p>
      {text === '' || code === 'unreachable' ? null : <p class="detail">{show(message, text, field)}</p>}
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
