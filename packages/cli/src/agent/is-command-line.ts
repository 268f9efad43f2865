/** Whether a text is a command: `/name`, alone or followed by arguments. A path such as `/etc/hosts` is not. Imports nothing, for a fast start. */
export function isCommandLine(text: string): boolean {
  return /^\s*\/[A-Za-z0-9][\w:.-]*(\s|$)/.test(text);
}
