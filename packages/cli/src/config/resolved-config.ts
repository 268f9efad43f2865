/** The effective configuration, with the origin of each value. Contains no secret: credentials are sources, not keys. */
import type { UsedConfig } from './config.ts';

export interface Origin {
  readonly from: 'flag' | 'environment' | 'project' | 'user' | 'default';
  /** File, variable or flag. */
  readonly name: string;
}

export interface ResolvedConfig {
  readonly values: UsedConfig;
  /** By path: `routes.cheap.policy`. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Files that were read, and what was ignored in them and why. */
  readonly files: readonly {
    readonly path: string;
    readonly kind: 'user' | 'project';
    readonly ignored: readonly string[];
  }[];
}
