import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import { KNOWN_ALERTS, LIMIT_ALERTS } from '../../../schema/records/alert-names.js';
import { useText } from '../../app-context.js';
import { LinesField } from './lines-field.js';
import { ruleFormText } from './rule-form.text.js';
import type { FieldError } from './field-error.js';

export type AlertFieldsProps = {
  readonly alerts: NotificationRule['alerts'];
  readonly fieldError: FieldError | undefined;
};

const LISTED_ALERTS: ReadonlySet<string> = new Set([...KNOWN_ALERTS, ...LIMIT_ALERTS]);

/** The alerts of a rule: all, or the names that are ticked or entered. */
export function AlertFields({ alerts, fieldError }: AlertFieldsProps): JSX.Element {
  const t = useText(ruleFormText);
  const isAny = useSignal(alerts === 'all');
  const named = alerts === 'all' ? [] : alerts;
  return (
    <fieldset>
      <legend>{t('alerts')}</legend>
      <div class="actions">
        {([true, false] as const).map((any) => (
          <label key={any} class="inline">
            <input
              type="radio"
              name="when"
              value={any ? 'all' : 'some'}
              checked={isAny.value === any}
              onChange={() => {
                isAny.value = any;
              }}
            />
            {t(any ? 'anyAlert' : 'someAlerts')}
          </label>
        ))}
      </div>
      {/* Hidden instead of removed, so that a tick survives a change of mind. */}
      <div class="card-stack" hidden={isAny.value}>
        <Ticks names={KNOWN_ALERTS} ticked={named} />
        <LinesField
          name="otherAlerts"
          label={t('otherAlerts')}
          values={named.filter((name) => !LISTED_ALERTS.has(name))}
          hint={t('otherAlertsHint')}
          fieldError={fieldError?.field === 'alerts' ? fieldError : undefined}
        />
        <fieldset class="plain-set">
          <legend>{t('limitAlerts')}</legend>
          <p class="small muted">{t('limitAlertsHint')}</p>
          <Ticks names={LIMIT_ALERTS} ticked={named} />
        </fieldset>
      </div>
    </fieldset>
  );
}

type TicksProps = { readonly names: readonly string[]; readonly ticked: readonly string[] };

const Ticks = ({ names, ticked }: TicksProps): JSX.Element => (
  <div class="ticks">
    {names.map((name) => (
      <label key={name} class="inline">
        <input type="checkbox" name="alerts" value={name} defaultChecked={ticked.includes(name)} />
        {name}
      </label>
    ))}
  </div>
);
