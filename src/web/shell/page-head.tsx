import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app-context.js';

/** The heading of a page; it gets the focus when the page opens, so that screen readers announce the page. */
export function PageHead({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { attention } = useApp();
  const count = attention.alerts.value.length;
  useEffect(() => {
    document.title = `${count === 0 ? '' : `(${count}) `}${title} · Waypost`;
  }, [title, count]);
  return (
    <header class="page-head">
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </header>
  );
}
