/** About settings; they follow the name of the setting. */
export const GATEWAY_SETTINGS_SENTENCES = [
  'an IANA time zone, like Europe/Madrid',
  'a mail address, like depot@example.com',
  'a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)',
  'is set by the configuration: change it there, or remove it there',
  '{field} is set by the configuration: change it there, or remove it there',
  'belongs to {secret}, which the configuration sets: {fix}',
  'change {key} there too',
  'is the port {port}, which trackers use: {fix}',
  'remove that port, or name the port of the modem',
  '/to must be {rule}',
  'channel {channel} is not configured: set {key}',
  'a test message is being sent: wait for its result',
  '{count} test messages were sent within 10 minutes: try again in {seconds} s',
  'no result within {seconds} s',
  '{owner} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share',
] as const;
