/**
 * Compares what the reader says about a line with what a shell did: everything that was started must have been found, with its words, and
 * what would run unasked or by a rule must stay within that. Says nothing about lines that are asked about.
 */

import { realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ApprovalRule } from '@interlock/runtime';
import { hidesCommand } from '../../../packages/runtime/src/approval/hides-command.ts';
import { parseCommand } from '../../../packages/runtime/src/approval/parse-command.ts';
import type { SimpleCommand } from '../../../packages/runtime/src/approval/simple-command.ts';
import { weighRules } from '../../../packages/runtime/src/approval/weigh-rules.ts';
import type { Played, Stage, Start } from './play-lines.ts';

/** What the reader says before the line runs. */
export interface Said {
  readonly commands: readonly SimpleCommand[];
  /** It would run without a rule. */
  readonly unasked: boolean;
  /** It would run with `allow run_command(pa *)` and `(echo *)`. */
  readonly byRule: boolean;
  /** It would run although `pb *` is denied. */
  readonly pastDeny: boolean;
  /** It would run unasked although reading `f` is denied. */
  readonly pastReadDeny: boolean;
  readonly redirects: boolean;
}

const rule = (verdict: ApprovalRule['verdict'], pattern?: string, tool = 'run_command'): ApprovalRule => ({
  verdict,
  tool,
  ...(pattern === undefined ? {} : { pattern }),
});
const allowed = [rule('allow', 'pa *'), rule('allow', 'echo *'), rule('allow', 'true')];
const denied = [rule('allow'), rule('deny', 'pb *')];
const unreadable = [rule('deny', 'f', 'kind:read')];

/** Undefined: the line is asked about, whatever the rules say. */
export function sayAbout(line: string, stage: Pick<Stage, 'workspace' | 'programs'>): Said | undefined {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed) return undefined;
  const place = { root: stage.workspace, alsoAllowed: [], programs: stage.programs };
  const runs = (rules: readonly ApprovalRule[]): boolean =>
    weighRules(rules, { tool: 'run_command', kind: 'command', subject: line }, { place }).verdict === 'allow';
  return {
    commands: parsed.commands,
    unasked: runs([]),
    byRule: runs(allowed),
    pastDeny: runs(denied),
    pastReadDeny: runs(unreadable),
    redirects: parsed.commands.some(({ redirects }) => redirects),
  };
}

/** What happened and was not said; empty if there is nothing. */
export function findUnderstated(said: Said, { starts, made }: Played, workspace: string): readonly string[] {
  return [
    ...starts.flatMap((start) => {
      const shown = `${start.words.join('␣')} in ${start.folder}`;
      return [...unsaidStart(said, start), ...(said.unasked ? unsaidReads(said, start, workspace) : [])].map(
        (what) => `${what}: ${shown}`,
      );
    }),
    ...unsaidFiles(said, made),
  ];
}

function unsaidStart(said: Said, start: Start): readonly string[] {
  const [name = ''] = start.words;
  // `exec pb` is a command of its own, which only a rule for `exec` allows.
  const isFound = said.commands.some((command) => hidesCommand(command) || covers(command, start));
  return [
    ...(isFound ? [] : ['not found']),
    ...(said.byRule && /^p[bc]$/.test(name) ? ['a rule for pa allows'] : []),
    ...(said.pastDeny && name === 'pb' ? ['past a deny'] : []),
    ...(said.unasked && name.startsWith('p') ? ['started unasked'] : []),
  ];
}

function unsaidReads(said: Said, start: Start, workspace: string): readonly string[] {
  return start.words.slice(1).flatMap((word) => {
    const path = resolved(word, start, workspace);
    if (path === undefined) return [];
    const isInside = path === workspace || path.startsWith(`${workspace}/`);
    if (!isInside) return [`opened ${path} unasked`];
    return said.pastReadDeny && path === join(workspace, 'f') ? ['opened f past a deny'] : [];
  });
}

function unsaidFiles(said: Said, made: readonly string[]): readonly string[] {
  if (made.length === 0) return [];
  const shown = made.join(' ');
  if (!said.redirects) return [`made files: ${shown}`];
  return said.unasked || said.byRule ? [`made files without a question: ${shown}`] : [];
}

/** A word that is not fixed may become any number of words. */
function covers({ words }: SimpleCommand, { words: started }: Start): boolean {
  const matches = (from: number, at: number): boolean => {
    const word = words[from];
    if (word === undefined) return at === started.length;
    if (word.fixed) return started[at] === word.text && matches(from + 1, at + 1);
    for (let next = at; next <= started.length; next += 1) if (matches(from + 1, next)) return true;
    return false;
  };
  return matches(0, 0);
}

/** The file that a program opens for this word; undefined if there is none of that name. */
function resolved(word: string, { folder }: Start, workspace: string): string | undefined {
  try {
    return realpathSync(isAbsolute(word) ? word : `${join(workspace, folder)}/${word}`);
  } catch {
    return undefined;
  }
}
