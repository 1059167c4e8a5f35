import type { Page } from 'playwright-core';

type Fields = Readonly<Record<string, unknown>>;

export type RuleEntry = {
  readonly label: string;
  readonly type: (page: Page) => Promise<void>;
  /** `yard`: id of the zone */
  readonly fields: (yard: string) => Fields;
  readonly sentence: string;
};

/** What is typed for each type of alert rule, what the API has then, and its sentence in the list. */
export const RULE_ENTRIES: readonly RuleEntry[] = [
  {
    label: 'Zone',
    async type(page) {
      await page.getByLabel('Yard').check();
      await page.getByLabel('Kind of area').selectOption('Allowed');
      await page.getByLabel('Counts after', { exact: true }).fill('2');
      await page.getByLabel('Counts after: unit').selectOption('minutes');
      await page.getByLabel('Margin').fill('35');
    },
    fields: (yard) => ({ type: 'zone', zones: [yard], kind: 'allowed', minimumStay: 120, buffer: 35, all: true }),
    sentence: 'leaves Yard for 2 minutes, all devices',
  },
  {
    label: 'Speed',
    async type(page) {
      await page.getByLabel('Speed limit (km/h)').fill('72');
      await page.getByLabel('Only in these hours').check();
    },
    fields: () => ({
      ...{ type: 'speed', limit: 20, minimumDuration: 10 },
      activeHours: { from: '06:00', to: '18:00', days: [1, 2, 3, 4, 5] },
    }),
    sentence: 'faster than 72 km/h for 10 seconds, all devices, Mon–Fri 06:00–18:00',
  },
  {
    label: 'No movement',
    async type(page) {
      await page.getByLabel('Without movement for', { exact: true }).fill('2');
      await page.getByLabel('Without movement for: unit').selectOption('hours');
      await page.getByLabel('Groups', { exact: true }).check();
      await page.getByLabel(/^Vans/).check();
    },
    fields: () => ({ type: 'idle', minutes: 120, radius: 50, all: false }),
    sentence: 'moves less than 50 m in 2 hours, devices in Vans',
  },
  {
    label: 'No reports',
    async type(page) {
      await page.getByLabel('Single devices').check();
      await page.getByRole('checkbox', { name: 'Van 2' }).check();
    },
    fields: () => ({ type: 'silent', devices: ['v-2'], all: false }),
    sentence: 'no report for three times the usual interval, Van 2',
  },
  {
    label: 'No position',
    type: (page) => page.getByLabel('Reports without a position for', { exact: true }).fill('15'),
    fields: () => ({ type: 'noFix', minutes: 15 }),
    sentence: 'reports without a position for 15 minutes, all devices',
  },
  {
    label: 'Temperature',
    async type(page) {
      await page.getByLabel('Above (°C)').fill('8.5');
      await page.getByLabel('Below (°C)').pressSequentially('-2.75');
    },
    fields: () => ({ type: 'temperature', sensor: 'temperature', above: 8.5, below: -2.75, minimumDuration: 60 }),
    sentence: 'temperature above 8.5 °C or below -2.8 °C for 1 minute, all devices',
  },
  {
    label: 'Fuel',
    async type(page) {
      await page.getByLabel('Direction').selectOption('Rises');
    },
    fields: () => ({ type: 'fuel', direction: 'up', percent: 10, minutes: 10, sensor: 'fuel' }),
    sentence: 'fuel rises by 10% within 10 minutes, all devices',
  },
  {
    label: 'Battery',
    type: (page) => page.getByLabel('Charge at or below (%)').fill('25'),
    fields: () => ({ type: 'battery', percent: 25, hysteresis: 5 }),
    sentence: 'battery at 25% or less, all devices',
  },
  {
    label: 'Digital input',
    async type(page) {
      await page.getByLabel('Number of the input').fill('3');
      await page.getByLabel('Raises an alert when it').selectOption('switches off');
      await page.getByLabel('Its alerts need attention').check();
    },
    fields: () => ({ type: 'input', input: 3, on: false, attention: true }),
    sentence: 'input 3 switches off, all devices',
  },
];
