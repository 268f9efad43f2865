/** Opens an address in the user's browser: by a program of the system, with the address as its argument and no shell in between. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Io } from '../io/io.ts';

/** Never rejects: a caller that shows the address as well loses nothing. What is not http(s) is not opened. */
export function openBrowser(address: string, env: Io['env']): void {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return;
  const [file, ...args] = programOf(env);
  if (file === undefined) return;
  try {
    const child = spawn(file, [...args, address], { stdio: 'ignore', detached: true, env: { ...env } });
    child.on('error', () => {});
    child.unref();
  } catch {
    // There is no such program.
  }
}

function programOf(env: Io['env']): readonly string[] {
  const own = env['BROWSER'];
  if (own !== undefined && own !== '') return [own];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
