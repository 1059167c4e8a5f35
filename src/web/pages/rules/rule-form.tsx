import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import type { ApiResult } from '../../api/client.js';
import { useText } from '../../app-context.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { commonText } from '../../text/common.js';
import { rulesText } from './rules.text.js';
import { AlertFields } from './alert-fields.js';
import { parseFieldError, type FieldError } from './field-error.js';
import { RecipientFields } from './recipient-fields.js';
import { ruleFormText } from './rule-form.text.js';
import { readRuleForm, type RuleFormFields } from './read-rule-form.js';
import type { RuleContext } from './rules-data.js';
import { DeviceFields } from './device-fields.js';

export type RuleFormProps = {
  /** absent: a new rule */
  readonly rule?: NotificationRule;
  readonly context: RuleContext;
  readonly onSave: (fields: RuleFormFields) => Promise<ApiResult<unknown>>;
};

/** The form of a notification rule: alerts, devices and recipients. */
export function RuleForm({ rule, context, onSave }: RuleFormProps): JSX.Element {
  const t = useText(ruleFormText);
  const tRule = useText(rulesText);
  const tCommon = useText(commonText);
  const devices = useSignal<ReadonlySet<string>>(new Set(rule?.devices === 'all' ? [] : rule?.devices));
  const fieldError = useSignal<FieldError | undefined>(undefined);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const fields = readRuleForm(new FormData(form), devices.value);
    const namesNoDevice = fields.devices.length === 0 && fields.groups.length === 0;
    // The gateway accepts such a rule, but it can only be a mistake.
    const missing = fields.alerts.length === 0 ? 'noAlert' : namesNoDevice ? 'noDevice' : undefined;
    const result: ApiResult<unknown> =
      missing === undefined ? await onSave(fields) : { ok: false, code: 'validation_failed', text: tRule(missing) };
    fieldError.value = result.ok ? undefined : parseFieldError(result.text, fields);
    return result.ok ? undefined : result;
  });

  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <label>
        {t('name')}
        <input name="name" required maxLength={128} autocomplete="off" defaultValue={rule?.name ?? ''} />
      </label>
      <AlertFields alerts={rule?.alerts ?? 'all'} fieldError={fieldError.value} />
      <DeviceFields
        isAllDevices={rule === undefined || rule.devices === 'all'}
        groups={context.groups}
        chosenGroups={rule?.groups ?? []}
        devices={devices.value}
        onDevices={(chosen) => {
          devices.value = chosen;
        }}
      />
      <RecipientFields
        rule={rule}
        channels={context.channels}
        webhooks={context.webhooks}
        fieldError={fieldError.value}
      />
      <label class="inline">
        <input type="checkbox" name="enabled" defaultChecked={rule?.enabled ?? true} />
        {t('enabled')}
      </label>
      {failure.value === undefined || fieldError.value !== undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
    </form>
  );
}
