/** One complete turn of a conversation at a station: question, calls, results, answer. */
import type { Content } from '@interlock/transcript';
import { ProviderError, type Settings } from '@interlock/wire';
import { type Agent, isOurs } from './agent.ts';
import type { Station } from './stations.ts';

const rounds = 4;

export interface TurnOptions {
  readonly turnId: string;
  readonly text: string;
  readonly settings: Settings;
  /** Calls that never get a result; the turn ends there, as when a user cancels. */
  readonly cancels?: (index: number) => boolean;
}

/** The contents that the turn adds. */
export async function playTurn(
  agent: Agent,
  station: Station,
  history: readonly Content[],
  options: TurnOptions,
): Promise<readonly Content[]> {
  const { turnId, text, settings, cancels } = options;
  const added: Content[] = [{ speaker: 'human', blocks: [{ type: 'text', text }], metadata: { turnId } }];
  for (let round = 0; round < rounds; round += 1) {
    const reply = await agent.ask(station, [...history, ...added], settings).catch(unlessModelFailed);
    if (reply === undefined) break;
    const { content } = reply;
    added.push(content);
    if (!content.blocks.some(isOurs)) break;
    added.push(agent.run(content, cancels));
    if (cancels !== undefined) break;
  }
  return added;
}

/** GRQ-003: with a limit of one token, the model stops in the middle of a call. The request was accepted, but there is no answer to continue with. */
function unlessModelFailed(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.failure.code !== 'tool_use_failed') throw error;
}
