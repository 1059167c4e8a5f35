import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ApiFailure } from '../../api/client.js';
import { addressOf } from '../../api/page-address.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { LocalAddressNote } from '../../shown-once/local-address-note.js';
import { ShownOnce } from '../../shown-once/shown-once.js';
import { usersText } from './users.text.js';

export type LinkCardProps = {
  /** absent: the viewer, on another device */
  readonly userId?: string;
};

/** A link that signs in once: the viewer on a telephone, or another user, who then chooses a password. */
export function LinkCard({ userId }: LinkCardProps): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const link = useSignal<string | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isOwn = userId === undefined;

  async function create(): Promise<void> {
    const path = isOwn ? '/api/Auth/Link' : `/api/users/${encodeURIComponent(userId)}/link`;
    const result = await api.send<{ path: string }>('POST', path);
    failure.value = result.ok ? undefined : result;
    link.value = result.ok ? addressOf(result.value.path) : undefined;
  }

  return (
    <section class="card card-stack" aria-labelledby="link-title">
      <h2 id="link-title">{t(isOwn ? 'telephone' : 'signInLink')}</h2>
      <p class="muted small">{t(isOwn ? 'telephoneHint' : 'signInLinkHint')}</p>
      {link.value === undefined ? null : (
        <>
          <ShownOnce hint={t(isOwn ? 'linkOnceOwn' : 'linkOnce')} value={link.value} qr={t('linkCode')} />
          <LocalAddressNote />
        </>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="button" onClick={() => void create()}>
          {t(link.value === undefined ? 'createLink' : 'anotherLink')}
        </button>
      </div>
    </section>
  );
}
