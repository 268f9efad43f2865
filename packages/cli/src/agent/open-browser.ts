/** Opens a URL in the user's browser with a program of the system, without a shell. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { outsideEnvironment } from '@interlock/runtime';
import type { Io } from '../io/io.ts';

/** Ignores failures, because callers show the URL as well. Only http(s) URLs are opened. */
export function openBrowser(address: string, env: Io['env']): void {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return;
  const [file, ...args] = programOf(env);
  if (file === undefined) return;
  try {
    const child = spawn(file, [...args, address], { stdio: 'ignore', detached: true, env: outsideEnvironment(env) });
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
