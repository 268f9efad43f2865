/**
 * What happens to calls that no rule is about. `ask`: only reading runs unasked. `accept-edits`: file tools may write in the workspace,
 * too. `plan`: only reading runs at all. `confined`: whatever runs inside the sandbox runs unasked, and file tools, which
 * write nowhere else; without a sandbox it asks about commands like `ask`.
 */
export type ApprovalMode = 'ask' | 'accept-edits' | 'plan' | 'confined';

/** In the order in which a key goes through them. */
export const approvalModes: readonly ApprovalMode[] = ['ask', 'accept-edits', 'plan', 'confined'];
