import { defineErrors, invalid } from '../messages/define.js';

/** What is wrong with a value that a schema refuses: a row for each keyword, format and known pattern. */
export const valueErrors = defineErrors('value', {
  unknownField: invalid('{field} is not a known field'),
  misspelled: invalid('{field} is not a known field: write {meant}, in these letters'),
  missing: invalid('{field} is missing'),
  notAllowed: invalid('{field} must be one of {allowed}'),
  constant: invalid('{field} must be equal to constant'),
  type: invalid('{field} must be {type}'),
  minimum: invalid('{field} must be >= {limit}'),
  maximum: invalid('{field} must be <= {limit}'),
  exclusiveMaximum: invalid('{field} must be < {limit}'),
  minLength: invalid('{field} must NOT have fewer than {limit} characters'),
  maxLength: invalid('{field} must NOT have more than {limit} characters'),
  minItems: invalid('{field} must NOT have fewer than {limit} items'),
  maxItems: invalid('{field} must NOT have more than {limit} items'),
  minProperties: invalid('{field} must NOT have fewer than {limit} properties'),
  maxProperties: invalid('{field} must NOT have more than {limit} properties'),
  duplicate: invalid('{field} must NOT have duplicate items (items ## {second} and {first} are identical)'),
  ambiguous: invalid('{field} must match exactly one schema in oneOf'),
  excluded: invalid('{field} must NOT be valid'),
  pattern: invalid('{field} must match pattern "{pattern}"'),
  invalid: invalid('{field} is not valid'),
  digits: invalid('{field} must be a number in digits, like 10'),
  latitude: invalid('{field} must be a latitude up to ±90: the longitude comes first'),
  laterThanTo: invalid('{field} must not be later than /to'),

  // formats
  country: invalid("{field} must be a country's ISO 3166-1 code, like ES or ESP"),
  date: invalid('{field} must match format "date"'),
  hostName: invalid('{field} must be a name without scheme and port, like gateway.depot.example'),
  instant: invalid('{field} must be an ISO 8601 time with its zone, as RFC 3339 writes it, like 2026-11-21T08:22:34Z'),
  ipAddress: invalid('{field} must be an IP address, like 192.168.1.10; 0.0.0.0 listens on all addresses'),
  line: invalid('{field} must be one line of text, without control characters and marks of text direction'),
  mailAddress: invalid('{field} must be a plain mail address, like depot@example.com'),
  modemPath: invalid(
    '{field} must be a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)',
  ),
  network: invalid('{field} must be a network, like 10.20.0.0/16 or fd00::/8'),
  origin: invalid('{field} must be one exact origin, like https://depot.example:8443'),
  portPath: invalid(
    '{field} must be a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001), or gpsd://host:port, also with a device: gpsd://host:2947/dev/ttyACM0',
  ),
  sender: invalid('{field} must be a mail address, like depot@example.com'),
  telephoneNumber: invalid(
    '{field} must be a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country',
  ),
  timeZone: invalid('{field} must be an IANA time zone, like Europe/Madrid'),
  webhookName: invalid('{field} must be the name of a webhook, which GET /api/webhooks lists'),
  webhookUrl: invalid(
    '{field} must be an http or https address without user, password and fragment, like https://dispatch.example/alerts',
  ),

  // patterns
  brokerUrl: invalid('{field} must be an address like mqtts://broker.example:8883, without user and password'),
  centerUrl: invalid('{field} must be an address like https://center.example, without user and password'),
  id: invalid('{field} must have only letters without accents, digits and . _ : -'),
  natsUrl: invalid('{field} must be like nats://host1,host2,host3, without user and password'),
  newDeviceId: invalid('{field} must have only letters without accents, digits and . _ : -, and not dots alone'),
  oneLine: invalid('{field} must be one line without spaces at its ends'),
  pem: invalid('{field} must be a PEM text, from -----BEGIN to -----END, not the path of a file'),
  uplinkName: invalid(
    '{field} must have only letters without accents, digits, _ and -, and begin with a letter or digit',
  ),
  window: invalid('{field} must be two local times, like 01:00-05:00'),
});

export const recordErrors = defineErrors('record', {
  noRightTime: invalid('{field}: the record has no right time yet, send it after its restamp'),
  restamp: invalid('{field} restamp is not accepted: send records with their right time'),
  unknownKind: invalid('{field} must be location, alert or acknowledgement'),
  outsideRange: invalid('{field} must lie between /from and /to'),
});

export const settingErrors = defineErrors('setting', {
  none: invalid('the body must have at least one setting'),
  ofKey: invalid('{name}: {problem}'),
});
