/** Questions while the agent is being opened, with the prompt already shown: about trusting the folder, and about MCP servers. */
import type { AskElicitation, AskMcpGrant, McpGrant, SignInNeed } from '@interlock/runtime/mcp';
import type { Agent } from '../agent/agent.ts';
import type { AskSignIn } from '../agent/open-servers.ts';
import type { AskTrust } from '../config/decide-trust.ts';
import type { Io } from '../io/io.ts';
import { listNames } from '../print/list-names.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { notSignedIn } from '../wording/not-signed-in.ts';
import type { Conversation, Ui } from './conversation.ts';

export interface AskToOpen {
  readonly trust: AskTrust;
  /** About a server that the sandbox seems to have stopped. */
  readonly server: AskMcpGrant;
  readonly signIn: AskSignIn;
  readonly elicitation: AskElicitation;
}

export type OpenAgent = (ask: AskToOpen) => Promise<Agent>;

export interface AskingUi extends Ui {
  /** Waits until no other list is open. For questions that appear unexpectedly. */
  chooseNext(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined>;
  /** The next line that is typed. Undefined: Esc. */
  askText(signal: AbortSignal): Promise<string | undefined>;
}

export function questionsWhileOpening(ui: AskingUi, conversation: Conversation, env: Io['env']): AskToOpen {
  const visit = async (address: string): Promise<void> => {
    const { openBrowser } = await import('../agent/open-browser.ts');
    openBrowser(address, env);
  };
  return {
    trust: (folder, changed) => askTrust(ui, folder, changed),
    server: (server, why) => askServer(ui, conversation, server, why),
    signIn: (server, need, run) =>
      askSignIn(ui, conversation, server, need, (show, signal) => run(show, signal), visit),
    elicitation: async (...question) => {
      const { askingElicitations } = await import('./ask-elicitation.ts');
      const shown = {
        chooseNext: (...list: Parameters<AskingUi['chooseNext']>) => ui.chooseNext(...list),
        askText: (signal: AbortSignal) => ui.askText(signal),
        say: (text: string, level?: 'info' | 'warning') => conversation.say(text, level ?? 'info'),
      };
      return askingElicitations(shown, (address) => void visit(address))(...question);
    },
  };
}

/** Esc means no. */
async function askTrust(ui: Pick<Ui, 'choose'>, folder: string, changed: readonly string[]): Promise<boolean> {
  const chosen = await ui.choose(`${changedText(changed)}Do you trust the files in ${folder}?`, answers, 0);
  return answers[chosen ?? 0] === yes;
}

/** This comes first in the title, so that it is not cut off. */
function changedText(changed: readonly string[]): string {
  return changed.length === 0 ? '' : `New or changed since you trusted it: ${listNames(changed)}. `;
}

const yes: PickerItem = {
  name: 'Yes',
  note: 'its settings, tools, commands, skills, hooks and MCP servers are used; remembered',
};
const answers: readonly PickerItem[] = [{ name: 'No', note: 'its settings can only add restrictions' }, yes];

/** The question appears unexpectedly: it waits for its turn, and a stray Enter means no. */
async function askServer(
  ui: AskingUi,
  conversation: Conversation,
  server: string,
  why: string,
): Promise<McpGrant | 'no' | undefined> {
  const name = JSON.stringify(plainText(server));
  conversation.say(`The MCP server ${name} did not start: ${plainText(why)}.`, 'warning');
  const title = `The MCP server ${name} needs more than the sandbox allows.`;
  const chosen = await ui.chooseNext(title, grants, 0);
  return grants[chosen ?? -1]?.grant;
}

/** Long enough to find a password. */
const signInTimeoutMs = 10 * 60_000;

async function askSignIn(
  ui: AskingUi,
  conversation: Conversation,
  server: string,
  { isStepUp, scope }: SignInNeed,
  run: Parameters<AskSignIn>[2],
  visit: (address: string) => Promise<void>,
): Promise<boolean> {
  const name = JSON.stringify(plainText(server));
  const what = isStepUp
    ? `needs more permissions${scope === undefined ? '' : ` (${plainText(scope)})`}`
    : 'wants you to sign in';
  const chosen = await ui.chooseNext(`The MCP server ${name} ${what}.`, signIns, 0);
  if (chosen === undefined || chosen === 0) return false;
  const show = (address: string): void => {
    conversation.say(`Sign in to ${name} at ${plainLine(address)}`);
    if (chosen === 1) void visit(address);
  };
  try {
    await run(show, AbortSignal.timeout(signInTimeoutMs));
    conversation.say(`Signed in to ${name}.`);
    return true;
  } catch (error) {
    conversation.say(notSignedIn(name, error), 'warning');
    return false;
  }
}

const signIns: readonly PickerItem[] = [
  { name: 'No', note: 'it stays as it is' },
  { name: 'In the browser', note: 'the address is shown, too' },
  { name: 'Show the address', note: 'to open it yourself on this machine' },
];

const grants: readonly (PickerItem & { readonly grant: McpGrant | 'no' })[] = [
  { grant: 'no', name: 'No', note: 'it stays off' },
  { grant: 'network', name: 'With network access', note: 'inside the sandbox, for this session' },
  { grant: 'unconfined', name: 'Outside the sandbox', note: 'it can do what you can, for this session' },
];
