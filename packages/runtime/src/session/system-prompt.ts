/** Builds the system prompt. Deterministic, and without the time of day: it is the start of every cached prefix. */

import os from 'node:os';
import type { Approvals } from '../approval/approval.ts';
import type { History } from '../history/history.ts';
import { type Instructions, readInstructions } from '../instructions/read-instructions.ts';
import { TouchedInstructions } from '../instructions/touched-instructions.ts';
import type { AgentTool, Workspace } from '../tool/tool.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionParts } from './session-parts.ts';

export interface PromptFacts {
  readonly role?: string;
  /** Absent: the prompt does not name the workspace. */
  readonly place?: { readonly workspace: string; readonly platform: string };
  readonly instructions?: Instructions | undefined;
  readonly tools: readonly AgentTool[];
  /** The agent in which an imported conversation started, with other tools. */
  readonly importedFrom?: string | undefined;
  /** Text at the end of the prompt. */
  readonly append?: string;
}

/** For a coding agent. */
export const codingRole: string = [
  'You are an agent that works in the folder of a software project, with the tools you are offered.',
  'Look before you change anything, change no more than the user asked for, and say plainly what you did and what you could not do.',
].join(' ');

export function buildSystemPrompt(facts: PromptFacts): string {
  const { role = '', place, tools, instructions, importedFrom, append = '' } = facts;
  const parts = [
    ...(role === '' ? [] : [role]),
    ...(place === undefined ? [] : [`Workspace: ${place.workspace}\nPlatform: ${place.platform}`]),
    ...(tools.length === 0 ? [] : [toolText]),
    ...(importedFrom === undefined ? [] : [importedText(importedFrom)]),
    ...(instructions === undefined ? [] : [instructionText(instructions)]),
    ...(append === '' ? [] : [append]),
  ];
  return parts.join('\n\n');
}

const toolText = [
  'Calls that do not depend on each other can be made together: they run in parallel.',
  'A result that starts by saying that the call was cancelled, interrupted, denied or timed out was written by the agent, not by the tool: rely on what it says happened.',
].join(' ');

function importedText(agent: string): string {
  return `This conversation began in ${agent}, which has other tools. Earlier calls may name tools that you do not have: use only those offered to you now.`;
}

function instructionText({ files, nested }: Instructions): string {
  const parts = [
    ...files.map(({ path, text, cut, from }) => {
      const whose = from === 'user' ? "The user's" : "The project's";
      return `${whose} own instructions (${path}${cut ? ', truncated' : ''}):\n<instructions>\n${text}\n</instructions>`;
    }),
    ...(nested.length === 0
      ? []
      : [`Read these before you work in their folders:\n${nested.map((path) => `- ${path}`).join('\n')}`]),
  ];
  return parts.join('\n\n');
}

/** Builds what a session sends besides the conversation: the system prompt, before every turn, and the instructions of deeper folders. */
export function promptOf(
  options: SessionOptions,
  workspace: Workspace,
  approvals: Pick<Approvals, 'rules'>,
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
    ...(read === false ? {} : { touched: new TouchedInstructions({ workspace, approvals, facts }) }),
    systemPrompt: async (tools) => {
      const instructions = read === false ? undefined : await readInstructions(workspace, approvals.rules, read);
      const loaded = (instructions?.files ?? []).map(({ path, text, cut }) => ({ path, characters: text.length, cut }));
      return {
        system: buildSystemPrompt({ ...fixed, instructions, tools, importedFrom: facts.importedFrom }),
        instructions: loaded,
      };
    },
  };
}
