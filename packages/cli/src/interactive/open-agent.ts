/** How the agent comes to be while the prompt is there already: it may have to ask about the folder, and about MCP servers. */
import type { AskMcpGrant, McpGrant } from '@interlock/runtime';
import type { Agent } from '../agent/agent.ts';
import { listNames } from '../agent/list-names.ts';
import type { AskTrust } from '../config/decide-trust.ts';
import { plainText } from '../print/plain-text.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import type { Conversation, Front } from './conversation.ts';

export interface AskToOpen {
  readonly trust: AskTrust;
  /** About a server that the sandbox seems to have stopped. */
  readonly server: AskMcpGrant;
}

export type OpenAgent = (ask: AskToOpen) => Promise<Agent>;

export interface AskingFront extends Front {
  /** When no other list is open: for questions that come by themselves. */
  chooseNext(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined>;
}

export function asking(front: AskingFront, conversation: Conversation): AskToOpen {
  return {
    trust: (folder, changed) => askTrust(front, folder, changed),
    server: (server, why) => askServer(front, conversation, server, why),
  };
}

/** Leaving the question open is a no. */
async function askTrust(front: Pick<Front, 'choose'>, folder: string, changed: readonly string[]): Promise<boolean> {
  const chosen = await front.choose(`${changedText(changed)}Do you trust the files in ${folder}?`, answers, 0);
  return answers[chosen ?? 0] === yes;
}

/** What comes first is not cut off. */
function changedText(changed: readonly string[]): string {
  return changed.length === 0 ? '' : `New or changed since you trusted it: ${listNames(changed)}. `;
}

const yes: PickerItem = {
  name: 'Yes',
  note: 'its settings, tools, commands, skills, hooks and MCP servers count; remembered',
};
const answers: readonly PickerItem[] = [{ name: 'No', note: 'its settings can only forbid things' }, yes];

/** It comes by itself, so it waits for its turn, and what is chosen by a stray Enter is a no. */
async function askServer(
  front: AskingFront,
  conversation: Conversation,
  server: string,
  why: string,
): Promise<McpGrant | 'no' | undefined> {
  const name = JSON.stringify(plainText(server));
  conversation.say(`The MCP server ${name} did not start: ${plainText(why)}.`, 'warning');
  const title = `The MCP server ${name} needs more than the sandbox gives.`;
  const chosen = await front.chooseNext(title, grants, 0);
  return grants[chosen ?? -1]?.grant;
}

const grants: readonly (PickerItem & { readonly grant: McpGrant | 'no' })[] = [
  { grant: 'no', name: 'No', note: 'it stays off' },
  { grant: 'network', name: 'With the network', note: 'inside the sandbox, for this session' },
  { grant: 'unconfined', name: 'Outside the sandbox', note: 'it can do what you can, for this session' },
];
