import type { JSX } from 'preact';
import { pages } from '../pages/index.js';
import type { Page } from '../pages/page.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { pageAt } from '../routing/page-at.js';
import { may } from '../session/may.js';
import { navigationText } from '../text/navigation.js';
import { shellText } from '../text/shell.js';
import { HealthMark } from './health-mark.js';
import { Icon } from './icon.js';

const sections = ['now', 'equipment', 'administration'] as const;

/** The pages that the user has a use for. */
export function Navigation({ onChosen }: { readonly onChosen: () => void }): JSX.Element {
  const { session, path } = useParts();
  const say = useText(navigationText);
  const sayShell = useText(shellText);
  const state = session.state.value;
  const offered = pages.filter(({ needs }) => state.is === 'in' && may(state.user, needs));
  const here = pageAt(path.value)?.page;
  const isHere = ({ name }: Page): boolean => name === (here?.under ?? here?.name);

  return (
    <nav class="navigation" aria-label={sayShell('navigation')}>
      {sections.map((section) => {
        const own = offered.filter((page) => page.section === section);
        return own.length === 0 ? null : (
          <div key={section} class="navigation-section">
            <p class="navigation-title">{say(section)}</p>
            <ul>
              {own.map((page) => (
                <li key={page.name}>
                  <a href={linkTo(page.path)} aria-current={isHere(page) ? 'page' : undefined} onClick={onChosen}>
                    <Icon name={page.icon} />
                    {say(page.title)}
                    {page.name === 'health' ? <HealthMark /> : null}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
