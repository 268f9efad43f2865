/** What a strict client reads from a stream, and every way in which the stream breaks the rules of its API. */

export interface ReadCall {
  readonly id: string;
  readonly name: string;
  /** Undefined: the arguments are not an object. */
  readonly args: unknown;
}

export interface ReadStream {
  readonly problems: readonly string[];
  readonly text: string;
  readonly calls: readonly ReadCall[];
  /** The reason as the API writes it. Undefined: the stream failed. */
  readonly stop: string | undefined;
  readonly counts: readonly [input: unknown, output: unknown];
  /** Set if the stream ended with an error in the form of the API. */
  readonly failure?: string;
}

export type StreamReader = (body: string) => ReadStream;

export type Fields = Readonly<Record<string, unknown>>;

/** An object, or an empty one for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Notes what is wrong. */
export class Findings {
  readonly problems: string[] = [];

  expect(condition: boolean, problem: string): void {
    if (!condition) this.problems.push(problem);
  }

  /** Parsed JSON that has to be an object. */
  object(text: string, what: string): Fields {
    try {
      const value: unknown = JSON.parse(text);
      this.expect(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is not an object`);
      return fieldsOf(value);
    } catch {
      this.problems.push(`${what} is not JSON: ${text.slice(0, 80)}`);
      return {};
    }
  }

  counts(...values: readonly unknown[]): void {
    for (const value of values)
      this.expect(Number.isInteger(value) && Number(value) >= 0, `a count is ${String(value)}`);
  }
}

export interface ServerEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** Server-sent events, by the HTML standard. Comments are skipped. */
export function eventsIn(body: string, findings: Findings): readonly ServerEvent[] {
  findings.expect(body.endsWith('\n\n'), 'the last event is not complete');
  return body.split('\n\n').flatMap((block) => {
    const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
    if (lines.length === 0) return [];
    const valuesOf = (name: string): readonly string[] =>
      lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : []));
    findings.expect(
      lines.every((line) => /^(?:event|data):/.test(line)),
      `an odd line in ${block.slice(0, 80)}`,
    );
    return [{ event: valuesOf('event').at(-1), data: valuesOf('data').join('\n') }];
  });
}
