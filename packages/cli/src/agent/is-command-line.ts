/**
 * Whether a text is a command: `/name`, alone or followed by something. A path such as `/etc/hosts` is not. Loads
 * nothing.
 */
export function isCommandLine(text: string): boolean {
  return /^\s*\/[A-Za-z0-9][\w:.-]*(\s|$)/.test(text);
}
