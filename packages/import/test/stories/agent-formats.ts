/** The parts of a conversation that must survive a round trip through another agent's file: texts with their speakers, calls with results, pictures, signatures. */
import { type AgentWriter, mapTools, readerNamed, readSession, sessionText } from '@interlock/import';
import { type Completion, type Content, jsonText, render, type ThinkingBlock } from '@interlock/transcript';

/** Written for the agent, read again, and as the contents to continue with. */
export function writtenText(writer: AgentWriter, contents: readonly Content[], summarised: boolean): string {
  const conversation = {
    id: 'a-session',
    title: 'A title',
    folder: '/home/user/x',
    time: Date.UTC(2026, 10, 16),
    summarised,
  };
  return sessionText(writer.write({ ...conversation, contents }));
}

export async function readAgain(agent: string, text: string): ReturnType<typeof readSession> {
  const bytes = [Buffer.from(text)];
  return mapTools(await readSession({ bytes }, { agent: readerNamed(agent)?.name ?? agent }));
}

export interface AgentFormat {
  /** Thinking that the agent keeps, because its provider accepts it again. */
  keeps(thinking: ThinkingBlock): boolean;
  /** Whether its format marks failed calls. */
  readonly marksErrors: boolean;
}

/** The parts of a conversation that each agent's format can represent. */
export const agentFormats: Readonly<Record<string, AgentFormat>> = {
  'claude-code': {
    keeps: ({ seal }) =>
      seal?.protocol === 'anthropic-messages' && ['anthropic', 'bedrock', 'vertex'].includes(seal.provider),
    marksErrors: true,
  },
  codex: { keeps: ({ seal }) => seal?.field === 'encrypted_content', marksErrors: false },
  opencode: { keeps: () => true, marksErrors: true },
  pi: { keeps: () => true, marksErrors: true },
};

export function survivingParts(contents: readonly Content[], { keeps, marksErrors }: AgentFormat): readonly string[] {
  return render(contents).transcript.steps.flatMap(({ kind, blocks }) => {
    if (kind === 'system') return [];
    return blocks.flatMap((block): readonly string[] => {
      switch (block.type) {
        case 'text':
          return [`${kind} says ${fileIn(block.text) ?? block.text}`];
        case 'media':
          // A file of text is written into the text where the agent's form has no files.
          return [
            block.encoding === 'text' ? `${kind} says ${block.data}` : `${kind} shows ${block.mimeType} ${block.data}`,
          ];
        case 'thinking':
          return keeps(block) ? [`thinks ${block.thought} ${block.seal?.value ?? ''}`] : [];
        case 'interaction': {
          const { call, completion } = block;
          const signature = call.seal?.value ?? '';
          return [`calls ${call.name} ${jsonText(call.parameters)} ${signature}`, ...outcome(completion, marksErrors)];
        }
        default:
          return [`${kind} ${block.type}`];
      }
    });
  });
}

function fileIn(text: string): string | undefined {
  return /^<file name="[^"]*">\n([\s\S]*)\n<\/file>$/.exec(text)?.[1];
}

function outcome(completion: Completion, marksErrors: boolean): readonly string[] {
  if (completion.kind === 'synthetic') return ['  never ended'];
  const { result, error, attachments } = completion;
  const text = error ?? (typeof result === 'string' ? result : jsonText(result));
  const shown = attachments.map((block) =>
    block.type === 'media' ? `  shows ${block.mimeType} ${block.data}` : `  beside ${block.type}`,
  );
  return [`  ${marksErrors && error !== undefined ? 'fails' : 'gives'} ${text}`, ...shown];
}
