import type { JSX } from 'preact';
import type { Notification } from '../../../schema/notification.js';
import { useDeviceName } from '../../live/device-name.js';
import { useParts, useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { rulesText } from '../rules.text.js';
import type { Surroundings } from './rules-data.js';
import { ruleSentence } from './sentence.js';
import { WarningList } from './warning-list.js';

export type RuleTableProps = { readonly rules: readonly Notification[]; readonly around: Surroundings };

/** One row a rule: what it does, and what stands in its way. */
export function RuleTable({ rules, around }: RuleTableProps): JSX.Element {
  const say = useText(rulesText);
  return (
    <table class="rows wide-names">
      <thead>
        <tr>
          <th scope="col">{say('name')}</th>
          <th scope="col">{say('sentence')}</th>
          <th scope="col">{say('state')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} around={around} />
        ))}
      </tbody>
    </table>
  );
}

function RuleRow({ rule, around }: { readonly rule: Notification; readonly around: Surroundings }): JSX.Element {
  const { preferences } = useParts();
  const say = useText(rulesText);
  const { when, told, quiet } = ruleSentence(rule, preferences.language.value, {
    device: useDeviceName(),
    group: (id) => around.groups.find((group) => group.id === id)?.name ?? id,
  });
  return (
    <tr>
      <th scope="row">
        <a href={linkTo('/rules/:ruleId', { ruleId: rule.id })}>{rule.name}</a>
      </th>
      <td class="rule-sentence">
        <p>
          {when}: {told}
        </p>
        <p class="small muted">{quiet}</p>
        <WarningList rule={rule} around={around} />
      </td>
      <td data-label={say('state')}>
        <span class={`badge ${rule.enabled ? 'badge-live' : 'badge-silent'}`}>{say(rule.enabled ? 'on' : 'off')}</span>
      </td>
    </tr>
  );
}
