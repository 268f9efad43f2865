/** Stories as Copilot CLI writes them: events in order, pictures stored once, a summary that keeps nothing. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { clockFrom, type StoryWriter, tell } from '../../stories/writer.ts';

export const copilotCliWriter: StoryWriter = {
  agent: 'copilot-cli',
  can: { ...everything, compacts: 'keeping nothing', rewinds: false },
  keepsOriginals: true,
  form: 'lines',
  repeats: true,
  write,
};

const asset = { type: 'image', assetId: 'sha256:1', mimeType: 'image/png' };

function write(story: Story): readonly JsonObject[] {
  const now = clockFrom();
  const lines: JsonObject[] = [];
  const add = (type: string, data: JsonObject): void => {
    const parentId = lines.length === 0 ? null : `e${lines.length - 1}`;
    lines.push({ type, data, id: `e${lines.length}`, timestamp: now(), parentId });
  };
  add('session.start', { sessionId: 'story', version: 1, copilotVersion: '1.0.102', context: { cwd: '/home/user/x' } });
  add('session.binary_asset', { ...asset, data: picture });
  tell(
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }) => {
        const transformedContent = `<current_datetime>now</current_datetime>\n\nnot to be read twice`;
        add('user.message', { content: text, transformedContent, attachments: shown ? [asset] : [] });
      },
      note: () => {
        add('system.message', { role: 'system', content: 'You are a program.' });
      },
      answer: ({ thought, text, calls }) => {
        const reasoning = thought === undefined ? {} : { reasoningText: thought, reasoningBlocks: blocksOf(thought) };
        const toolRequests = calls.map(({ id, number }) => ({ toolCallId: id, name: 'view', arguments: { number } }));
        add('assistant.message', { model: 'claude-opus-4-6', content: text, toolRequests, ...reasoning });
        for (const call of calls) add('tool.execution_start', { toolCallId: call.id, toolName: 'view' });
        for (const call of calls.filter(({ outcome }) => outcome !== undefined))
          add('tool.execution_complete', result(call));
      },
      compact: ({ summary }) => {
        add('session.compaction_start', {});
        add('session.compaction_complete', { success: true, summaryContent: summary });
      },
    },
  );
  return lines;
}

function blocksOf(thought: string): JsonObject {
  return { provider: 'anthropic-messages', blocks: [{ type: 'thinking', thinking: thought, signature: 'c2lnbmVk' }] };
}

function result({ id, outcome }: Call): JsonObject {
  const about = { toolCallId: id, success: outcome?.kind !== 'error' };
  if (outcome?.kind === 'error') return { ...about, error: { message: outcome.text } };
  const binaryResultsForLlm = outcome?.kind === 'picture' ? [asset] : [];
  return { ...about, result: { content: outcome?.text ?? '', binaryResultsForLlm } };
}
