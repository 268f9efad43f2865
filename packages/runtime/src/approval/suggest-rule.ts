/** The narrowest rule that would allow a call and make sense to keep: this command line, this file, this address; elsewhere the tool. */
import type { ToolKind } from '../tool/tool.ts';
import type { ApprovalRule } from './approval.ts';
import { escapeTool } from './parse-rule.ts';
import { escapePattern } from './pattern.ts';
import type { WeighedCall } from './weigh-rules.ts';

/** Kinds whose tools say in a subject what they are about to touch. */
const bySubject: readonly ToolKind[] = ['read', 'write', 'command', 'network'];

export function suggestRule({ tool, kind, subject }: WeighedCall): ApprovalRule {
  const name = escapeTool(tool);
  if (subject === '' || !bySubject.includes(kind)) return { verdict: 'allow', tool: name };
  return { verdict: 'allow', tool: name, pattern: escapePattern(subject) };
}
