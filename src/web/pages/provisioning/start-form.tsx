import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningInput } from '../../../schema/provisioning/provisioning.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { provisioningText } from './provisioning.text.js';
import { readSecrets, readRawText, type ProvisioningData } from './provisioning-data.js';
import { PortPicker } from './port-picker.js';
import { SecretFields } from './secret-fields.js';

const MAX_MINUTES = 15;
const MAX_CSV_LENGTH = 524_288;

export type StartFormProps = { readonly data: ProvisioningData; readonly onStarted: () => void };

/** A template and ports, and it begins. */
export function StartForm({ data, onStarted }: StartFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(provisioningText);
  const chosen = useSignal(data.templates[0]?.id ?? '');
  const problem = useSignal('');
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const busy = useSignal(false);
  const template = data.templates.find(({ id }) => id === chosen.value) ?? data.templates[0];
  const protocol = template?.protocol ?? '';

  async function start(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form);
    const ports = fields.getAll('port').filter((path) => typeof path === 'string');
    const file = fields.get('csv');
    const csv = file instanceof File && file.size > 0 ? await file.text() : undefined;
    const secrets = readSecrets(fields);
    failure.value = undefined;
    problem.value = ports.length === 0 ? t('choosePorts') : '';
    if ((csv?.length ?? 0) > MAX_CSV_LENGTH) problem.value = t('csvLong', { most: MAX_CSV_LENGTH });
    if (problem.value !== '' || template === undefined) return;
    const input: ProvisioningInput = {
      template: template.id,
      ports,
      once: fields.has('once'),
      minutes: Number(readRawText(fields, 'minutes')),
      ...(csv !== undefined && { csv }),
      ...(secrets !== undefined && { secrets }),
    };
    busy.value = true;
    const result = await api.send('POST', '/api/provisioning', input);
    busy.value = false;
    if (result.ok) {
      form.reset();
      onStarted();
    } else failure.value = result;
  }

  return (
    <form
      class="card-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void start(event.currentTarget);
      }}
    >
      <div class="fields">
        <label>
          {t('template')}
          <select
            value={template?.id}
            onChange={({ currentTarget }) => {
              chosen.value = currentTarget.value;
            }}
          >
            {data.templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('minutes')}
          <input type="number" name="minutes" min={1} max={MAX_MINUTES} step={1} defaultValue={MAX_MINUTES} required />
        </label>
        <SecretFields capability={data.protocols.find((one) => one.protocol === protocol)} />
      </div>
      <PortPicker key={protocol} data={data} protocol={protocol} type="checkbox" />
      <label>
        {t('csv')}
        <input type="file" name="csv" accept=".csv,text/csv" aria-describedby="csv-hint" />
        <span class="small muted hint" id="csv-hint">
          {t('csvHint')}
        </span>
      </label>
      <label class="inline">
        <input type="checkbox" name="once" />
        {t('once')}
      </label>
      {problem.value === '' ? null : (
        <p class="notice" role="alert">
          {problem.value}
        </p>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {t('start')}
      </button>
    </form>
  );
}
