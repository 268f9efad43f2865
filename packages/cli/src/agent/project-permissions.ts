/** Rules that the user always allows in one project: stored, applied in every session there, revocable. */
import { type ApprovalRule, parseRule } from '@interlock/runtime';
import { createPermissionStore } from '../config/permission-store.ts';

export interface ProjectPermissions {
  /** In text form; all of them allow. */
  list(): Promise<readonly string[]>;
  add(rule: string): Promise<void>;
  /** Returns whether there was such a rule. */
  revoke(rule: string): Promise<boolean>;
}

/** `project`: with its links resolved. */
export function projectPermissions(stateFolder: string, project: string): ProjectPermissions {
  const store = createPermissionStore(stateFolder);
  return {
    list: async () => (await store.list(project)).map(({ rule }) => rule),
    add: (rule) => store.add(project, rule),
    revoke: (rule) => store.revoke(project, rule),
  };
}

/** A rule that can no longer be parsed allows nothing. */
export function readPermissions(rules: readonly string[]): readonly ApprovalRule[] {
  return rules.flatMap((text) => {
    const parsed = parseRule(text, 'allow');
    return 'rule' in parsed ? [parsed.rule] : [];
  });
}
