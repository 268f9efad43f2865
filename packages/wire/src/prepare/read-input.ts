/** Reads the caller's input for one request once, so that the rest of the code can trust it. `null` counts as absent. */
import { type Content, Ledger, type PolicyOptions } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import { count, type Forms, object, oneOf, readFields, recordOf, text } from '../json/forms.ts';
import type { Settings, Tool } from '../traits/settings.ts';
import { readSettings } from './read-settings.ts';
import { readTools } from './read-tools.ts';
import type { LeftOut } from './request-diagnostics.ts';

/** The caller's input for one request. */
export interface RequestInput {
  /** Any readable history: raw ids, missing turn ids and arguments as text are fine. */
  readonly contents: readonly Content[];
  readonly tools?: readonly Tool[] | undefined;
  readonly system?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly ledger?: Ledger | undefined;
  readonly policy?: PolicyOptions | undefined;
  /** Without thinking, seals and media: for a target that refused the original request. */
  readonly plain?: boolean | undefined;
}

export interface CheckedInput {
  readonly contents: readonly Content[];
  readonly tools: readonly Tool[];
  readonly system: string;
  readonly settings: Settings;
  /** Settings with values of the wrong type. */
  readonly left: readonly LeftOut[];
  readonly ledger: Ledger | undefined;
  readonly policy: PolicyOptions;
  readonly plain: boolean;
}

export function readInput(input: RequestInput): CheckedInput {
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

/** The renderer reads, or refuses, what it contains. */
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

/** The caller's decisions about rendering; an invalid one is refused rather than ignored. */
function readPolicy(policy: unknown): PolicyOptions {
  const read = readFields<PolicyOptions>(policy, forms, (name, why) => {
    throw new ConfigError('invalid-input', `\`policy.${name}\` cannot be used: ${why}.`, 'Correct it, or omit it.');
  });
  if (read !== undefined) return read;
  throw new ConfigError('invalid-input', '`policy` must be an object.', 'Give an object, or omit it.');
}

const forms = {
  reasoning: oneOf('all', 'last-turn', 'none'),
  foreignThinking: oneOf('drop', 'note'),
  /** Replaced by where the request goes. */
  target: object,
  orphans: oneOf('drop', 'restore', 'note'),
  longestOrphan: count,
  longestResult: count,
  syntheticTexts: recordOf(text),
  onFault: oneOf('conservative', 'throw'),
} as const satisfies Forms<PolicyOptions>;
