/** Answers elicitations of a server: one at a time, with a valid answer of the user. */
import type { Client } from '@modelcontextprotocol/client';
import { type AskElicitation, type ElicitationAnswer, readElicitation } from './elicitation.ts';

export interface ElicitationOptions {
  readonly server: string;
  readonly ask: AskElicitation | undefined;
  /** An elicitation was declined without asking the user. */
  readonly onDeclined: (why: string) => void;
}

/** Registers with the client, for every revision. */
export function answerElicitations(client: Client, options: ElicitationOptions): void {
  let last: Promise<unknown> = Promise.resolve();
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const before = last;
    const answer = before.then(() => answerOne(params, mcpReq.signal, options));
    last = answer.catch(() => {});
    return resultOf(await answer);
  });
}

async function answerOne(
  params: unknown,
  signal: AbortSignal,
  { server, ask, onDeclined }: ElicitationOptions,
): Promise<ElicitationAnswer> {
  if (signal.aborted) return { action: 'cancel' };
  const elicitation = readElicitation(params);
  if (elicitation === undefined) onDeclined('asks a question that cannot be shown here; it was declined');
  else if (ask === undefined)
    onDeclined(`asks for an answer, but there is no one to ask; it was declined: ${elicitation.message}`);
  if (elicitation === undefined || ask === undefined) return { action: 'decline' };
  return ask(server, elicitation, signal).catch((): ElicitationAnswer => ({ action: 'cancel' }));
}

function resultOf(answer: ElicitationAnswer): {
  action: ElicitationAnswer['action'];
  content?: Record<string, string | number | boolean | string[]>;
} {
  if (answer.action !== 'accept' || answer.content === undefined) return { action: answer.action };
  const content = Object.entries(answer.content).map(
    ([key, value]) => [key, typeof value === 'object' ? [...value] : value] as const,
  );
  return { action: 'accept', content: Object.fromEntries(content) };
}
