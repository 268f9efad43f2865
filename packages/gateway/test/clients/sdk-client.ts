/** The official SDKs as clients: each holds a conversation with tools in its own format, whole or streamed. */

export interface Turn {
  /** How many calls each answer had, until there were none. */
  readonly rounds: readonly number[];
  /** As the client saw them. */
  readonly ids: readonly string[];
  readonly text: string;
}

export interface Conversation {
  say(text: string): Promise<Turn>;
}

export interface OpenOptions {
  readonly url: string;
  readonly model: string;
  readonly stream: boolean;
  readonly key?: string;
  /** What a tool gives back. */
  readonly run: (args: unknown) => string;
}

export interface SdkClient {
  readonly name: string;
  /** What ids of calls look like in this format. */
  readonly ids: RegExp;
  open(options: OpenOptions): Conversation;
}

export const toolName = 'read';
export const toolSchema = {
  type: 'object' as const,
  properties: { path: { type: 'string' } },
  required: ['path'],
};

export interface Answered {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly args: unknown }[];
}

/** Asks until there are no more calls; `ask` keeps the history. */
export async function loop(
  ask: () => Promise<Answered>,
  giveBack: (calls: readonly { readonly id: string; readonly result: string }[]) => void,
  run: OpenOptions['run'],
): Promise<Turn> {
  const rounds: number[] = [];
  const ids: string[] = [];
  for (;;) {
    const { text, calls } = await ask();
    if (calls.length === 0) return { rounds, ids, text };
    if (rounds.length > 5) throw new Error('The model does not stop to call.');
    rounds.push(calls.length);
    ids.push(...calls.map(({ id }) => id));
    giveBack(calls.map(({ id, args }) => ({ id, result: run(args) })));
  }
}
