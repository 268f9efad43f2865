/** `tools.confine` in its current form: two older names are still accepted. */
import type { SandboxMode } from '@interlock/runtime';
import type { Config } from './config.ts';

export function sandboxMode(confine: NonNullable<Config['tools']>['confine'] = 'auto'): SandboxMode {
  if (confine === 'bwrap') return 'require';
  return confine === 'none' ? 'off' : confine;
}
