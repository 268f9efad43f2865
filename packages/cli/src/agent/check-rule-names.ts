/**
 * Rules that name no tool, on the command line and in files. Such a rule does nothing, although its author expects it to: it is an error,
 * with its position and a suggestion. If the tools of some file are unknown, the name may be one of them: then it is a warning.
 */
import { findUnknownTool, type KnownTools, parseRule, type UnknownTool, type Verdict } from '@interlock/runtime';
import type { AgentFlags } from '../config/agent-flags.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { LoadedFile } from '../config/load-file.ts';
import { problemLines } from '../config/parse-config.ts';
import type { Problem } from '../config/problem.ts';
import { usageError } from '../io/command-error.ts';
import type { OwnTools } from '../own-tools/open-own-tools.ts';
import { plainText } from '../print/plain-text.ts';
import { builtInNames } from './session-setup.ts';

/** Returns warnings for names that may be tools that were not loaded. Throws a usage error for all others. */
export async function checkRuleNames(
  { config: { values }, sources, toolFiles }: Pick<LoadedConfig, 'config' | 'sources' | 'toolFiles'>,
  flags: Pick<AgentFlags, 'allow' | 'deny'>,
  own: OwnTools | undefined,
): Promise<readonly string[]> {
  const known: KnownTools = {
    tools: [...(await builtInNames()), ...(own?.tools ?? []).map(({ tool }) => tool.name)],
    // Also the tools of an untrusted file: its rules may be about them.
    servers: [...new Set([values, ...sources.map((file) => file.values)].flatMap(({ mcp = {} }) => Object.keys(mcp)))],
  };
  const isWhole = toolFiles.every(({ isLeft }) => !isLeft) && (own?.problems ?? []).length === 0;
  checkRuleFlags(flags, known, isWhole);
  const found = sources.map((file) => ({ file, problems: problemsIn(file, known) }));
  const refused = found.flatMap(({ file, problems }) => linesOf(file, problems, (each) => isWrong(each, isWhole)));
  if (refused.length > 0) throw usageError(refused.join('\n'));
  return found.flatMap(({ file, problems }) => linesOf(file, problems, () => true));
}

/** Flags are for this run only: a server that is not configured is a mistake there. */
export function checkRuleFlags(
  { allow = [], deny = [] }: Pick<AgentFlags, 'allow' | 'deny'>,
  known: KnownTools,
  isWhole: boolean,
): void {
  const wrong = [...allow.map((text) => ['--allow', text] as const), ...deny.map((text) => ['--deny', text] as const)]
    .map(([flag, text]) => ({ flag, unknown: unknownIn(text, known) }))
    .find(({ unknown }) => unknown !== undefined && (unknown.reason === 'no-server' || isWrong(unknown, isWhole)));
  if (wrong?.unknown !== undefined) throw usageError(`${wrong.flag}: ${plainText(wrong.unknown.problem)}`);
}

type RuleProblem = Problem & { readonly unknown: UnknownTool };

function problemsIn({ values: { approval = {} } }: LoadedFile, known: KnownTools): readonly RuleProblem[] {
  return (['allow', 'ask', 'deny'] as const).flatMap((verdict: Verdict) =>
    (approval[verdict] ?? []).flatMap((text, place) => {
      const unknown = unknownIn(text, known);
      return unknown === undefined
        ? []
        : [{ path: ['approval', verdict, place], text: plainText(unknown.problem), unknown }];
    }),
  );
}

/** A malformed rule was already reported when it was read. */
function unknownIn(text: string, known: KnownTools): UnknownTool | undefined {
  const parsed = parseRule(text, 'deny');
  return 'problem' in parsed ? undefined : findUnknownTool(parsed.rule, known);
}

/** A file may name servers that only some projects have, unless a typo is likely. */
function isWrong({ reason, meant }: UnknownTool, isWhole: boolean): boolean {
  if (reason === 'no-server') return meant !== undefined;
  return reason === 'other-agent' || isWhole;
}

function linesOf(
  { path, parsed }: LoadedFile,
  problems: readonly RuleProblem[],
  wanted: (unknown: UnknownTool) => boolean,
): readonly string[] {
  const told = problems.filter(({ unknown }) => wanted(unknown));
  return told.length === 0 ? [] : [problemLines(plainText(path), parsed, told)];
}
