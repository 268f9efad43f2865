/** A conversation that another agent continues. Every text, argument and result has a nonce, so that nothing can go missing unnoticed. */
import type { Conversation } from '@interlock/import';
import type { Block, Content } from '@interlock/transcript';

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGP438BAEiJN9aiGUQ1DSgMAnHV/EBlpJJcAAAAASUVORK5CYII=';

export interface ExportedConversation {
  readonly conversation: Conversation;
  readonly nonces: readonly string[];
  /** The number of calls and of pictures. */
  readonly calls: number;
  readonly pictures: number;
}

export function exportedConversation(folder: string, time: number): ExportedConversation {
  const nonces: string[] = [];
  const nonce = (): string => {
    nonces.push(`NONCE-${String(nonces.length + 1).padStart(4, '0')}`);
    return nonces.at(-1) ?? '';
  };
  let calls = 0;
  const call = (command: string): Block => {
    calls += 1;
    return {
      type: 'tool_call',
      id: `call-${calls}`,
      name: 'run_command',
      parameters: { command: `${command} ${nonce()}` },
    };
  };
  const answer = (id: number, outcome: { result: string } | { error: string }): Block => ({
    type: 'tool_response',
    callId: `call-${id}`,
    toolName: 'run_command',
    ...outcome,
  });
  const image: Block = { type: 'media', mimeType: 'image/png', data: picture, encoding: 'base64' };
  const metadata = { provider: 'google', model: 'gemini-3-pro-preview' };
  const contents: readonly Content[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: `Look at all files. ${nonce()}` }, image] },
    {
      speaker: 'ai',
      blocks: [{ type: 'text', text: `Three at once. ${nonce()}` }, call('cat a'), call('cat b'), call('cat c')],
      metadata,
    },
    {
      speaker: 'tool',
      blocks: [
        answer(1, { result: `first ${nonce()}` }),
        answer(2, { error: `no such file ${nonce()}` }),
        answer(3, { result: `picture ${nonce()}` }),
        image,
      ],
    },
    { speaker: 'ai', blocks: [{ type: 'text', text: `Two were there. ${nonce()}` }], metadata },
    { speaker: 'human', blocks: [{ type: 'text', text: `Now build it. ${nonce()}` }] },
    // The outcome of this call is unknown.
    { speaker: 'ai', blocks: [{ type: 'text', text: `I build it. ${nonce()}` }, call('make')], metadata },
    { speaker: 'human', blocks: [{ type: 'text', text: `Did it work? ${nonce()}` }] },
    { speaker: 'ai', blocks: [{ type: 'text', text: `It seems so. 漢字 ${nonce()}` }], metadata },
  ];
  return {
    conversation: { id: 'exported', title: 'An exported session', folder, time, contents },
    nonces,
    calls,
    pictures: 2,
  };
}
