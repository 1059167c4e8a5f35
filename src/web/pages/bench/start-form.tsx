import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningInput } from '../../../schema/provisioning.js';
import type { CallFailure } from '../../api/client.js';
import { useParts, useText } from '../../parts.js';
import { FailureNote } from '../../shell/failure-note.js';
import { benchText } from './bench.text.js';
import { secretsIn, textIn, type BenchData } from './bench-data.js';
import { PortChoice } from './port-choice.js';
import { SecretFields } from './secret-fields.js';

const MOST_MINUTES = 15;
const CSV_LENGTH = 524_288;

export type StartFormProps = { readonly data: BenchData; readonly onStarted: () => void };

/** A template and ports, and it begins. */
export function StartForm({ data, onStarted }: StartFormProps): JSX.Element {
  const { api } = useParts();
  const say = useText(benchText);
  const chosen = useSignal(data.templates[0]?.id ?? '');
  const objection = useSignal('');
  const failure = useSignal<CallFailure | undefined>(undefined);
  const busy = useSignal(false);
  const template = data.templates.find(({ id }) => id === chosen.value) ?? data.templates[0];
  const protocol = template?.protocol ?? '';

  async function start(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form);
    const ports = fields.getAll('port').filter((path) => typeof path === 'string');
    const file = fields.get('csv');
    const csv = file instanceof File && file.size > 0 ? await file.text() : undefined;
    const secrets = secretsIn(fields);
    failure.value = undefined;
    objection.value = ports.length === 0 ? say('choosePorts') : '';
    if ((csv?.length ?? 0) > CSV_LENGTH) objection.value = say('csvLong', { most: CSV_LENGTH });
    if (objection.value !== '' || template === undefined) return;
    const asked: ProvisioningInput = {
      template: template.id,
      ports,
      once: fields.has('once'),
      minutes: Number(textIn(fields, 'minutes')),
      ...(csv !== undefined && { csv }),
      ...(secrets !== undefined && { secrets }),
    };
    busy.value = true;
    const answer = await api.send('POST', '/api/provisioning', asked);
    busy.value = false;
    if (answer.ok) {
      form.reset();
      onStarted();
    } else failure.value = answer;
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
          {say('template')}
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
          {say('minutes')}
          <input
            type="number"
            name="minutes"
            min={1}
            max={MOST_MINUTES}
            step={1}
            defaultValue={MOST_MINUTES}
            required
          />
        </label>
        <SecretFields capability={data.protocols.find((one) => one.protocol === protocol)} />
      </div>
      <PortChoice key={protocol} data={data} protocol={protocol} type="checkbox" />
      <label>
        {say('csv')}
        <input type="file" name="csv" accept=".csv,text/csv" aria-describedby="csv-hint" />
        <span class="small muted hint" id="csv-hint">
          {say('csvHint')}
        </span>
      </label>
      <label class="inline">
        <input type="checkbox" name="once" />
        {say('once')}
      </label>
      {objection.value === '' ? null : (
        <p class="notice" role="alert">
          {objection.value}
        </p>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {say('start')}
      </button>
    </form>
  );
}
