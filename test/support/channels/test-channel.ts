import type {
  Channel,
  ChannelStatus,
  DeliveryReport,
  OutgoingMessage,
  SendResult,
} from '../../../src/channels/channel.js';
import type { ChannelName } from '../../../src/schema/messages/message.js';

export const sentOutcome: SendResult = { outcome: 'sent', references: ['far-1'] };
export const failedOutcome = (
  retry: boolean,
  references: readonly string[] = [],
): Extract<SendResult, { outcome: 'failed' }> => ({
  outcome: 'failed',
  retry,
  reason: 'the peer refused',
  references,
});

/** A delivery channel controlled by the test: every message is sent unless the test sets another result. */
export function createTestChannel(name: ChannelName = 'email', first: ChannelStatus['state'] = 'ready') {
  let state = first;
  let answer: (message: OutgoingMessage) => SendResult | Promise<SendResult> = () => sentOutcome;
  let onDeliveryReport: (report: DeliveryReport) => void = () => undefined;
  const handed: OutgoingMessage[] = [];

  const channel: Channel = {
    name,
    start(onReport) {
      onDeliveryReport = onReport;
    },
    stop: () => Promise.resolve(),
    async send(message) {
      handed.push(message);
      return answer(message);
    },
    status: () => ({ state, reason: state === 'ready' ? null : 'the channel is not open' }),
  };

  return {
    channel,
    /** the messages it received, in order */
    handed: (): readonly OutgoingMessage[] => handed,
    answerBy(by: typeof answer): void {
      answer = by;
    },
    /** Sends a delivery report for a segment of a sent message. */
    report(id: string, part: number, fate: DeliveryReport['fate']): void {
      onDeliveryReport({ id, part, parts: part, fate, status: 0 });
    },
    become(next: ChannelStatus['state']): void {
      state = next;
    },
  };
}
