type DemoInstructions = {
  readonly url: string;
  readonly key: string;
  /** ids of the ships */
  readonly ships: readonly string[];
};

/** What the demo prints when it runs. Indented lines are commands. */
export const instructions = ({ url, key, ships }: DemoInstructions): string => `
Open ${url}, user admin, key ${key}

Waypost runs with four simulated vehicles, each on its own virtual serial port, a day of their history, an SOS, a tracker
that is not registered, and a port whose device is not plugged in.

To use the API, run these commands in another terminal:

  TOKEN=$(curl -s ${url}/api/Auth/Token -H 'Content-Type: application/json' \\
    -d '{"userName":"admin","apiKey":"${key}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

  # the last location of bus-1
  curl -s ${url}/api/devices/bus-1/lastLocation -H "Authorization: Bearer $TOKEN"

  # its locations of the last hour
  curl -s ${url}/api/devices/bus-1/locations -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d "{\\"from\\":\\"$(date -u -d '-1 hour' +%FT%TZ)\\",\\"to\\":\\"$(date -u +%FT%TZ)\\"}"

  # the devices, and the serial ports
  curl -s ${url}/api/devices -H "Authorization: Bearer $TOKEN"
  curl -s ${url}/api/ports -H "Authorization: Bearer $TOKEN"
${shipInstructions(url, ships)}
Ctrl-C stops the demo and deletes its data.
`;

const shipInstructions = (url: string, [first, ...more]: readonly string[]): string =>
  first === undefined
    ? ''
    : `
  # data from ships is quarantined until they are registered; their ids (MMSI): ${first}${more.length === 0 ? '' : ` to ${more.at(-1) ?? first}`}
  curl -s ${url}/api/unknownDevices -H "Authorization: Bearer $TOKEN"
  curl -s ${url}/api/devices -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"id":"${first}"}'
  curl -s ${url}/api/devices/${first}/lastLocation -H "Authorization: Bearer $TOKEN"
`;
