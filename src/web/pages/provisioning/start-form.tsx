import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ProvisioningInput } from '../../../schema/provisioning/provisioning.js';
import { decodeText } from '../../../domain/lists/decode-text.js';
import { readRawText } from '../../format/form-text.js';
import { useApp, useText } from '../../app-context.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { provisioningText } from './provisioning.text.js';
import { readSecrets, type CapabilityView, type ProvisioningData } from './provisioning-data.js';
import { PortPicker } from './port-picker.js';
import { SecretFields } from './secret-fields.js';
import { readStartMemory, writeStartMemory } from './start-memory.js';
import type { Tones } from './tones.js';

const MAX_MINUTES = 15;
const MAX_CSV_LENGTH = 524_288;

export type StartFormProps = {
  readonly data: ProvisioningData;
  readonly onStarted: () => void;
  readonly tones: Pick<Tones, 'unlock'>;
};

/** Starts a provisioning session with a template on some ports; those of the last one are chosen already. */
export function StartForm({ data, onStarted, tones }: StartFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(provisioningText);
  const [memory] = useState(() => readStartMemory(() => localStorage));
  const chosen = useSignal(memory?.template ?? data.templates[0]?.id ?? '');
  const problem = useSignal('');
  const template = data.templates.find(({ id }) => id === chosen.value) ?? data.templates[0];
  const protocol = template?.protocol ?? '';
  const dryRun = useRef(false);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    if (template === undefined) return undefined;
    tones.unlock();
    const input = await readStartForm(new FormData(form), template.id);
    problem.value = typeof input !== 'string' ? '' : t(input, { most: MAX_CSV_LENGTH });
    if (typeof input === 'string') return undefined;
    const trial = { dryRun: true, once: true, minutes: 1 };
    const result = await api.send('POST', '/api/provisioning', dryRun.current ? { ...input, ...trial } : input);
    if (!result.ok) return result;
    writeStartMemory(() => localStorage, { template: template.id, ports: input.ports });
    onStarted();
    return undefined;
  });
  return (
    <form class="card-stack" onSubmit={onSubmit}>
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
      </div>
      <PortPicker key={protocol} data={data} protocol={protocol} type="checkbox" chosen={memory?.ports ?? []} />
      <AdvancedFields capability={data.protocols.find((capability) => capability.protocol === protocol)} />
      {problem.value === '' ? null : (
        <p class="notice" role="alert">
          {problem.value}
        </p>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button
          type="submit"
          class="primary large"
          disabled={busy.value}
          onClick={() => {
            dryRun.current = false;
          }}
        >
          {t('start')}
        </button>
        <button
          type="submit"
          class="large"
          disabled={busy.value}
          onClick={() => {
            dryRun.current = true;
          }}
        >
          {t('tryOut')}
        </button>
      </div>
    </form>
  );
}

/** What most sessions leave as it is. */
function AdvancedFields({ capability }: { readonly capability: CapabilityView | undefined }): JSX.Element {
  const t = useText(provisioningText);
  return (
    <details>
      <summary>{t('advanced')}</summary>
      <div class="card-stack advanced">
        <label class="inline">
          <input type="checkbox" name="once" />
          {t('once')}
        </label>
        <div class="fields">
          <label>
            {t('minutes')}
            <input
              type="number"
              name="minutes"
              min={1}
              max={MAX_MINUTES}
              step={1}
              defaultValue={MAX_MINUTES}
              required
            />
          </label>
          <SecretFields capability={capability} />
        </div>
        <label>
          {t('csv')}
          <input type="file" name="csv" accept=".csv,text/csv" aria-describedby="csv-hint" />
          <span class="small muted hint" id="csv-hint">
            {t('csvHint')}
          </span>
        </label>
      </div>
    </details>
  );
}

/** Reads the form; returns the name of a text if the form is invalid. */
async function readStartForm(
  fields: FormData,
  template: string,
): Promise<ProvisioningInput | 'choosePorts' | 'csvTooLong' | 'csvNotText'> {
  const ports = fields.getAll('port').filter((path) => typeof path === 'string');
  const file = fields.get('csv');
  const decoded =
    file instanceof File && file.size > 0 ? decodeText(new Uint8Array(await file.arrayBuffer())) : undefined;
  const secrets = readSecrets(fields);
  if (decoded?.ok === false) return 'csvNotText';
  const csv = decoded?.text;
  if ((csv?.length ?? 0) > MAX_CSV_LENGTH) return 'csvTooLong';
  if (ports.length === 0) return 'choosePorts';
  return {
    template,
    ports,
    once: fields.has('once'),
    minutes: Number(readRawText(fields, 'minutes')),
    ...(csv !== undefined && { csv }),
    ...(secrets !== undefined && { secrets }),
  };
}
