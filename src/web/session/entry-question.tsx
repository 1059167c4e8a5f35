import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { Modal } from '../components/modal.js';
import { commonText } from '../text/common.js';
import { shellText } from '../text/shell.js';
import type { SignInState } from './sign-in-session.js';

/** Asks before a link takes the place of the present sign-in: the user may not have wanted to open it. */
export function EntryQuestion({
  state: { user, isDisplay },
}: {
  readonly state: Extract<SignInState, { is: 'in' }>;
}): JSX.Element | null {
  const { session } = useApp();
  const t = useText(shellText);
  const tCommon = useText(commonText);
  const entry = session.entry.value;
  if (entry === undefined) return null;
  const answer = (isWanted: boolean) => () => void session.answerEntry(isWanted);
  const present = t(isDisplay ? 'thisIsDisplay' : 'youAre', { name: user.name });
  return (
    <Modal title={`${present} ${t('link' in entry ? 'askLink' : 'askDisplay')}`} onClose={answer(false)}>
      <p>{t('askEntryHint')}</p>
      <div class="actions">
        <button type="button" autoFocus onClick={answer(false)}>
          {tCommon('keep')}
        </button>
        <button type="button" class="danger" onClick={answer(true)}>
          {t('openEntry')}
        </button>
      </div>
    </Modal>
  );
}
