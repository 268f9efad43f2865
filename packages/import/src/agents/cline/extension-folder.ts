/** The folder in which a VS Code extension stores its files. */
import type { Machine } from '../../reading/agent-reader.ts';

export function extensionFolder({ platform, home, environment }: Machine, extension: string): string {
  const folder =
    platform === 'darwin'
      ? `${home}/Library/Application Support`
      : platform === 'win32'
        ? (environment['APPDATA'] ?? `${home}/AppData/Roaming`)
        : environment['XDG_CONFIG_HOME'] || `${home}/.config`;
  return `${folder}/Code/User/globalStorage/${extension}`;
}
