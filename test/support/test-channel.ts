import type { Channel, ChannelStatus, Message, Outcome } from '../../src/channels/channel.js';
import type { ChannelName } from '../../src/schema/message.js';

export const sentOutcome: Outcome = { outcome: 'sent', references: ['far-1'] };
export const failedOutcome = (
  retry: boolean,
  references: readonly string[] = [],
): Extract<Outcome, { outcome: 'failed' }> => ({
  outcome: 'failed',
  retry,
  reason: 'the far side said no',
  references,
});

/** A way out that does as the test says: everything goes, until it says otherwise. */
export function createTestChannel(name: ChannelName = 'email', first: ChannelStatus['state'] = 'ready') {
  let state = first;
  let answer: (message: Message) => Outcome | Promise<Outcome> = () => sentOutcome;
  const handed: Message[] = [];

  const channel: Channel = {
    name,
    start: () => undefined,
    stop: () => Promise.resolve(),
    async send(message) {
      handed.push(message);
      return answer(message);
    },
    status: () => ({ state, reason: state === 'ready' ? null : 'the way is not open' }),
  };

  return {
    channel,
    /** what it was given, in that order */
    handed: (): readonly Message[] => handed,
    answerBy(by: typeof answer): void {
      answer = by;
    },
    become(next: ChannelStatus['state']): void {
      state = next;
    },
  };
}
