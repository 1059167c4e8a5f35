import type { JSX } from 'preact';
import type { ChannelName } from '../../../schema/message.js';
import type { Notification } from '../../../schema/notification.js';
import { useText } from '../../parts.js';
import { LinesField } from './lines-field.js';
import { ruleFormText } from './rule-form.text.js';
import type { ChannelView } from './warnings.js';
import type { Wrong } from './wrong.js';

export type PeopleFieldsProps = {
  readonly rule: Notification | undefined;
  /** those that are set up; undefined: it could not be asked */
  readonly channels: readonly ChannelView[] | undefined;
  readonly wrong: Wrong | undefined;
};

const LEAST_MINUTES = 2;
const MOST_MINUTES = 1440;
const USUAL_MINUTES = 15;

/** Who is told, and how often of the same. */
export function PeopleFields({ rule, channels, wrong }: PeopleFieldsProps): JSX.Element {
  const say = useText(ruleFormText);
  const warningOf = (channel: ChannelName): string | undefined =>
    channels?.some(({ name }) => name === channel) === false ? say('notSetUp') : undefined;
  return (
    <fieldset>
      <legend>{say('who')}</legend>
      <div class="fields">
        <LinesField
          name="emails"
          label={say('emails')}
          values={rule?.emails ?? []}
          warning={warningOf('email')}
          wrong={wrong?.field === 'emails' ? wrong.value : undefined}
        />
        <LinesField
          name="phones"
          label={say('phones')}
          values={rule?.phones ?? []}
          hint={say('phonesHint')}
          warning={warningOf('sms')}
          wrong={wrong?.field === 'phones' ? wrong.value : undefined}
        />
      </div>
      <label>
        {say('quiet')}
        <input
          type="number"
          name="quietMinutes"
          required
          min={LEAST_MINUTES}
          max={MOST_MINUTES}
          step={1}
          aria-describedby="quiet-hint"
          defaultValue={String(rule?.quietMinutes ?? USUAL_MINUTES)}
        />
      </label>
      <p class="small muted" id="quiet-hint">
        {say('quietHint')}
      </p>
    </fieldset>
  );
}
