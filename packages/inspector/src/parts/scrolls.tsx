/** A part of the page that scrolls separately, also by keyboard. */
import type { ComponentChildren, VNode } from 'preact';

export function Scrolls({
  label,
  class: kind = 'scrolls',
  children,
}: {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class={kind} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
