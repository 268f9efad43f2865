/** What a session sends in addition to the conversation: the system prompt, made before every turn, and instructions of deeper folders. */
import os from 'node:os';
import type { ApprovalRule } from '../approval/approval.ts';
import type { History } from '../history/history.ts';
import { readInstructions } from '../instructions/read-instructions.ts';
import { TouchedInstructions } from '../instructions/touched-instructions.ts';
import type { Workspace } from '../tool/tool.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionParts } from './session-parts.ts';
import { buildSystemPrompt } from './system-prompt.ts';

export function promptOf(
  options: SessionOptions,
  workspace: Workspace,
  rules: () => readonly ApprovalRule[],
  { facts }: History,
): Pick<SessionParts, 'systemPrompt' | 'touched'> {
  const { role, appendSystem: append, describesWorkspace = false, instructions: wanted = false } = options;
  const place = { workspace: workspace.root, platform: os.platform() };
  const fixed = {
    ...(role === undefined ? {} : { role }),
    ...(append === undefined ? {} : { append }),
    ...(describesWorkspace ? { place } : {}),
  };
  const read = wanted === true ? {} : wanted;
  return {
    ...(read === false ? {} : { touched: new TouchedInstructions({ workspace, rules, told: () => facts.told }) }),
    systemPrompt: async (tools) => {
      const instructions = read === false ? undefined : await readInstructions(workspace, rules(), read);
      const told = (instructions?.files ?? []).map(({ path, text, cut }) => ({ path, characters: text.length, cut }));
      return {
        system: buildSystemPrompt({ ...fixed, instructions, tools, begunIn: facts.begunIn }),
        instructions: told,
      };
    },
  };
}
