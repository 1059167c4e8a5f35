import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningInput } from '../../../schema/provisioning.js';
import type { ProvisioningReceipt } from '../../../schema/receipt.js';
import type { CallFailure } from '../../api/client.js';
import { useHearing, useSoon } from '../../live/hearing.js';
import { useLoading } from '../../loading.js';
import { useParts, useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { FailureNote } from '../../shell/failure-note.js';
import { benchText } from '../bench/bench.text.js';
import { readBench, secretsIn, textIn } from '../bench/bench-data.js';
import { PortChoice } from '../bench/port-choice.js';
import { SecretFields } from '../bench/secret-fields.js';
import { receiptText } from './receipt.text.js';

/** The tracker gets back what it had: at the bench, on a port that is chosen here. */
export function UndoForm({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element | null {
  const { api } = useParts();
  const say = useText(receiptText);
  const sayBench = useText(benchText);
  const { answer, again } = useLoading(() => readBench(api), []);
  const soon = useSoon(again);
  useHearing('port', soon);
  useHearing('provisioning', soon);
  const failure = useSignal<CallFailure | undefined>(undefined);
  const objection = useSignal('');
  if (answer.value?.ok !== true) return null;
  const data = answer.value.value;

  async function undo(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form);
    const port = textIn(fields, 'port');
    objection.value = port === '' ? sayBench('choosePorts') : '';
    if (port === '') return;
    const secrets = secretsIn(fields);
    const asked: ProvisioningInput = {
      undo: receipt.id,
      ports: [port],
      once: true,
      ...(secrets !== undefined && { secrets }),
    };
    const sent = await api.send('POST', '/api/provisioning', asked);
    if (sent.ok) location.hash = linkTo('/bench');
    else failure.value = sent;
  }

  return (
    <section class="card card-stack no-print" aria-labelledby="undo-title">
      <h2 id="undo-title">{say('undo')}</h2>
      <p class="muted">{say('undoHint')}</p>
      <form
        class="card-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void undo(event.currentTarget);
        }}
      >
        <PortChoice data={data} protocol={receipt.protocol} type="radio" />
        <SecretFields capability={data.protocols.find(({ protocol }) => protocol === receipt.protocol)} />
        {objection.value === '' ? null : (
          <p class="notice" role="alert">
            {objection.value}
          </p>
        )}
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        <button type="submit">{say('undoStart')}</button>
      </form>
    </section>
  );
}
