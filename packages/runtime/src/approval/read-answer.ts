/** The caller's answer may come from anywhere; one that is not exactly an answer is none. */
import type { ApprovalAnswer, ApprovalRule } from './approval.ts';

export function readAnswer(answer: unknown): ApprovalAnswer | undefined {
  if (!isRecord(answer)) return undefined;
  const { verdict, remember, message } = answer;
  if (verdict !== 'allow' && verdict !== 'deny') return undefined;
  if (message !== undefined && typeof message !== 'string') return undefined;
  if (remember !== undefined && !isRule(remember)) return undefined;
  return {
    verdict,
    ...(remember === undefined ? {} : { remember }),
    ...(message === undefined ? {} : { message }),
  };
}

function isRule(rule: unknown): rule is ApprovalRule {
  if (!isRecord(rule)) return false;
  const { verdict, tool, pattern } = rule;
  const isVerdict = verdict === 'allow' || verdict === 'ask' || verdict === 'deny';
  return isVerdict && typeof tool === 'string' && (pattern === undefined || typeof pattern === 'string');
}

function isRecord(value: unknown): value is Record<'verdict' | 'remember' | 'message' | 'tool' | 'pattern', unknown> {
  return typeof value === 'object' && value !== null;
}
