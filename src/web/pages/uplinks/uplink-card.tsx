import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { UplinkView } from '../../../schema/uplinks/uplink.js';
import type { ApiFailure, ApiResult } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { DeadLettersPanel } from './dead-letters-panel.js';
import { PositionPanel } from './position-panel.js';
import { decisionOf } from './start.js';
import { TestNote } from './test-note.js';
import { UplinkForm } from './uplink-form.js';
import { StateBadge, UplinkStatus } from './uplink-status.js';
import { uplinksText } from './uplinks.text.js';
import { pathOf, useTest } from './use-test.js';

type Panel = 'form' | 'position' | 'deadLetters';

export type UplinkCardProps = {
  readonly uplink: UplinkView;
  /** Reads the uplinks again. */
  readonly onChanged: () => void;
};

/** One uplink: where it leads, whether it forwards, and what can be done with it. */
export function UplinkCard({ uplink, onChanged }: UplinkCardProps): JSX.Element {
  const { api } = useApp();
  const t = useText(uplinksText);
  const id = useId();
  const open = useSignal<Panel | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const test = useTest();
  const { name, type, settings, source } = uplink;
  const { url } = settings as { readonly url?: unknown };
  const decision = decisionOf(uplink);
  const call = async (calling: Promise<ApiResult<unknown>>): Promise<void> => {
    const result = await calling;
    failure.value = result.ok ? undefined : result;
    onChanged();
  };
  const close = (): void => {
    open.value = undefined;
    onChanged();
  };
  return (
    <section class="card card-stack" aria-labelledby={id}>
      <div class="line">
        <h2 id={id}>{name}</h2>
        <StateBadge state={uplink.state} />
      </div>
      <p class="small breakable">
        {t(type)}
        {typeof url === 'string' ? ` · ${url}` : null}
        {source === 'configuration' ? <span class="muted"> · {t('fixed')}</span> : null}
      </p>
      <UplinkStatus uplink={uplink} />
      {decision === undefined ? null : <PositionPanel uplink={uplink} onDone={close} />}
      <Actions
        uplink={uplink}
        open={open.value}
        isTesting={test.busy.value}
        onToggle={(panel) => {
          open.value = open.value === panel ? undefined : panel;
        }}
        onTest={async () => {
          failure.value = await test.run(name);
        }}
        onCall={(method, path, body) => void call(api.send(method, pathOf(name) + path, body))}
      />
      <TestNote test={test} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {open.value === 'form' ? <UplinkForm uplink={uplink} onSaved={close} onClose={close} /> : null}
      {open.value === 'position' && decision === undefined ? <PositionPanel uplink={uplink} onDone={close} /> : null}
      {open.value === 'deadLetters' ? <DeadLettersPanel uplink={uplink} onRetried={onChanged} /> : null}
    </section>
  );
}

type ActionsProps = Pick<UplinkCardProps, 'uplink'> & {
  readonly open: Panel | undefined;
  readonly isTesting: boolean;
  readonly onToggle: (panel: Panel) => void;
  readonly onTest: () => Promise<void>;
  readonly onCall: (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => void;
};

function Actions({ uplink, open, isTesting, onToggle, onTest, onCall }: ActionsProps): JSX.Element {
  const t = useText(uplinksText);
  const { name, state, settings, source } = uplink;
  const isOff = state === 'disabled';
  const decision = decisionOf(uplink);
  const isHeld = decision === undefined && ['connecting', 'waiting', 'stopped'].includes(state);
  const toggle = (panel: Panel, label: string, named: string): JSX.Element => (
    <button
      type="button"
      aria-expanded={open === panel}
      aria-label={named}
      onClick={() => {
        onToggle(panel);
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="actions">
      {isHeld ? (
        <button
          type="button"
          aria-label={t('retryNamed', { name })}
          onClick={() => {
            onCall('POST', '/retry');
          }}
        >
          {t('retry')}
        </button>
      ) : null}
      <button type="button" disabled={isTesting} aria-label={t('testNamed', { name })} onClick={() => void onTest()}>
        {t('test')}
      </button>
      {decision !== undefined || isOff ? null : toggle('position', t('position'), t('positionNamed', { name }))}
      {uplink.deadLetters === 0 && open !== 'deadLetters'
        ? null
        : toggle('deadLetters', t('deadLetters'), t('deadLettersNamed', { name }))}
      {source === 'configuration' ? null : (
        <>
          {toggle('form', t('change'), t('changeNamed', { name }))}
          <button
            type="button"
            aria-label={t(isOff ? 'enableNamed' : 'disableNamed', { name })}
            onClick={() => {
              onCall('PUT', '', { ...settings, enabled: isOff });
            }}
          >
            {t(isOff ? 'enable' : 'disable')}
          </button>
          <ConfirmButton
            label={t('remove')}
            name={t('removeNamed', { name })}
            question={t('confirmRemove')}
            onConfirm={() => {
              onCall('DELETE', '');
            }}
          />
        </>
      )}
    </div>
  );
}
