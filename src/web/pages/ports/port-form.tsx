import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PortSettings } from '../../../schema/ports/port-settings.js';
import type { PortStatus } from '../../../schema/ports/port.js';
import type { ApiResult } from '../../api/client.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { InputField } from '../../components/input-field.js';
import { readText } from '../../format/form-text.js';
import { portLabel } from '../../format/port.js';
import { commonText } from '../../text/common.js';
import { SelectField } from '../users/select-field.js';
import { portFormText } from './port-form.text.js';

export type PortFormProps = {
  readonly port: PortStatus;
  /** that a port can be set to */
  readonly protocols: readonly string[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

const NEW_PORT: PortSettings = { protocol: 'auto', enabled: true };

/** The settings of a port, or of a device that becomes one. */
export function PortForm({ port, protocols, onDone, onCancel }: PortFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(portFormText);
  const tCommon = useText(commonText);
  const form = useRef<HTMLFormElement>(null);
  const { path, source, settings = NEW_PORT } = port;
  const isNew = source === null;
  const label = portLabel(port);
  const address = `/api/ports?path=${encodeURIComponent(path)}`;
  const submitted = useRef<'save' | 'toggle' | 'remove'>('save');
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const { busy, failure, onSubmit } = useSubmit(async (element) => {
    const enabled = submitted.current === 'toggle' ? !settings.enabled : settings.enabled;
    const isRemoval = submitted.current === 'remove';
    submitted.current = 'save';
    const result: ApiResult<unknown> = isRemoval
      ? await api.send('DELETE', address)
      : await api.send('PUT', address, { ...readSettings(new FormData(element)), enabled });
    if (result.ok) onDone();
    return result.ok ? undefined : result;
  });
  const submitAs = (what: 'toggle' | 'remove') => () => {
    submitted.current = what;
    form.current?.requestSubmit();
  };

  return (
    <form
      ref={form}
      class="port-form"
      aria-label={isNew ? t('useNamed', { port: label }) : t('settingsOf', { port: label })}
      onSubmit={onSubmit}
    >
      <SettingFields settings={settings} protocols={protocols} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy.value}>
          {isNew ? t('use') : tCommon('save')}
        </button>
        {isNew ? null : (
          <button type="button" disabled={busy.value} onClick={submitAs('toggle')}>
            {t(settings.enabled ? 'disable' : 'enable')}
          </button>
        )}
        {source === 'store' ? (
          <ConfirmButton
            label={tCommon('remove')}
            name={t('removePort', { port: label })}
            question={t('removeQuestion')}
            disabled={busy.value}
            onConfirm={submitAs('remove')}
          />
        ) : null}
        <button type="button" onClick={onCancel}>
          {tCommon('cancel')}
        </button>
      </div>
    </form>
  );
}

const MORE_INPUTS = [
  { name: 'baudRate', type: 'number', min: 50, max: 4_000_000 },
  { name: 'deviceId', type: 'text', maxLength: 64 },
  { name: 'interval', type: 'number', min: 0, max: 86_400 },
] as const;

function SettingFields({
  settings,
  protocols,
}: Pick<PortFormProps, 'protocols'> & { readonly settings: PortSettings }) {
  const t = useText(portFormText);
  const { protocol, name, baudRate, deviceId, interval, commands } = settings;
  const hasMore = baudRate !== undefined || deviceId !== undefined || interval !== undefined || commands !== undefined;
  return (
    <>
      <div class="fields">
        <InputField label={t('name')} name="name" type="text" maxLength={64} placeholder={t('nameHint')} value={name} />
        <SelectField
          label={t('protocol')}
          name="protocol"
          value={protocol}
          options={protocols.map((one) => [one, one === 'auto' ? t('auto') : one])}
        />
      </div>
      <details open={hasMore}>
        <summary>{t('more')}</summary>
        <div class="fields">
          {MORE_INPUTS.map(({ name: field, ...attributes }) => (
            <InputField
              key={field}
              label={t(field)}
              name={field}
              placeholder={t(`${field}Hint`)}
              value={settings[field]}
              {...attributes}
            />
          ))}
        </div>
        <label class="inline">
          <input name="commands" type="checkbox" defaultChecked={commands === true} />
          {t('commands')}
        </label>
      </details>
    </>
  );
}

/** What was left empty has its default. */
function readSettings(data: FormData): Omit<PortSettings, 'enabled'> {
  const [name, deviceId] = [readText(data, 'name'), readText(data, 'deviceId')];
  const [baudRate, interval] = [readText(data, 'baudRate'), readText(data, 'interval')];
  return {
    protocol: readText(data, 'protocol'),
    ...(name !== '' && { name }),
    ...(baudRate !== '' && { baudRate: Number(baudRate) }),
    ...(deviceId !== '' && { deviceId }),
    ...(interval !== '' && { interval: Number(interval) }),
    ...(data.get('commands') !== null && { commands: true }),
  };
}
