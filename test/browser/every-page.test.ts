import { expect } from 'chai';
import { startDepot, type Depot } from '../support/dashboard/depot.js';
import { DEPOT } from '../support/dashboard/depot-seed.js';
import { useInspector } from '../support/dashboard/inspector.js';
import { pagePaths } from '../support/dashboard/page-table.js';
import { createSurveyor, reportOf, type Survey } from '../support/dashboard/survey.js';
import { accessibilityViolations, shoot, useBrowser } from './browser.js';

const SIZES = { desktop: { width: 1440, height: 900 }, telephone: { width: 390, height: 844 } } as const;
type Size = keyof typeof SIZES;
/** A page with the choice of the language, for pages without it. */
const FRAMED = '/account';

describe('every page of the dashboard in a browser', function () {
  // The 1,080 pages take three minutes.
  this.timeout(1_800_000);
  const browser = useBrowser();
  let depot: Depot;

  before(async () => {
    depot = await startDepot();
  });
  after(() => depot.stop());

  async function open(size: Size, token?: string) {
    const { page } = await browser.open({ viewport: SIZES[size], locale: 'en-US', reducedMotion: 'reduce' });
    if (token !== undefined) await page.addInitScript(`sessionStorage.setItem('waypost.token', '${token}')`);
    const inspector = await useInspector(page);
    const surveyor = createSurveyor({
      page,
      inspector,
      size,
      shoot: (name) => shoot(page, name),
      violations: (scheme) => accessibilityViolations(page, scheme === 'light' ? undefined : ['color-contrast']),
    });
    return { page, inspector, surveyor };
  }

  async function surveyTable(size: Size): Promise<Survey> {
    const { page, inspector, surveyor } = await open(size, depot.client.token);
    await page.goto(`${depot.url}/#${FRAMED}`);
    await inspector.isReady();
    for (const { name, path } of await pagePaths(depot.params)) {
      await inspector.openPage(path);
      if ((await inspector.languages()).length > 0) {
        await surveyor.look(name);
        if (await inspector.openPanels()) await surveyor.look(`${name}, opened`, { schemes: ['light'] });
        continue;
      }
      await inspector.openPage(FRAMED);
      const choose = async (language: string): Promise<void> => {
        await inspector.openPage(FRAMED);
        await inspector.chooseLanguage(language);
        await inspector.openPage(path);
      };
      await surveyor.look(name, { choose });
    }
    await inspector.openPage(FRAMED);
    const body = JSON.stringify({ success: false, code: 'confirmation_required', error: '' });
    await page.route('**/api/Auth/Link', (route) => route.fulfill({ status: 403, body }));
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByRole('dialog').waitFor();
    await surveyor.look('confirmation', { schemes: ['light'] });
    return surveyor.survey();
  }

  async function surveySignIn(size: Size): Promise<Survey> {
    const { page, inspector, surveyor } = await open(size);
    await page.goto(depot.url);
    await inspector.isReady();
    await surveyor.look('sign-in');
    await page.locator('[name=userName]').fill('admin');
    await page.locator('[name=secret]').fill('wrong');
    await page.locator('[type=submit]').click();
    await page.getByRole('alert').waitFor();
    await surveyor.look('sign-in, refused');
    const account = {
      name: `${DEPOT} ${size}`,
      email: `ben-${size}@depot.example`,
      country: 'ES',
      timeZone: 'Europe/Madrid',
    };
    const { body: user } = await depot.client.call('POST', '/api/users', account);
    const { body } = await depot.client.call('POST', `/api/users/${String(user.id)}/link`);
    await page.goto('about:blank');
    await page.goto(depot.url + String(body.path));
    await page.locator('[name=password]').waitFor();
    await surveyor.look('choose-password');
    await page.evaluate(`location.hash = 'display=another'`);
    await page.getByRole('dialog').waitFor();
    await surveyor.look('link while signed in', { schemes: ['light'] });
    return surveyor.survey();
  }

  it('every page fits, in every size, color scheme and language, and has all its texts', async () => {
    const surveys = await Promise.all(
      (['desktop', 'telephone'] as const).flatMap((size) => [surveyTable(size), surveySignIn(size)]),
    );
    const combinations = surveys.reduce((sum, survey) => sum + survey.combinations, 0);
    const findings = reportOf(surveys.flatMap((survey) => survey.findings));
    console.log(`      ${combinations} combinations of page, size, color scheme and language`);
    if (findings.length > 0) expect.fail(`${findings.length} findings:\n${findings.join('\n')}`);
    expect(combinations).to.be.at.least(200);
  });
});
