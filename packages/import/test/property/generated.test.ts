/**
 * Valid histories of every kind, written as each agent writes them, damaged, and read: every text once and in order, every result exactly
 * once at its call, whatever happened to the file.
 */
import { type AgentReader, currentContents, type ImportedSession, readerNamed, readSession } from '@interlock/import';
import { type Content, render, verify } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { story } from './story.ts';
import { type Expected, marksIn, type Writer } from './writer.ts';
import { writers } from './writers.ts';

const bytesOf = (lines: readonly string[]): readonly Uint8Array[] => [Buffer.from(`${lines.join('\n')}\n`)];

async function read(writer: Writer, bytes: Iterable<Uint8Array>, branch?: string): Promise<ImportedSession> {
  return readSession({ bytes, name: 'story' }, { agent: writer.agent, ...(branch === undefined ? {} : { branch }) });
}

/** The messages in order, and the outcome of each call, as the renderer shows them to a model. */
function seenIn(contents: readonly Content[]): Expected {
  const { transcript } = render(contents);
  expect(verify(transcript)).toEqual([]);
  const said = contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'text' ? marksIn(block.text) : block.type === 'thinking' ? marksIn(block.thought) : [],
    ),
  );
  const calls = transcript.interactions().map(({ call, completion }) => {
    const parameters = call.parameters as { readonly mark?: string };
    const text = JSON.stringify(completion);
    const outcome = completion.kind === 'synthetic' ? completion.reason : (marksIn(text)[0] ?? text);
    return { mark: parameters.mark ?? '', outcome };
  });
  return { said, calls };
}

describe.each(writers.map((writer) => [writer.agent, writer] as const))('%s', (_, writer) => {
  test('every text once, every result once at its call, nothing unknown', { timeout: patience }, async () => {
    await holdsAsync(story, 150, async (generated) => {
      const { lines, expected } = writer.write(generated);
      const session = await read(writer, bytesOf(lines));
      expect(seenIn(currentContents(session))).toEqual(expected);
      expect(session.problems.filter(({ code }) => code !== 'unreadable-compaction')).toEqual([]);
    });
  });

  test('duplicate lines, torn lines and noise change nothing', { timeout: patience }, async () => {
    const place = fc.nat(1_000_000);
    await holdsAsync(
      fc.tuple(story, fc.array(place, { maxLength: 4 }), place, place),
      100,
      async ([generated, twice, torn, noise]) => {
        const { lines, expected } = writer.write(generated);
        const damaged = [...lines];
        for (const at of twice) damaged.splice(at % damaged.length, 0, damaged[at % damaged.length] ?? '');
        const glued = torn % damaged.length;
        // A killed program's last line has no end; the next program writes on behind it.
        damaged[glued] = `{"type":"user","torn":{"a":"b${damaged[glued]}`;
        damaged.splice(noise % damaged.length, 0, '\0\0\0', 'no JSON', '[1,2]', '');
        const session = await read(writer, bytesOf(damaged));
        expect(seenIn(currentContents(session))).toEqual(expected);
        const codes = session.problems.map(({ code }) => code).filter((code) => code !== 'unreadable-compaction');
        expect(new Set(codes)).toEqual(new Set(['not-json']));
      },
    );
  });

  test('a cut anywhere loses only what follows it', { timeout: patience }, async () => {
    await holdsAsync(fc.tuple(story, fc.double({ min: 0, max: 1, noNaN: true })), 100, async ([generated, share]) => {
      const { lines } = writer.write(generated);
      const whole = Buffer.from(lines.join('\n'));
      const cut = whole.subarray(0, Math.floor(share * whole.length));
      const complete = lines.join('\n').startsWith(cut.toString()) ? wholeLinesOf(lines, cut.length) : [];
      const session = await read(writer, [cut]);
      const others = await Promise.all(session.branches.map(({ id }) => read(writer, [cut], id)));
      const found = new Set([session, ...others].flatMap((each) => marksIn(JSON.stringify(each.log))));
      const kept = complete.filter((line) => writer.agent !== 'codex' || !line.includes('"event_msg"'));
      expect(marksIn(kept.join('\n')).filter((mark) => !found.has(mark))).toEqual([]);
    });
  });

  test('is deterministic, whatever the chunks', { timeout: patience }, async () => {
    await holdsAsync(fc.tuple(story, fc.integer({ min: 1, max: 200 })), 60, async ([generated, size]) => {
      const { lines } = writer.write(generated);
      const whole = Buffer.from(lines.join('\n'));
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      );
      expect(await read(writer, pieces)).toEqual(await read(writer, [whole]));
    });
  });

  test('digests match if the agent writes them', { timeout: patience }, async () => {
    const reader = readerNamed(writer.agent);
    if (reader?.verify === undefined) return;
    await holdsAsync(story, 60, async (generated) => {
      const { lines } = writer.write(generated);
      expect(verifyLines(reader, lines)).toEqual([]);
    });
  });

  test('never throws, for any bytes', { timeout: patience }, async () => {
    const junk = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((text) => Buffer.from(text)),
    );
    await holdsAsync(fc.tuple(story, fc.array(junk, { maxLength: 5 })), 60, async ([generated, bytes]) => {
      const { lines } = writer.write(generated);
      const mixed = lines.flatMap((line, at) => [
        Buffer.from(`${line}\n`),
        ...(bytes[at] === undefined ? [] : [bytes[at], Buffer.from('\n')]),
      ]);
      const session = await read(writer, mixed);
      expect(verify(render(currentContents(session)).transcript)).toEqual([]);
    });
  });

  test('never throws, for any records', { timeout: patience }, async () => {
    await holdsAsync(
      fc.tuple(story, fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 8 })),
      150,
      async ([generated, changes]) => {
        const lines = writer.write(generated).lines.map((line) => JSON.parse(line));
        for (const [at, value] of changes) replaceSomewhere(lines[at % lines.length], at, value);
        const session = await read(writer, bytesOf(lines.map((line) => JSON.stringify(line))));
        expect(verify(render(currentContents(session)).transcript)).toEqual([]);
      },
    );
  });
});

function verifyLines(reader: AgentReader, lines: readonly string[]): readonly unknown[] {
  const records = lines.map((line, index) => ({ at: index + 1, value: JSON.parse(line) }));
  const source = { name: 'story', records, problems: [], beside: new Map(), related: new Map() };
  const verification = reader.verify?.(source);
  expect(verification?.messages).toBe(verification?.matched);
  return verification?.missing ?? [];
}

function wholeLinesOf(lines: readonly string[], length: number): readonly string[] {
  let end = -1;
  return lines.filter((line) => {
    end += Buffer.byteLength(line) + 1;
    return end <= length;
  });
}

/** Puts a value in place of another one, somewhere inside. */
function replaceSomewhere(root: unknown, seed: number, value: unknown): void {
  let current = root;
  let left = seed;
  for (let depth = 0; depth < 6; depth += 1) {
    if (typeof current !== 'object' || current === null) return;
    const keys = Object.keys(current);
    const key = keys[left % Math.max(1, keys.length)];
    if (key === undefined) return;
    const inner = (current as Record<string, unknown>)[key];
    left = Math.floor(left / 7) + depth;
    if (typeof inner !== 'object' || inner === null || left % 5 === 0) {
      (current as Record<string, unknown>)[key] = value;
      return;
    }
    current = inner;
  }
}
