/** Approval questions of the runtime as ACP permission requests: allow or reject, once or always. */
import { type AgentContext, methods, type PermissionOption, type ToolCallUpdate } from '@agentclientprotocol/sdk';
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type ApprovalRule,
  offerRules,
  parseRule,
} from '@interlock/runtime';
import type { ProjectPermissions } from '../agent/project-permissions.ts';
import { type AlwaysChoice, alwaysChoices } from '../wording/always-choices.ts';
import { showArguments } from '../wording/show-arguments.ts';
import {
  diffContent,
  editOfArguments,
  type FileEdit,
  kindOfCall,
  locationsOfCall,
  textContent,
  titleOfCall,
} from './shown-call.ts';

export interface PermissionParts {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly workspace: string;
  /** Absent: "always" can only be remembered for the session. */
  readonly permissions: ProjectPermissions | undefined;
  /** The content of the file that a call would change. Undefined: unknown. */
  readonly editOf: (request: ApprovalRequest) => Promise<FileEdit | undefined>;
  /** Rules for as long as the session is open; the caller keeps them. */
  readonly allow: (rule: ApprovalRule) => void;
}

export async function askPermission(
  parts: PermissionParts,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { client, sessionId, permissions } = parts;
  // Leaving the sandbox needs approval each time, whatever is remembered.
  const isAskedEachTime = request.confinement?.question !== undefined;
  const always = isAskedEachTime ? [] : alwaysChoices(offerRules(request), permissions !== undefined);
  const toolCall = await shownRequest(parts, request);
  if (signal.aborted) return { verdict: 'deny' };
  const { outcome } = await client.request(
    methods.client.session.requestPermission,
    { sessionId, toolCall, options: [...permissionOptions(always, isAskedEachTime)] },
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
  if (outcome.outcome === 'cancelled') return { verdict: 'deny' };
  return toAnswer(parts, request, always, outcome.optionId);
}

const once = { allow: 'allow-once', reject: 'reject-once', never: 'reject-always' } as const;

function permissionOptions(always: readonly AlwaysChoice[], isAskedEachTime: boolean): readonly PermissionOption[] {
  return [
    { optionId: once.allow, kind: 'allow_once', name: 'Allow' },
    ...always.map(
      ({ name, note }, at): PermissionOption => ({
        optionId: `allow-always-${at}`,
        kind: 'allow_always',
        name: `Always allow ${name}: ${note}`,
      }),
    ),
    { optionId: once.reject, kind: 'reject_once', name: 'Reject' },
    ...(isAskedEachTime
      ? []
      : [
          { optionId: once.never, kind: 'reject_always', name: 'Always reject exactly this, in this session' } as const,
        ]),
  ];
}

async function toAnswer(
  { permissions, allow }: PermissionParts,
  request: ApprovalRequest,
  always: readonly AlwaysChoice[],
  optionId: string,
): Promise<ApprovalAnswer> {
  if (optionId === once.allow) return { verdict: 'allow' };
  if (optionId === once.never) return { verdict: 'deny', remember: ruleOf(request.rule, 'deny') };
  const chosen = always[Number(/^allow-always-(\d+)$/.exec(optionId)?.[1] ?? -1)];
  // An option that was never offered allows nothing.
  if (chosen === undefined) return { verdict: 'deny' };
  const rule = ruleOf(chosen.rule, 'allow');
  if (chosen.scope === 'session') return { verdict: 'allow', remember: rule };
  await permissions?.add(chosen.rule);
  // The rule is not stored in the session, because revoking it must revoke it everywhere.
  allow(rule);
  return { verdict: 'allow' };
}

function ruleOf(text: string, verdict: 'allow' | 'deny'): ApprovalRule {
  const parsed = parseRule(text, verdict);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.rule;
}

/** Everything the question is about: nobody should agree to what was not shown. */
async function shownRequest(parts: PermissionParts, request: ApprovalRequest): Promise<ToolCallUpdate> {
  const { callId, tool: name, kind, args, preview, confinement } = request;
  const call = { name, kind, args };
  const edit = (await parts.editOf(request)) ?? editOfArguments(call, parts.workspace);
  const locations = locationsOfCall(call, parts.workspace);
  const question = confinement?.question === undefined ? [] : [textContent(confinement.question)];
  const details = preview === undefined || preview === '' ? showArguments(name, args) : preview;
  return {
    toolCallId: callId,
    name,
    title: titleOfCall(call),
    kind: kindOfCall(call),
    status: 'pending',
    content: [...question, edit === undefined ? textContent(details) : diffContent(edit)],
    ...(locations.length === 0 ? {} : { locations: [...locations] }),
    rawInput: args,
  };
}
