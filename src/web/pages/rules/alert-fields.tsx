import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Notification } from '../../../schema/notification.js';
import { useText } from '../../parts.js';
import { knownAlerts, limitNotices, othersOf } from './alert-names.js';
import { LinesField } from './lines-field.js';
import { ruleFormText } from './rule-form.text.js';
import type { Wrong } from './wrong.js';

export type AlertFieldsProps = { readonly alerts: Notification['alerts']; readonly wrong: Wrong | undefined };

/** Which alerts a rule is about: any, or names that are ticked or written. */
export function AlertFields({ alerts, wrong }: AlertFieldsProps): JSX.Element {
  const say = useText(ruleFormText);
  const isAny = useSignal(alerts === 'all');
  const named = alerts === 'all' ? [] : alerts;
  return (
    <fieldset>
      <legend>{say('which')}</legend>
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
            {say(any ? 'anyAlert' : 'someAlerts')}
          </label>
        ))}
      </div>
      {/* What was ticked is there again when one comes back. */}
      <div class="card-stack" hidden={isAny.value}>
        <Ticks names={knownAlerts} ticked={named} />
        <LinesField
          name="otherAlerts"
          label={say('otherAlerts')}
          values={othersOf(named)}
          hint={say('otherAlertsHint')}
          wrong={wrong?.field === 'alerts' ? wrong.value : undefined}
        />
        <fieldset class="plain-set">
          <legend>{say('notices')}</legend>
          <p class="small muted">{say('noticesHint')}</p>
          <Ticks names={limitNotices} ticked={named} />
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
