/**
 * Reads the front matter of a Markdown file, between two lines of `---`: fields with a text or a list of texts. It accepts the part of
 * YAML that commands, skills and agents use, and what people write there, such as a colon in a sentence. Deeper nesting is ignored.
 */
export type FrontmatterValue = string | readonly string[];

export interface Frontmatter {
  readonly fields: ReadonlyMap<string, FrontmatterValue>;
  /** The rest of the file, without blank lines around it. */
  readonly body: string;
}

const fieldLine = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/;

/** Front matter that does not end is not front matter. */
export function readFrontmatter(text: string): Frontmatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const end = lines.findIndex((line, at) => at > 0 && /^---[ \t]*$/.test(line));
  if (!/^---[ \t]*$/.test(lines[0] ?? '') || end === -1) return { fields: new Map(), body: lines.join('\n').trim() };
  return {
    fields: readFields(lines.slice(1, end)),
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

/** A field as one text; a list is joined. Undefined: missing or empty. */
export function textField({ fields }: Frontmatter, name: string): string | undefined {
  const value = fields.get(name);
  const text = (typeof value === 'string' ? value : (value ?? []).join(', ')).trim();
  return text === '' ? undefined : text;
}

/** A field as a list; a text is split at its commas. */
export function listField({ fields }: Frontmatter, name: string): readonly string[] | undefined {
  const value = fields.get(name);
  if (value === undefined) return undefined;
  const items = typeof value === 'string' ? value.split(',') : value;
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function readFields(lines: readonly string[]): ReadonlyMap<string, FrontmatterValue> {
  const fields = new Map<string, FrontmatterValue>();
  for (let at = 0; at < lines.length; ) {
    const [, name, rest = ''] = fieldLine.exec(lines[at] ?? '') ?? [];
    let next = at + 1;
    // The lines of a field are indented, list items, or blank.
    while (name !== undefined && next < lines.length && /^(?:[ \t]|-[ \t]|$)/.test(lines[next] ?? '')) next += 1;
    if (name !== undefined && !fields.has(name)) {
      const value = readValue(rest.trim(), lines.slice(at + 1, next));
      if (value !== undefined) fields.set(name, value);
    }
    at = next;
  }
  return fields;
}

function readValue(rest: string, below: readonly string[]): FrontmatterValue | undefined {
  const block = /^([|>])[+-]?\d?[+-]?(?:[ \t]+#.*)?$/.exec(rest)?.[1];
  if (block !== undefined) return readBlock(below, block === '>');
  const list = /^\[(.*)\][ \t]*(?:#.*)?$/.exec(rest)?.[1];
  if (list !== undefined) return list.split(',').flatMap((item) => (item.trim() === '' ? [] : [plain(item)]));
  const written = below.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (rest === '' && written.length > 0 && written.every((line) => line.startsWith('- ')))
    return written.map((line) => plain(line.slice(2)));
  // Nested fields.
  if (rest === '' && written.length > 0) return undefined;
  return plain([rest, ...written].join(' '));
}

function readBlock(lines: readonly string[], isFolded: boolean): string {
  const indent = Math.min(...lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)])));
  const text = lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0).trimEnd()).join('\n');
  return (isFolded ? text.replace(/([^\n])\n(?!\n)/g, '$1 ').replace(/\n\n/g, '\n') : text).trim();
}

/** One text: quoted, or up to a comment. */
function plain(written: string): string {
  const text = written.trim();
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (double !== undefined) return double.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign);
  const single = /^'((?:[^']|'')*)'/.exec(text)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  return text.replace(/(?:^|[ \t]+)#.*$/, '').trim();
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
