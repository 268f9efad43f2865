/** How the agent comes to be while the prompt is there already: it may have to ask whether the folder is trusted. */
import type { Agent } from '../agent/agent.ts';
import { listNames } from '../agent/list-names.ts';
import type { AskTrust } from '../config/decide-trust.ts';
import type { Front } from './conversation.ts';
import type { PickerItem } from './picker.ts';

export type OpenAgent = (ask: { readonly trust: AskTrust }) => Promise<Agent>;

/** Leaving the question open is a no. */
export async function askTrust(
  front: Pick<Front, 'choose'>,
  folder: string,
  changed: readonly string[],
): Promise<boolean> {
  const chosen = await front.choose(`${changedText(changed)}Do you trust the files in ${folder}?`, answers, 0);
  return answers[chosen ?? 0] === yes;
}

/** What comes first is not cut off. */
function changedText(changed: readonly string[]): string {
  return changed.length === 0 ? '' : `New or changed since you trusted it: ${listNames(changed)}. `;
}

const yes: PickerItem = { name: 'Yes', note: 'its settings, tools and MCP servers count; remembered' };
const answers: readonly PickerItem[] = [{ name: 'No', note: 'its settings can only forbid things' }, yes];
