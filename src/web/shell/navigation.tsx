import type { JSX } from 'preact';
import { AttentionBadge } from '../attention/attention-badge.js';
import { pages } from '../pages/index.js';
import type { DashboardPage } from '../pages/page.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { pageAt } from '../routing/page-at.js';
import { canOpen } from '../session/can-open.js';
import { isRestricted } from '../session/is-restricted.js';
import { navigationText } from '../text/navigation.js';
import { shellText } from '../text/shell.js';
import { HealthMark } from './health-mark.js';
import { Icon } from '../components/icon.js';

const SECTIONS = ['now', 'equipment', 'administration'] as const;

/** The pages available to the user. */
export function Navigation({ onChosen: onSelect }: { readonly onChosen: () => void }): JSX.Element {
  const { session, path } = useApp();
  const t = useText(navigationText);
  const tShell = useText(shellText);
  const state = session.state.value;
  const isHidden = ({ unrestricted }: DashboardPage): boolean =>
    unrestricted === true && state.is === 'in' && isRestricted(state.user);
  const offered = pages.filter((page) => canOpen(state, page) && !isHidden(page));
  const here = pageAt(path.value)?.page;
  const isHere = ({ name }: DashboardPage): boolean => name === (here?.parent ?? here?.name);

  return (
    <nav class="navigation" aria-label={tShell('navigation')}>
      {SECTIONS.map((section) => {
        const own = offered.filter((page) => page.section === section);
        return own.length === 0 ? null : (
          <div key={section} class="navigation-section">
            <p class="navigation-title">{t(section)}</p>
            <ul>
              {own.map((page) => (
                <li key={page.name}>
                  <a href={linkTo(page.path)} aria-current={isHere(page) ? 'page' : undefined} onClick={onSelect}>
                    <Icon name={page.icon} />
                    {t(page.title)}
                    {page.name === 'health' ? <HealthMark /> : null}
                    {page.name === 'alerts' ? <AttentionBadge /> : null}
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
