import { useText } from '../../app-context.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { healthText } from './health.text.js';
import type { HealthProblem } from './problems.js';

/** What is wrong in a few words, without a full stop. */
export function useProblemTitle(): (problem: HealthProblem) => string {
  const t = useText(healthText);
  const labelsOf = useChannelLabels();
  return ({ kind, channel, missing }) => {
    const name = missing === undefined ? '' : capitalize(labelsOf(missing.name).name);
    return t(kind, {
      messages: channel === undefined ? '' : capitalize(labelsOf(channel).plural),
      channel: [name, missing?.webhook ?? ''].join(' ').trim(),
    });
  };
}
