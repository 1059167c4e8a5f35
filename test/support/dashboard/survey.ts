import type { Page } from 'playwright-core';
import { untranslatedTexts, unfilledTexts } from './text-rules.js';
import type { Finding, Inspector } from './inspector.js';

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
const ENGLISH = 'en';

export type SurveyFinding = Finding & {
  readonly page: string;
  readonly size: string;
  readonly scheme: string;
  readonly language: string;
};

export type Survey = {
  readonly findings: readonly SurveyFinding[];
  /** looks at a page in one size, scheme and language */
  readonly combinations: number;
};

export type SurveyOptions = {
  readonly page: Page;
  readonly inspector: Inspector;
  readonly size: string;
  /** keeps a picture of the page, if that is wanted */
  readonly shoot: (name: string) => Promise<void>;
  /** the accessibility violations of the page as it is */
  readonly violations: (scheme: Scheme) => Promise<readonly string[]>;
};

type LookOptions = {
  /** shows the page in a language */
  readonly choose?: (language: string) => Promise<void>;
  readonly schemes?: readonly Scheme[];
};

export type Surveyor = {
  /** Looks at the open page in every language and scheme. */
  readonly look: (name: string, options?: LookOptions) => Promise<void>;
  readonly survey: () => Survey;
};

/** Looks at one page after the other in a window of one size. */
export function createSurveyor({ page, inspector, size, shoot, violations }: SurveyOptions): Surveyor {
  const findings: SurveyFinding[] = [];
  let combinations = 0;
  /** of the last page that has the choice */
  let languages: readonly string[] = [];

  async function look(name: string, options: LookOptions = {}): Promise<void> {
    const { choose = inspector.chooseLanguage, schemes = SCHEMES } = options;
    const offered = await inspector.languages();
    if (offered.length > 0) languages = offered;
    const english = new Set<string>();
    for (const language of [ENGLISH, ...languages.filter((one) => one !== ENGLISH)]) {
      await choose(language);
      const texts = await inspector.collectTexts();
      if (language === ENGLISH) for (const text of texts) english.add(text);
      const add = (scheme: string, found: readonly Finding[]): void => {
        findings.push(...found.map((finding) => ({ page: name, size, scheme, language, ...finding })));
      };
      add('light', unfilledTexts(texts));
      if (language !== ENGLISH) add('light', await untranslatedTexts(texts, english, language));
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        await inspector.drawn();
        add(scheme, await inspector.inspectLayout());
        if (language === ENGLISH) add(scheme, (await violations(scheme)).map(asFinding));
        await shoot(`${name} ${size} ${scheme} ${language}`);
        combinations += 1;
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await choose(ENGLISH);
  }

  return { look, survey: () => ({ findings, combinations }) };
}

const asFinding = (violation: string): Finding => ({ rule: 'accessibility', element: '', text: violation });

const MAX_PLACES = 4;

/** One line for each finding, with where it is. */
export function reportOf(findings: readonly SurveyFinding[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { page, size, scheme, language, rule, element, text } of findings) {
    const finding = [rule, element, text].filter((part) => part !== '').join(': ');
    places.set(finding, [...(places.get(finding) ?? []), `${page} ${size} ${scheme} ${language}`]);
  }
  return [...places].sort().map(([finding, where]) => {
    const more = where.length > MAX_PLACES ? ` and ${where.length - MAX_PLACES} more` : '';
    return `${finding} [${where.slice(0, MAX_PLACES).join(', ')}${more}]`;
  });
}
