import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningInput } from '../../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../../schema/provisioning/receipt.js';
import type { ApiFailure } from '../../api/client.js';
import { useFeedEvent, useDebounced } from '../../live/hooks.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { readRawText } from '../../format/form-text.js';
import { linkTo } from '../../routing/match.js';
import { FailureNote } from '../../components/failure-note.js';
import { provisioningText } from '../provisioning/provisioning.text.js';
import { readProvisioning, readSecrets } from '../provisioning/provisioning-data.js';
import { PortPicker } from '../provisioning/port-picker.js';
import { SecretFields } from '../provisioning/secret-fields.js';
import { receiptText } from './receipt.text.js';

/** Restores the settings that the tracker had before, on a port that the user chooses. */
export function UndoForm({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element | null {
  const { api } = useApp();
  const t = useText(receiptText);
  const tProvisioning = useText(provisioningText);
  const { result, reload } = useFetch(() => readProvisioning(api), []);
  const reloadSoon = useDebounced(reload);
  useFeedEvent('port', reloadSoon);
  useFeedEvent('provisioning', reloadSoon);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const problem = useSignal('');
  if (result.value?.ok !== true) return null;
  const data = result.value.value;

  async function undo(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form);
    const port = readRawText(fields, 'port');
    problem.value = port === '' ? tProvisioning('choosePorts') : '';
    if (port === '') return;
    const secrets = readSecrets(fields);
    const input: ProvisioningInput = {
      undo: receipt.id,
      ports: [port],
      once: true,
      ...(secrets !== undefined && { secrets }),
    };
    const response = await api.send('POST', '/api/provisioning', input);
    if (response.ok) location.hash = linkTo('/provisioning');
    else failure.value = response;
  }

  return (
    <section class="card card-stack no-print" aria-labelledby="undo-title">
      <h2 id="undo-title">{t('undo')}</h2>
      <p class="muted">{t('undoHint')}</p>
      <form
        class="card-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void undo(event.currentTarget);
        }}
      >
        <PortPicker data={data} protocol={receipt.protocol} type="radio" />
        <SecretFields capability={data.protocols.find(({ protocol }) => protocol === receipt.protocol)} />
        {problem.value === '' ? null : (
          <p class="notice" role="alert">
            {problem.value}
          </p>
        )}
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        <button type="submit">{t('startUndo')}</button>
      </form>
    </section>
  );
}
