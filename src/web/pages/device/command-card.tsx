import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CommandInput, CommandState, CommandView } from '../../../schema/commands/command.js';
import { useFetch } from '../../api/use-fetch.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { useMessage } from '../../components/use-message.js';
import { Timestamp } from '../../components/timestamp.js';
import { readRawText, readText } from '../../format/form-text.js';
import { commonText } from '../../text/common.js';
import { commandText } from './command.text.js';

const MAX_LISTED = 10;
const MAX_COMMAND_CHARS = 16_384;
const MAX_WAIT_MINUTES = 10_080;
const FORMATS = ['Text', 'Hex', 'Base64'] as const;

const STATE_TEXTS = {
  queued: 'stateQueued',
  sending: 'stateSending',
  done: 'stateDone',
  failed: 'stateFailed',
  uncertain: 'stateUncertain',
  expired: 'stateExpired',
  canceled: 'stateCanceled',
} as const satisfies Readonly<Record<CommandState, string>>;

/** Sends a command to the tracker, and shows the last ones with their results. */
export function CommandCard({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { api, feed } = useApp();
  const t = useText(commandText);
  const query = new URLSearchParams({ deviceId, limit: String(MAX_LISTED) }).toString();
  const { result, reload } = useFetch(() => api.get<{ commands: CommandView[] }>(`/api/commands?${query}`), [query]);
  useEffect(
    () =>
      feed.on('command', (event) => {
        if (event.deviceId === deviceId) reload();
      }),
    [deviceId],
  );
  const found = result.value;
  const commands = found?.ok === true ? found.value.commands : [];
  return (
    <section class="card card-stack" aria-labelledby="commands-title">
      <h2 id="commands-title">{t('title')}</h2>
      <CommandForm deviceId={deviceId} onSent={reload} />
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && commands.length === 0 ? <p class="muted">{t('none')}</p> : null}
      {commands.length === 0 ? null : (
        <ul class="plain-list" aria-live="polite">
          {commands.map((command) => (
            <CommandItem key={command.id} command={command} onCanceled={reload} />
          ))}
        </ul>
      )}
    </section>
  );
}

type CommandFormProps = { readonly deviceId: string; readonly onSent: () => void };

function CommandForm({ deviceId, onSent }: CommandFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(commandText);
  const isSms = useSignal(false);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const path = `/api/devices/${encodeURIComponent(deviceId)}/sendCommand`;
    const sent = await api.send('POST', path, readCommandForm(new FormData(form), isSms.value));
    onSent();
    if (!sent.ok) return sent;
    form.reset();
    isSms.value = false;
    return undefined;
  });
  return (
    <form class="card-stack" onSubmit={onSubmit}>
      <label>
        {t('command')}
        <input
          type="text"
          name="command"
          required
          maxLength={MAX_COMMAND_CHARS}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <div class="fields">
        <label>
          {t('format')}
          <select name="format">
            {FORMATS.map((format) => (
              <option key={format} value={format}>
                {t(format)}
              </option>
            ))}
          </select>
        </label>
        {isSms.value ? null : (
          <label>
            {t('wait')}
            <input type="number" name="waitMinutes" min={0} max={MAX_WAIT_MINUTES} step={1} />
          </label>
        )}
      </div>
      <label class="inline">
        <input
          type="checkbox"
          checked={isSms.value}
          onChange={({ currentTarget }) => {
            isSms.value = currentTarget.checked;
          }}
        />
        {t('sms')}
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {busy.value ? t('sending') : t('send')}
      </button>
    </form>
  );
}

function readCommandForm(data: FormData, sms: boolean): CommandInput {
  const wait = readText(data, 'waitMinutes');
  return {
    command: readRawText(data, 'command'),
    format: FORMATS.find((format) => format === readText(data, 'format')) ?? 'Text',
    sms,
    ...(!sms && wait !== '' && { waitMinutes: Number(wait) }),
  };
}

type CommandItemProps = { readonly command: CommandView; readonly onCanceled: () => void };

function CommandItem({ command, onCanceled }: CommandItemProps): JSX.Element {
  const { api } = useApp();
  const t = useText(commandText);
  const tCommon = useText(commonText);
  const show = useMessage();
  const { id, state, result, resultData, queuedAt } = command;
  const cancel = async (): Promise<void> => {
    await api.send('DELETE', `/api/commands/${id}`);
    onCanceled();
  };
  return (
    <li>
      <span class="line">
        <strong>{command.command}</strong>
        <span class="muted small">{t(STATE_TEXTS[state])}</span>
      </span>
      <span class="small muted">
        <Timestamp at={Date.parse(queuedAt)} />
      </span>
      {result === null ? null : <span>{show(resultData, result)}</span>}
      {state === 'queued' ? (
        <span>
          <button type="button" onClick={() => void cancel()}>
            {tCommon('cancel')}
          </button>
        </span>
      ) : null}
    </li>
  );
}
