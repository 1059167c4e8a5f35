import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { bytesText } from '../../format/bytes.js';
import { numberText } from '../../format/quantity.js';
import { useParts, useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { may } from '../../session/may.js';
import { Card, Fact } from '../../shell/card.js';
import { healthText } from '../health.text.js';

export type StoreCardProps = {
  readonly store: NonNullable<HealthView['store']>;
  readonly unknownDevices: number | undefined;
};

/** What is kept: how much of it, and whether all of it is there. */
export function StoreCard({ store, unknownDevices }: StoreCardProps): JSX.Element {
  const { preferences, session } = useParts();
  const say = useText(healthText);
  const language = preferences.language.value;
  const { writable, entries, segments, bytes, losses } = store;
  const state = session.state.value;
  const mayAdopt = state.is === 'in' && may(state.user, 'devices:write');
  const unknowns = numberText(unknownDevices ?? 0, language);
  return (
    <Card title={say('storeTitle')}>
      <dl class="facts">
        <Fact name={say('writing')}>
          <span class={`badge badge-${writable ? 'live' : 'expired'}`}>
            {say(writable ? 'writable' : 'notWritable')}
          </span>
        </Fact>
        <Fact name={say('entries')}>{numberText(entries, language)}</Fact>
        <Fact name={say('segments')}>{numberText(segments, language)}</Fact>
        <Fact name={say('size')}>{bytesText(bytes, language)}</Fact>
        <Fact name={say('lost')}>{losses.length === 0 ? say('nothingLost') : numberText(losses.length, language)}</Fact>
        {unknownDevices === undefined ? null : (
          <Fact name={say('waitingUnknown')}>{mayAdopt ? <a href={linkTo('/unknown')}>{unknowns}</a> : unknowns}</Fact>
        )}
      </dl>
    </Card>
  );
}
