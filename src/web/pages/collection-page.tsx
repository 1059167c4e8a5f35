import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { FetchState } from '../api/use-fetch.js';
import { LoadNote } from '../components/load-note.js';
import { StateNote } from '../components/state-note.js';
import { ToggleButton } from '../components/toggle-button.js';
import { PageHead } from '../shell/page-head.js';

export type CollectionPageProps<Data> = {
  readonly title: string;
  readonly data: FetchState<Data>;
  /** the button that opens the form of a new entry; absent: the user may not create one, or the form is always open */
  readonly create?: {
    readonly label: string;
    readonly open: Signal<boolean>;
    readonly form: (data: Data) => JSX.Element;
  };
  /** what was created last; empty: nothing */
  readonly created?: string;
  /** a link above the title */
  readonly back?: JSX.Element;
  /** shown above the list */
  readonly notes?: (data: Data) => JSX.Element;
  /** shown instead of the list; undefined: the list is shown */
  readonly emptyNote?: (data: Data) => { readonly title: string; readonly hint: string } | undefined;
  readonly list: (data: Data) => JSX.Element;
  readonly children?: ComponentChildren;
};

/** A page that lists a collection and can create an entry. */
export function CollectionPage<Data>(props: CollectionPageProps<Data>): JSX.Element {
  const { title, data, create, created, back, notes, emptyNote, list, children } = props;
  const result = data.result.value;
  const value = result?.ok === true ? result.value : undefined;
  const note = value === undefined ? undefined : emptyNote?.(value);
  return (
    <div class="page">
      {back}
      <PageHead title={title}>
        {created === undefined ? null : (
          <p class="grow" role="status">
            {created}
          </p>
        )}
        {create === undefined ? null : <ToggleButton label={create.label} open={create.open} />}
      </PageHead>
      {create?.open.value === true && value !== undefined ? create.form(value) : null}
      <LoadNote result={result} onRetry={data.reload} />
      {value === undefined ? null : notes?.(value)}
      {note === undefined ? null : <StateNote title={note.title}>{note.hint}</StateNote>}
      {value === undefined || note !== undefined ? null : list(value)}
      {children}
    </div>
  );
}
