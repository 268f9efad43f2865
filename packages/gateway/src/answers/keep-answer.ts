/** Stores what a later request will need of an answer: its author, its opaque tokens and the ids of its calls. */

import type { Selection } from '@interlock/runtime';
import type { Block } from '@interlock/transcript';
import type { Reply } from '@interlock/wire';
import type { AnswerStore, KeptAnswer, KeptPart } from './answer-store.ts';
import { isCall, textDigest } from './digest-history.ts';

export interface GivenAnswer {
  /** The keys of an answer without calls or ids, given the request's history. */
  readonly keysOf: (answer: readonly Block[]) => readonly string[];
  /** What the model had said at the end of the history: clients return the answer right after it. Default: nothing. */
  readonly begun?: readonly Block[];
  readonly reply: Reply;
  /** The id the client got for each call, in the order of the calls. */
  readonly callIds: readonly string[];
  readonly selection: Pick<Selection, 'name' | 'account'>;
}

export async function keepAnswer(store: AnswerStore, client: string, given: GivenAnswer): Promise<void> {
  const { keysOf, begun = [], reply, callIds, selection } = given;
  const { blocks } = reply.content;
  // Plain text needs nothing restored.
  if (callIds.length === 0 && ![...begun, ...blocks].some(isSealed)) return;
  const { provider = '', model, endpoint, account } = reply.content.metadata ?? {};
  const answer: KeptAnswer = {
    target: selection.name,
    account: selection.account,
    origin: {
      provider,
      ...(model === undefined ? {} : { model }),
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(account === undefined ? {} : { account }),
    },
    // It will be found together with what stood before it.
    parts: [...partsOf(begun, []), ...partsOf(blocks, callIds)],
  };
  // Clients of every API return calls without their ids, or with others.
  const digests = formsOf(blocks).flatMap(keysOf);
  return store.keep(client, [...new Set([...callIds, ...digests])], answer);
}

/** The answer as clients return it: some give thinking back as text, wherever it stood (pi), and some leave out what was said beside calls (LangChain for Mistral). */
function formsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const calls = blocks.filter(isCall);
  return [blocks, blocks.map(asText), ...(calls.length > 0 ? [calls] : [])];
}

function asText(block: Block): Block {
  return block.type === 'thinking' ? { type: 'text', text: block.thought } : block;
}

function isSealed({ type, seal }: Block): boolean {
  return type === 'thinking' || ((type === 'text' || type === 'tool_response') && seal !== undefined);
}

function partsOf(blocks: readonly Block[], callIds: readonly string[]): readonly KeptPart[] {
  let calls = 0;
  return blocks.flatMap((block): readonly KeptPart[] => {
    const seal = block.seal === undefined ? {} : { seal: block.seal };
    switch (block.type) {
      case 'thinking':
        return [{ type: 'thinking', thought: block.thought, ...seal }];
      case 'text':
        return [{ type: 'text', digest: textDigest(block.text), ...seal }];
      case 'tool_call': {
        if (block.executor === 'provider') return [];
        const id = callIds[calls];
        calls += 1;
        return id === undefined ? [] : [{ type: 'call', id, ...seal }];
      }
      default:
        return [];
    }
  });
}
