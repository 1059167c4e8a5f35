import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A section of a page with a heading. */
export function Card({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const id = useId();
  return (
    <section class="card card-stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** One row of a list of facts, `<dl class="facts">`. */
export const Fact = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
