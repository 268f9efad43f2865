/**
 * Packages that only some providers need: optional peers, loaded on first use. Their names are hidden from bundlers, so that
 * bundling works without them.
 */
import { ConfigError } from '../failure/errors.ts';

/** `T`: the module's type. If it is missing, the error names the command that installs it. */
export async function loadPeer<T>(specifier: string, provider: string): Promise<T> {
  try {
    return (await import(/* @vite-ignore */ specifier)) as T;
  } catch (error) {
    throw importFailure(error, /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, provider);
  }
}

/**
 * The error if an optional package could not be imported: with the command that installs it if it is missing, otherwise the
 * original.
 */
export function importFailure(error: unknown, name: string, neededBy: string): unknown {
  if (!isMissing(error)) return error;
  return new ConfigError('missing-package', `${neededBy} needs the package ${name}.`, `Run: npm install ${name}`);
}

function isMissing(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
