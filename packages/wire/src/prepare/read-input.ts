/**
 * What the caller hands over for one request, read once and in a known form: the rest of the way need not be careful. `null`
 * is taken for what is absent.
 */
import { type Content, Ledger, type PolicyOptions } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import type { Settings, Tool } from '../traits/settings.ts';
import { readPolicy } from './read-policy.ts';
import { readSettings } from './read-settings.ts';
import { readTools } from './read-tools.ts';
import type { LeftOut } from './request-diagnostics.ts';
import type { RequestInput } from './request-input.ts';

export interface SoundInput {
  readonly contents: readonly Content[];
  readonly tools: readonly Tool[];
  readonly system: string;
  readonly settings: Settings;
  /** Settings that are of no kind a setting can be. */
  readonly left: readonly LeftOut[];
  readonly ledger: Ledger | undefined;
  readonly policy: PolicyOptions;
  readonly plain: boolean;
}

export function readInput(input: RequestInput): SoundInput {
  const { contents, tools, system, settings, ledger, policy, plain } = fieldsOf(input);
  const left: LeftOut[] = [];
  return {
    contents: readContents(contents),
    tools: readTools(tools),
    system: readSystem(system),
    settings: readSettings(settings, (setting, why) => void left.push({ setting, why })),
    left,
    ledger: readLedger(ledger),
    policy: readPolicy(policy),
    plain: plain === true,
  };
}

function fieldsOf(input: RequestInput): { readonly [Name in keyof RequestInput]-?: unknown } {
  try {
    const { contents, tools, system, settings, ledger, policy, plain } = input;
    return { contents, tools, system, settings, ledger, policy, plain };
  } catch {
    throw new ConfigError('invalid-input', 'The request cannot be read.', 'Give an object with `contents`.');
  }
}

function readContents(contents: unknown): readonly Content[] {
  if (isList(contents)) return contents;
  throw new ConfigError('invalid-contents', '`contents` must be a list.', 'Give the history, oldest first.');
}

/** What is in it is read, and refused, by the renderer. */
function isList(value: unknown): value is readonly Content[] {
  return Array.isArray(value);
}

function readSystem(system: unknown): string {
  if (system === undefined || system === null) return '';
  if (typeof system === 'string') return system.toWellFormed();
  throw new ConfigError('invalid-input', '`system` must be a string.', 'Give a string.');
}

function readLedger(ledger: unknown): Ledger | undefined {
  if (ledger === undefined || ledger === null) return undefined;
  if (ledger instanceof Ledger) return ledger;
  throw new ConfigError('invalid-input', '`ledger` must be a Ledger.', 'Make one with `new Ledger()`.');
}
