import type { UplinkRecord } from '../../../../src/schema/uplinks/uplink-record.js';
import type { ConnectionOptions } from '../../../../src/uplinks/mqtt/connection.js';
import { createMqttSink } from '../../../../src/uplinks/mqtt/mqtt.js';
import { LOST, type Publication, type PublishAnswer } from '../../../../src/uplinks/mqtt/publication.js';
import { BACK_MS, contentOf, THERE_MS, type ModelFarSide } from './far-side.js';
import type { VirtualTime } from './virtual-time.js';

const BROKER = { receiveMaximum: 100, maxPacketBytes: 1_000_000, keepsRetained: true };

/** A broker with a subscriber that gets everything. */
export function createModelBroker(time: VirtualTime): ModelFarSide {
  const messages: Publication[] = [];
  const ends = new Set<() => void>();
  let isUp = true;

  function open({ onOpen, onClosed }: ConnectionOptions) {
    const unanswered = new Set<(answer: PublishAnswer) => void>();
    let isOpen = true;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      ends.delete(end);
      for (const done of unanswered) done(LOST);
      onClosed({ kind: 'retry', reason: 'the broker closed the connection' });
    };
    ends.add(end);
    time.after(THERE_MS, () => {
      if (isOpen && isUp) onOpen(BROKER);
      else end();
    });
    return {
      publish(publication: Publication, done: (answer: PublishAnswer) => void) {
        unanswered.add(done);
        time.after(THERE_MS, () => {
          if (!isOpen) return;
          messages.push(publication);
          time.after(BACK_MS, () => {
            if (unanswered.delete(done) && isOpen) done({ kind: 'acknowledged', code: 0, reason: undefined });
          });
        });
      },
      subscribe: () => Promise.resolve(0),
      end: () => void time.after(0, end),
    };
  }

  const disconnect = (): void => {
    for (const end of ends) end();
  };
  const settings = { name: 'far', type: 'mqtt', url: 'mqtt://far.example', from: 'start' } as const;
  return {
    settings,
    takesTwice: true,
    createSink: (options) => createMqttSink(settings, options, open),
    arrived: () =>
      messages
        .filter(({ topic }) => /\/(?:location|alert)$/.test(topic))
        .map(({ id = '', payload }) => ({ id, content: contentOf(JSON.parse(payload) as UplinkRecord) })),
    isUp: () => isUp,
    stop() {
      isUp = false;
      disconnect();
    },
    start() {
      isUp = true;
    },
    disconnect,
  };
}
