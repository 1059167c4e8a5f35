import type { ComponentType } from 'preact';
import type { Privilege } from '../../schema/accounts/user.js';
import type { IconName } from '../components/icon.js';
import type { navigationText } from '../text/navigation.js';

export type PageProps = { readonly params: Readonly<Record<string, string>> };

/** One row of the table of pages. */
export type DashboardPage = {
  readonly name: string;
  /** after the `#`, `:name` for a part that is handed in */
  readonly path: string;
  readonly title: keyof (typeof navigationText)['en'];
  /** where the navigation has it; left out: it is reached from other pages alone */
  readonly section?: 'now' | 'equipment' | 'administration';
  /** without a section: the name of the page that the navigation shows as open in its place */
  readonly parent?: string;
  readonly icon: IconName;
  /** what one must be allowed to do for it to be of use */
  readonly privilege?: Privilege;
  /** Fetched when it is wanted first: nobody waits for the code of pages he does not look at. */
  readonly load: () => Promise<ComponentType<PageProps>>;
};
