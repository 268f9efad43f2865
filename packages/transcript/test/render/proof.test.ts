/** The type that only `render` can make, the check behind it, and what happens when the check fails. */
import {
  type Content,
  isRendered,
  type RenderedTranscript,
  render,
  TranscriptError,
  toContents,
  verify,
} from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, outline, thinking, tool } from '../history.ts';

const history = [human('q'), ai(call('a')), tool(answer('a', 'A'))];

describe('REQ-915-036 only the renderer makes transcripts, and an adapter can tell', () => {
  test('recognizes a rendered transcript and rejects an imitation', () => {
    const { transcript } = render(history);
    const { steps, length } = transcript;
    const imitation = { steps, length, at: (index: number) => steps[index], interactions: () => [] };
    expect([isRendered(transcript), isRendered(imitation), isRendered(null), isRendered(history)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('an unrendered history does not compile where a transcript is required', () => {
    const demand = (transcript: RenderedTranscript): number => transcript.length;
    // @ts-expect-error contents are not a transcript
    expect(demand(history)).toBe(3);
    const { steps, length, at, interactions, toJSON } = render(history).transcript;
    const imitation = { steps, length, at, interactions, toJSON };
    // @ts-expect-error nor is an object of the same shape
    expect(demand(imitation)).toBe(2);
  });

  test('a call cannot be read without its completion', () => {
    const [interaction] = render(history).transcript.interactions();
    expect(interaction?.completion).toEqual({ kind: 'real', result: 'A', attachments: [] });
  });
});

/** Text that is gone the n-th time it is read: between the pass that looks at it and the moment it is sent. */
function vanishing(read: number): Content {
  let reads = 0;
  const block = {
    type: 'text' as const,
    get text(): string {
      reads += 1;
      return reads === read ? '' : 'fine';
    },
  };
  return { speaker: 'human', blocks: [block] };
}

const nth = Array.from({ length: 12 }, (_, at) => at + 1);

describe('REQ-915-005 a malformed transcript is never handed out', () => {
  test('rejects an unreadable history with the place and a remedy', () => {
    const broken = JSON.parse('[{"speaker":"human","blocks":[]},{"speaker":"robot","blocks":[]}]') as Content[];
    expect(() => render(broken)).toThrow(
      new TranscriptError(
        'canonical-corruption',
        '$[1].speaker is not human, ai, tool or system. Run checkContents() on the history for every problem and its fix.',
      ),
    );
  });

  test.each([
    ['null', 'null'],
    ['an object', '{}'],
    ['an entry that is null', '[null]'],
    ['blocks that are text', '[{"speaker":"ai","blocks":"hi"}]'],
    ['a block that is null', '[{"speaker":"ai","blocks":[null]}]'],
    ['an unknown block', '[{"speaker":"ai","blocks":[{"type":"tool_use"}]}]'],
  ])('%s is a TranscriptError, not a crash', (_, json) => {
    expect(() => render(JSON.parse(json) as Content[])).toThrow(TranscriptError);
  });

  test('throws on an internal fault if configured', () => {
    const attempts = nth.map((read) => () => render([vanishing(read)], { policy: { onFault: 'throw' } }));
    const thrown = attempts.flatMap((attempt) => {
      try {
        attempt();
        return [];
      } catch (error) {
        return [error];
      }
    });
    expect(thrown).not.toEqual([]);
    for (const error of thrown) expect(error).toMatchObject({ name: 'TranscriptError', fault: 'renderer-fault' });
  });

  test('by default renders again in a safe form and reports it', () => {
    const image = {
      type: 'media',
      mimeType: 'image/png',
      data: 'iVBO',
      encoding: 'base64',
      filename: 'a.png',
    } as const;
    const rest = [ai(thinking('t', { signature: 's' }), call('a')), tool(answer('a', 'A'), image)];
    const renderings = nth.map((read) => render([vanishing(read), ...rest]));
    const fallen = renderings.filter(({ diagnostics }) => diagnostics.events[0]?.kind === 'fell-back');
    expect(fallen).not.toEqual([]);
    for (const { transcript, diagnostics } of fallen) {
      expect(outline(transcript)).toEqual(['human: fine', 'ai: read{} -> "A"+[image/png "a.png" not shown here]']);
      expect(diagnostics.events[0]).toMatchObject({ fault: 'renderer-fault', faults: ['text is not empty'] });
    }
  });
});

describe('verify', () => {
  const sound = (): RenderedTranscript =>
    render([human('q'), ai(call('hist_tool_a'), call('hist_tool_b')), tool(answer('hist_tool_a', 'A'))]).transcript;

  test('finds nothing in a rendered transcript', () => {
    expect(verify(sound())).toEqual([]);
  });

  test.each<readonly [string, (transcript: RenderedTranscript) => void, string]>([
    ['a repeated id', (t) => set(t, ['1', 'blocks', '1', 'call', 'id'], 'hist_tool_a'), 'a call id is unique'],
    ['a non-canonical id', (t) => set(t, ['1', 'blocks', '0', 'call', 'id'], 'toolu_1'), 'a call id is canonical'],
    ['no name', (t) => set(t, ['1', 'blocks', '0', 'call', 'name'], ''), 'a call has a name'],
    [
      'arguments as text',
      (t) => set(t, ['1', 'blocks', '0', 'call', 'parameters'], '{}'),
      'arguments are a JSON object',
    ],
    ['a missing completion', (t) => set(t, ['1', 'blocks', '1', 'completion'], undefined), 'a call has one completion'],
    [
      'an unknown reason',
      (t) => set(t, ['1', 'blocks', '1', 'completion', 'reason'], 'x'),
      'a synthetic completion has a known reason',
    ],
    [
      'an empty sentence',
      (t) => set(t, ['1', 'blocks', '1', 'completion', 'text'], ' '),
      'a synthetic completion says why',
    ],
    ['a result JSON cannot carry', (t) => set(t, ['1', 'blocks', '0', 'completion', 'result'], 1n), 'a result is JSON'],
    ['an empty text', (t) => set(t, ['0', 'blocks', '0', 'text'], ''), 'text is not empty'],
    ['a call by the user', (t) => set(t, ['1', 'kind'], 'human'), 'only the model calls tools'],
    ['no blocks', (t) => set(t, ['0', 'blocks'], []), 'a step has blocks'],
    ['no turn', (t) => set(t, ['0', 'metadata'], {}), 'a step names its turn'],
    ['a bare result', (t) => set(t, ['0', 'blocks', '0', 'type'], 'tool_response'), 'a block has a known type'],
  ])('finds %s', (_, damage, rule) => {
    const transcript = sound();
    damage(transcript);
    expect(verify(transcript).map((fault) => fault.rule)).toContain(rule);
  });
});

/** Writes through the readonly types into a transcript: the only way to check the check. */
function set(transcript: RenderedTranscript, path: readonly string[], value: unknown): void {
  const last = path.at(-1) ?? '';
  let target: Record<string, unknown> = transcript.steps as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) target = target[key] as Record<string, unknown>;
  target[last] = value;
}

test('toContents returns a history that renders to the same steps', () => {
  const odd = [human('q'), ai(thinking('t', { signature: 's' }), call('x'), call('x')), tool(answer('x', 1), 'beside')];
  const { transcript } = render(odd);
  expect(render(toContents(transcript)).transcript.steps).toEqual(transcript.steps);
});
