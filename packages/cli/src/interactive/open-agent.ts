/** How the agent comes to be while the prompt is there already: it may have to ask whether the folder is trusted. */
import type { Agent } from '../agent/agent.ts';
import type { Front } from './conversation.ts';
import type { PickerItem } from './picker.ts';

export type OpenAgent = (ask: { readonly trust: (folder: string) => Promise<boolean> }) => Promise<Agent>;

/** Leaving the question open is a no. */
export async function askTrust(front: Pick<Front, 'choose'>, folder: string): Promise<boolean> {
  const chosen = await front.choose(`Do you trust the files in ${folder}?`, answers, 0);
  return answers[chosen ?? 0] === yes;
}

const yes: PickerItem = { name: 'Yes', note: 'its settings, tools and MCP servers count; remembered' };
const answers: readonly PickerItem[] = [{ name: 'No', note: 'its settings can only forbid things' }, yes];
