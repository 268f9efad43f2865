/**
 * Finds rules on the command line and in files that name a tool that does not exist. Such a rule has no effect, which its author does not
 * expect: it is an error, with its position and a suggestion. If some tool files could not be loaded, it is only a warning.
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
    // This includes the servers of an untrusted file, because its rules may be about them.
    servers: [...new Set([values, ...sources.map((file) => file.values)].flatMap(({ mcp = {} }) => Object.keys(mcp)))],
  };
  const areAllLoaded = toolFiles.every(({ isIgnored }) => !isIgnored) && (own?.problems ?? []).length === 0;
  checkRuleFlags(flags, known, areAllLoaded);
  const found = sources.map((file) => ({ file, problems: problemsIn(file, known) }));
  const errors = found.flatMap(({ file, problems }) =>
    problemText(file, problems, (each) => isError(each, areAllLoaded)),
  );
  if (errors.length > 0) throw usageError(errors.join('\n'));
  return found.flatMap(({ file, problems }) => problemText(file, problems, () => true));
}

/** Flags apply to this run only, so naming a server that is not configured is a mistake. */
export function checkRuleFlags(
  { allow = [], deny = [] }: Pick<AgentFlags, 'allow' | 'deny'>,
  known: KnownTools,
  areAllLoaded: boolean,
): void {
  const first = [...allow.map((text) => ['--allow', text] as const), ...deny.map((text) => ['--deny', text] as const)]
    .map(([flag, text]) => ({ flag, unknown: unknownIn(text, known) }))
    .find(({ unknown }) => unknown !== undefined && (unknown.reason === 'no-server' || isError(unknown, areAllLoaded)));
  if (first?.unknown !== undefined) throw usageError(`${first.flag}: ${plainText(first.unknown.problem)}`);
}

type RuleProblem = Problem & { readonly unknown: UnknownTool };

function problemsIn({ values: { approval = {} } }: LoadedFile, known: KnownTools): readonly RuleProblem[] {
  return (['allow', 'ask', 'deny'] as const).flatMap((verdict: Verdict) =>
    (approval[verdict] ?? []).flatMap((text, index) => {
      const unknown = unknownIn(text, known);
      return unknown === undefined
        ? []
        : [{ path: ['approval', verdict, index], text: plainText(unknown.problem), unknown }];
    }),
  );
}

/** A malformed rule was already reported when it was read. */
function unknownIn(text: string, known: KnownTools): UnknownTool | undefined {
  const parsed = parseRule(text, 'deny');
  return 'problem' in parsed ? undefined : findUnknownTool(parsed.rule, known);
}

/** A file may name servers that only some projects have, unless a typo is likely. */
function isError({ reason, meant }: UnknownTool, areAllLoaded: boolean): boolean {
  if (reason === 'no-server') return meant !== undefined;
  return reason === 'other-agent' || areAllLoaded;
}

function problemText(
  { path, parsed }: LoadedFile,
  problems: readonly RuleProblem[],
  isWanted: (unknown: UnknownTool) => boolean,
): readonly string[] {
  const shown = problems.filter(({ unknown }) => isWanted(unknown));
  return shown.length === 0 ? [] : [problemLines(plainText(path), parsed, shown)];
}
