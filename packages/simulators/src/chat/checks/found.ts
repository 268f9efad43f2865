/**
 * What a check found and where. Checks are independent of providers: each profile gives findings its own rule, wording
 * and status (`violation`), and decides the order of the checks (`firstOf`).
 */
import type { Violation } from '../../api/api.ts';

export interface Found {
  /** The message it is in; -1 if it is in none. */
  readonly message: number;
  /** The path in OpenAI's notation: `messages[3].tool_calls[0].id`. */
  readonly path: string;
  /** The offending value as it was sent. */
  readonly value: unknown;
  /** The index of the call within the message, the part within its content or the tool within `tools`, if any. */
  readonly item?: number;
}

/** A rule with its text, which depends on what was found. */
export interface Rule<F extends Found = Found> {
  readonly id: string;
  readonly status?: number;
  readonly code?: string;
  readonly says: (found: F) => string;
  /** Another notation for the path. */
  readonly path?: (found: F) => string;
}

/** What was found, as the violation of a rule; undefined if nothing was. Status 400 unless the rule says otherwise. */
export function violation<F extends Found>(found: F | undefined, rule: Rule<F>): Violation | undefined {
  if (!found) return undefined;
  return {
    rule: rule.id,
    status: rule.status ?? 400,
    message: rule.says(found),
    path: rule.path ? rule.path(found) : found.path,
    ...(rule.code === undefined ? {} : { code: rule.code }),
  };
}

/** A violation that is not about one place in the messages. */
export function breach(broken: boolean, path: string, value?: unknown): Found | undefined {
  return broken ? { message: -1, path, value } : undefined;
}

/** Every rule that was broken, for warnings. */
export function allViolations(checks: readonly (() => Violation | undefined)[]): readonly Violation[] {
  return checks.flatMap((check) => check() ?? []);
}
