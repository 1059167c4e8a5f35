import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { uplinksText } from './uplinks.text.js';
import type { ConnectionTest } from './use-test.js';

/** Announces what a test of the connection found. */
export function TestNote({ test: { busy, result } }: { readonly test: ConnectionTest }): JSX.Element {
  const t = useText(uplinksText);
  const serverText = useServerText();
  const found = result.value;
  return (
    <div role="status" class="quiet-status">
      {busy.value ? <p class="muted">{t('testing')}</p> : null}
      {found === undefined ? null : (
        <div class={found.ok ? 'success' : 'failure'}>
          <p>{t(found.ok ? 'testOk' : 'testFailed')}</p>
          <p class="small breakable">{serverText(found.message)}</p>
        </div>
      )}
    </div>
  );
}
