import type { ComponentType } from 'preact';
import type { Privilege } from '../../schema/accounts/privileges.js';
import type { IconName } from '../components/icon.js';
import type { navigationText } from '../text/navigation.js';

export type PageProps = { readonly params: Readonly<Record<string, string>> };

/** One row of the table of pages. */
export type DashboardPage = {
  readonly name: string;
  /** after the `#`; `:name` is a parameter */
  readonly path: string;
  /** a previous path that still opens the page */
  readonly alias?: string;
  readonly title: keyof (typeof navigationText)['english'];
  /** section of the navigation; absent: only other pages link to this one */
  readonly section?: 'now' | 'equipment' | 'administration';
  /** for a page without a section: the page that the navigation marks as current instead */
  readonly parent?: string;
  readonly icon: IconName;
  /** what a user needs to open the page */
  readonly privilege?: Privilege;
  /** not offered to restricted users: it would show them only why they see nothing */
  readonly unrestricted?: true;
  /** without the frame: it fills the screen */
  readonly isBare?: true;
  /** a display may open it */
  readonly displays?: true;
  /** Loads the page's code on first use, so that other pages open faster. */
  readonly load: () => Promise<ComponentType<PageProps>>;
};
