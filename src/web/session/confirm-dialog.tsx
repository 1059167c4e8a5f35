import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { UserView } from '../../schema/accounts/user.js';
import { useSubmit } from '../api/use-submit.js';
import { useApp, useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { Modal } from '../components/modal.js';
import { readRawText } from '../format/form-text.js';
import { commonText } from '../text/common.js';
import { shellText } from '../text/shell.js';

/** Asks the user for their password or API key while a call waits for it. */
export function ConfirmDialog({ user }: { readonly user: UserView }): JSX.Element | null {
  return useApp().confirmation.asked.value ? <Question user={user} /> : null;
}

function Question({ user }: { readonly user: UserView }): JSX.Element {
  const { confirmation } = useApp();
  const t = useText(shellText);
  const tCommon = useText(commonText);
  // A call does not wait for a user who has been signed out.
  useEffect(() => confirmation.cancel, []);
  const { busy, failure, onSubmit } = useSubmit((form) =>
    confirmation.confirm(readRawText(new FormData(form), 'secret')),
  );
  const isPossible = user.hasPassword !== false || user.hasApiKey !== false;
  return (
    <Modal title={t('confirmTitle')} onClose={confirmation.cancel}>
      <form class="card-stack" onSubmit={onSubmit}>
        <p>{t(isPossible ? 'confirmHint' : 'confirmWithout')}</p>
        <input type="hidden" name="userName" autocomplete="username" value={user.name} />
        {isPossible ? (
          <label>
            {t('secret')}
            <input name="secret" type="password" required maxLength={256} autocomplete="current-password" autoFocus />
          </label>
        ) : null}
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        <div class="actions">
          {isPossible ? (
            <button type="submit" class="primary" disabled={busy.value}>
              {t('confirm')}
            </button>
          ) : null}
          <button type="button" onClick={confirmation.cancel}>
            {tCommon('cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
