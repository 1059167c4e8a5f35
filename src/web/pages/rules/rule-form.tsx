import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Notification } from '../../../schema/notification.js';
import type { Answer } from '../../api/client.js';
import { useText } from '../../parts.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../shell/failure-note.js';
import { commonText } from '../../text/common.js';
import { rulesText } from '../rules.text.js';
import { AlertFields } from './alert-fields.js';
import { wrongIn, type Wrong } from './wrong.js';
import { PeopleFields } from './people-fields.js';
import { ruleFormText } from './rule-form.text.js';
import { ruleOf, type RuleFields } from './rule-of.js';
import type { Surroundings } from './rules-data.js';
import { ScopeFields } from './scope-fields.js';

export type RuleFormProps = {
  /** left out: a new one */
  readonly rule?: Notification;
  readonly around: Surroundings;
  readonly onSave: (fields: RuleFields) => Promise<Answer<unknown>>;
};

/** Which alerts of which devices are told whom. */
export function RuleForm({ rule, around, onSave }: RuleFormProps): JSX.Element {
  const say = useText(ruleFormText);
  const sayRule = useText(rulesText);
  const sayCommon = useText(commonText);
  const devices = useSignal<ReadonlySet<string>>(new Set(rule?.devices === 'all' ? [] : rule?.devices));
  const wrong = useSignal<Wrong | undefined>(undefined);
  const { busy, failure, onSubmit } = useSending(async (form) => {
    const fields = ruleOf(new FormData(form), devices.value);
    const namesNoDevice = fields.devices.length === 0 && fields.groups.length === 0;
    // The gateway would take it; nobody means it.
    const missing = fields.alerts.length === 0 ? 'noAlert' : namesNoDevice ? 'noDevice' : undefined;
    const answer: Answer<unknown> =
      missing === undefined
        ? await onSave(fields)
        : { ok: false, code: 'validation_failed', message: sayRule(missing) };
    wrong.value = answer.ok ? undefined : wrongIn(answer.message, fields);
    return answer.ok ? undefined : answer;
  });

  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <label>
        {say('name')}
        <input name="name" required maxLength={128} autocomplete="off" defaultValue={rule?.name ?? ''} />
      </label>
      <AlertFields alerts={rule?.alerts ?? 'all'} wrong={wrong.value} />
      <ScopeFields
        isOfAll={rule === undefined || rule.devices === 'all'}
        groups={around.groups}
        chosenGroups={rule?.groups ?? []}
        devices={devices.value}
        onDevices={(chosen) => {
          devices.value = chosen;
        }}
      />
      <PeopleFields rule={rule} channels={around.channels} wrong={wrong.value} />
      <label class="inline">
        <input type="checkbox" name="enabled" defaultChecked={rule?.enabled ?? true} />
        {say('enabled')}
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {sayCommon('save')}
      </button>
    </form>
  );
}
