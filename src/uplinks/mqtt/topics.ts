/** What a device can be addressed by: `location` and the others are its topics. */
type DeviceTopic = 'location' | 'alert' | 'state' | 'command' | 'command/result';

/** The topics of one gateway. */
export type Topics = {
  /** `online`, or `offline`, retained */
  readonly status: string;
  /** everything that the gateway publishes of itself and its devices */
  readonly all: string;
  readonly ofDevice: (deviceId: string, topic: DeviceTopic) => string;
  /** the filter of the commands to all devices */
  readonly commands: string;
  /** the device that a command is for; undefined: no topic of a command */
  readonly commandFor: (topic: string) => string | undefined;
};

/**
 * A level of a topic: a character that has a meaning there (`+`, `#`, `/`), or that brokers refuse, is percent-encoded. The
 * ids that the API takes have none of them.
 */
const topicLevel = (id: string): string =>
  id.replace(/[^A-Za-z0-9._:-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

export function createTopics(prefix: string, gatewayId: string): Topics {
  const base = `${prefix}/${topicLevel(gatewayId)}`;
  const devices = `${base}/device/`;
  const ending = '/command';
  return {
    status: `${base}/status`,
    all: `${base}/#`,
    ofDevice: (deviceId, topic) => `${devices}${topicLevel(deviceId)}/${topic}`,
    commands: `${devices}+${ending}`,
    commandFor(topic) {
      if (!topic.startsWith(devices) || !topic.endsWith(ending)) return undefined;
      const level = topic.slice(devices.length, -ending.length);
      try {
        return level === '' || level.includes('/') ? undefined : decodeURIComponent(level);
      } catch {
        return undefined;
      }
    },
  };
}
