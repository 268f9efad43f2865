/** Which paths a glob means. Runs in the worker: a glob can be as slow to match as any regular expression. */
import picomatch from 'picomatch';

export type Matches = (path: string) => boolean;

export interface GlobOptions {
  /** A glob without `/` is held against the name alone, at any depth. */
  readonly anyDepth: boolean;
}

export function compileGlob(glob: string, { anyDepth }: GlobOptions): Matches {
  const pattern = glob.replace(/^(!?)\.?\//, '$1');
  const inAnyFolder = anyDepth && !pattern.includes('/');
  const rest = pattern.replace(/^!/, '');
  // A name may hold a line end, hence the flag.
  const matches = picomatch(inAnyFolder ? `**/${rest}` : rest, { dot: true, nonegate: true, flags: 's' });
  return pattern.startsWith('!') ? (path) => !matches(path) : matches;
}
