/** Requests for records and groups as the public REST documentation shows them, verbatim. */

export const LOCATION_BODY = {
  from: '2024-06-01T00:00:00Z',
  to: '2024-06-01T23:59:59Z',
  location: {
    dateTime: '2024-06-01T12:00:00Z',
    latitude: 40.712776,
    longitude: -74.005974,
    speed: 60.5,
    course: 180.0,
    battery: 85,
    fuel: 50,
    fuel2: 50,
    temperature: 22.5,
    temperature2: 22.0,
    sensorTime1: 1234567890,
    sensorTime2: 1234567891,
    sensorTime3: 1234567892,
    sensorTime4: 1234567893,
    inactiveSeconds: 120,
    rpm: 3000,
    milleage: 15000,
    warningTexts: ['Engine Check'],
    alertTexts: ['Speeding'],
    alerts: ['High Speed'],
    warnings: ['Low Fuel'],
    hasCriticalAlert: true,
    attributes: { customAttribute1: 'value1', customAttribute2: 'value2' },
    accessoriesAttributes: [{ accessoryType: 'sensor', accessoryStatus: 'active' }],
    inputs: [true, false, true],
    outputs: [false, true],
  },
} as const;

export const LOCATION_RANGE = { from: '2024-06-01T00:00:00Z', to: '2024-06-01T23:59:59Z' } as const;

export const ALERT_RANGE = { ...LOCATION_RANGE, alertName: 'Speeding Alert' } as const;

export const GROUP_POST = {
  name: 'New Group',
  description: 'Group description',
  devices: ['dev-123', 'dev-456'],
} as const;

export const GROUP_PUT = {
  name: 'Updated Group',
  description: 'Updated description of the group',
  devices: ['dev-123', 'dev-456'],
} as const;

export const GROUP_PATCH = [
  { op: 'replace', path: '/name', value: 'Updated Name' },
  { op: 'replace', path: '/description', value: 'Updated description of the group' },
] as const;
