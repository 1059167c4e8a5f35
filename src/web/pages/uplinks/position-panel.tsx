import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UplinkView } from '../../../schema/uplinks/uplink.js';
import type { UplinkResetInput } from '../../../schema/uplinks/uplink-input.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { StartFields } from './start-fields.js';
import { decisionOf, START_CHOICES, startOf, type StartDraft } from './start.js';
import { uplinksText } from './uplinks.text.js';
import { pathOf } from './use-test.js';

export type PositionPanelProps = {
  readonly uplink: UplinkView;
  readonly onDone: () => void;
};

/** Decides where an uplink continues, or begins a new generation if its reason asks for one. */
export function PositionPanel({ uplink, onDone }: PositionPanelProps): JSX.Element {
  const { api } = useApp();
  const t = useText(uplinksText);
  const start = useSignal<StartDraft>({ from: 'cursor', entry: '' });
  const isGeneration = decisionOf(uplink) === 'generation';
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const body: UplinkResetInput = isGeneration ? { newGeneration: true } : { from: startOf(start.value) };
    const result = await api.send('POST', `${pathOf(uplink.name)}/reset`, body);
    if (!result.ok) return result;
    onDone();
    return undefined;
  });
  return (
    <form class="card-stack" aria-label={t('positionNamed', { name: uplink.name })} onSubmit={onSubmit}>
      {isGeneration ? (
        <p>{t('generationHint')}</p>
      ) : (
        <div class="fields rule-fields">
          <StartFields
            label={t('continueTitle')}
            choices={START_CHOICES}
            start={start.value}
            onChange={(next) => {
              start.value = next;
            }}
          />
        </div>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy.value}>
          {t(isGeneration ? 'generation' : 'continue')}
        </button>
      </div>
    </form>
  );
}
