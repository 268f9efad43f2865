/** A typed key, text or paste. */
export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  /** `enter`, `ctrl-c`, `alt-b`, `shift-tab`, `ctrl-alt-delete`: modifiers in this order, then the name. */
  | { readonly kind: 'press'; readonly name: string };
