import type { SinkDevice, SinkOptions } from '../sink.js';
import type { Publication, PublishAnswer } from './publication.js';
import type { Topics } from './topics.js';

export type HomeAssistantOptions = Pick<SinkOptions, 'gatewayId' | 'waypostVersion' | 'device' | 'devices'> & {
  /** of its discovery topics */
  readonly prefix: string;
  readonly topics: Topics;
  readonly publish: (publication: Publication) => Promise<PublishAnswer>;
};

/** Announces the devices to Home Assistant. https://www.home-assistant.io/integrations/device_tracker.mqtt/ */
export type HomeAssistant = {
  /** Announces all devices: the broker may have forgotten them. */
  readonly onConnected: () => Promise<void>;
  /** Announces a device that is not announced yet, or has another name now. */
  readonly onLocation: (deviceId: string) => Promise<void>;
  /** The message that removes a device. */
  readonly removal: (deviceId: string) => Publication;
  readonly forget: (deviceId: string) => void;
};

/** Announcements that are unanswered at once. */
const AT_ONCE = 10;

/**
 * Part of a discovery topic, where Home Assistant takes letters, digits, `_` and `-` alone: others become `_` and their
 * code. Also an `_` that could begin one: no two ids become the same.
 */
export const discoveryId = (id: string): string =>
  id.replace(/[^A-Za-z0-9_-]|_(?=[0-9a-f]{2})/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join(''),
  );

export function createHomeAssistant(options: HomeAssistantOptions): HomeAssistant {
  const { prefix, gatewayId, device, devices, publish } = options;
  /** names, by device */
  const announced = new Map<string, string>();

  const idOf = (deviceId: string): string => `${discoveryId(gatewayId)}_${discoveryId(deviceId)}`;
  const topicOf = (deviceId: string): string => `${prefix}/device_tracker/${idOf(deviceId)}/config`;

  async function announce(one: SinkDevice): Promise<void> {
    announced.set(one.id, one.name);
    const payload = JSON.stringify(announcement(options, one, `waypost_${idOf(one.id)}`));
    const answer = await publish({ topic: topicOf(one.id), payload, retain: true });
    if (answer.kind === 'lost') announced.delete(one.id);
  }

  return {
    async onConnected() {
      announced.clear();
      const running = new Set<Promise<void>>();
      for (const one of devices()) {
        const announcing = announce(one).then(() => void running.delete(announcing));
        running.add(announcing);
        if (running.size >= AT_ONCE) await Promise.race(running);
      }
      await Promise.all(running);
    },
    async onLocation(deviceId) {
      const one = device(deviceId);
      if (one !== undefined && announced.get(deviceId) !== one.name) await announce(one);
    },
    removal: (deviceId) => ({ topic: topicOf(deviceId), payload: '', retain: true }),
    forget(deviceId) {
      announced.delete(deviceId);
    },
  };
}

/** `name: null`: the entity has the name of its device. */
const announcement = (
  { topics, waypostVersion }: HomeAssistantOptions,
  { id, name }: SinkDevice,
  uniqueId: string,
) => ({
  name: null,
  unique_id: uniqueId,
  source_type: 'gps',
  json_attributes_topic: topics.ofDevice(id, 'state'),
  availability_topic: topics.status,
  payload_available: 'online',
  payload_not_available: 'offline',
  device: { identifiers: [uniqueId], name: name === '' ? id : name, manufacturer: 'Waypost', serial_number: id },
  origin: { name: 'Waypost', sw_version: waypostVersion },
});
