/** Suggests rules that would allow a call from now on: exactly this one, and a wider one where that makes sense. */

import type { ApprovalRule } from '../tool/approval-rule.ts';
import type { ToolKind } from '../tool/tool.ts';
import { commandPrefix } from './command-prefix.ts';
import { escapeTool, writeRule } from './parse-rule.ts';
import { escapePattern } from './pattern.ts';
import type { WeighedCall } from './rule-scope.ts';

/** `exact`: this call. `prefix`: the same program and command with other words. `folder`: every file in its folder. */
export interface RuleOffer {
  readonly covers: 'exact' | 'prefix' | 'folder' | 'host' | 'tool';
  /** The rule as text. */
  readonly rule: string;
}

/** Kinds of tools whose subject says what the call accesses. */
const bySubject: readonly ToolKind[] = ['read', 'write', 'command', 'network'];

/** The narrowest rule worth keeping: this command line, this file, this URL; for other tools, the tool. */
export function suggestRule({ tool, kind, subject }: WeighedCall): ApprovalRule {
  const name = escapeTool(tool);
  if (subject === '' || !bySubject.includes(kind)) return { verdict: 'allow', tool: name };
  return { verdict: 'allow', tool: name, pattern: escapePattern(subject) };
}

/** Narrowest first. A wider rule is offered only if it covers the call. */
export function offerRules(call: WeighedCall): readonly RuleOffer[] {
  const exact = suggestRule(call);
  const wider = (covers: RuleOffer['covers'], pattern: string | undefined): readonly RuleOffer[] =>
    pattern === undefined || pattern === exact.pattern ? [] : [{ covers, rule: writeRule({ ...exact, pattern }) }];
  const first: RuleOffer = { covers: exact.pattern === undefined ? 'tool' : 'exact', rule: writeRule(exact) };
  switch (call.kind) {
    case 'command':
      return [first, ...wider('prefix', commandPrefix(call.subject))];
    case 'read':
    case 'write':
      return [first, ...wider('folder', folderOf(call.subject))];
    case 'network':
      return [first, ...wider('host', hostOf(call.subject))];
    default:
      return [first];
  }
}

function folderOf(path: string): string | undefined {
  const end = path.lastIndexOf('/');
  if (end <= 0 || path.split('/').includes('.git')) return undefined;
  return `${escapePattern(path.slice(0, end))}/**`;
}

function hostOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url === null || url.host === '' ? undefined : `${url.protocol}//${url.host}/*`;
}
