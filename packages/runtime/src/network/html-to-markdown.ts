/** Converts a page to Markdown: headings, lists, quotes, code, tables, links, images by name. One pass; unclosed elements are fine. */
import { Parser } from 'htmlparser2';
import { TextPage } from './text-page.ts';

/** Elements whose content is not shown. */
const skipped: readonly string[] = ['script', 'style', 'template', 'svg', 'iframe', 'object', 'canvas', 'math'];

const lines: readonly string[] = [
  ...[
    'address',
    'article',
    'aside',
    'body',
    'center',
    'dd',
    'details',
    'dialog',
    'div',
    'dt',
    'fieldset',
    'figcaption',
  ],
  ...['figure', 'footer', 'form', 'header', 'legend', 'li', 'main', 'nav', 'option', 'section', 'summary', 'tr', 'br'],
];

const paragraphs: readonly string[] = [
  ...['p', 'ul', 'ol', 'dl', 'table', 'pre', 'blockquote', 'hr', 'title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
];

/** Longer URLs are useless to a reader. */
const longestLink = 500;

/** Deeper than any real page; deeper content loses its structure. */
const deepest = 512;

/** The parser's work per tag grows with the open tags: a page with more open tags is not read further. */
const mostOpen = 5_000;

/** `from`: the URL of the page; links are resolved against it. */
export function htmlToMarkdown(html: string, from: URL): string {
  const reading = new PageReader(from);
  // How many open elements are not shown.
  let hidden = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth === mostOpen) {
          parser.pause();
          reading.page.break(2);
          reading.page.add('[The rest of the page is not shown: its elements are nested too deeply.]');
        }
        if (depth >= mostOpen) return;
        if (skipped.includes(name)) hidden += 1;
        else if (hidden === 0 && depth < deepest) reading.begin(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        if (skipped.includes(name)) hidden = Math.max(0, hidden - 1);
        else if (hidden === 0) reading.end(name);
      },
      ontext: (text) => {
        if (hidden === 0) reading.text(text);
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.end(html);
  return reading.page.text;
}

interface OpenList {
  readonly ordered: boolean;
  /** The number of the last item. */
  number: number;
}

/** Markup that starts before its first word and ends after its last: a link, inline code. */
interface Span {
  readonly name: string;
  readonly before: string;
  readonly behind: string;
  isOpen: boolean;
}

class PageReader {
  readonly page: TextPage = new TextPage();
  readonly #from: URL;
  #preformatted = 0;
  #hasCode = false;
  #quoted = 0;
  readonly #lists: OpenList[] = [];
  #spans: Span[] = [];
  /** The cells of the current row, and whether all of them are headings. */
  #row = { cells: 0, isHead: true };

  constructor(from: URL) {
    this.#from = from;
  }

  text(text: string): void {
    if (text === '') return;
    if (this.#preformatted > 0) this.page.addAsIs(this.#codeFrom(text));
    else this.page.add(text.trim() === '' ? text : this.#opened(text));
  }

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#breakLine(name, this.#lists.length);
    switch (name) {
      case 'pre':
        this.#beginCode(attributes['class'] ?? '');
        break;
      case 'code':
      case 'kbd':
      case 'samp':
        if (this.#preformatted === 0) this.#spans.push({ name, before: '`', behind: '`', isOpen: false });
        break;
      case 'a':
        this.#endSpans('a');
        this.#beginLink(attributes['href'] ?? '');
        break;
      case 'ul':
      case 'ol':
        this.#lists.push({
          ordered: name === 'ol',
          number: (Number.parseInt(attributes['start'] ?? '1', 10) || 1) - 1,
        });
        break;
      case 'li':
        this.page.lead(this.#bullet());
        break;
      case 'blockquote':
        this.#quote(1);
        break;
      case 'tr':
        this.#row = { cells: 0, isHead: true };
        break;
      case 'td':
      case 'th':
        this.#beginCell(name);
        break;
      case 'hr':
        this.page.add('---');
        break;
      case 'img':
        this.#image(attributes);
        break;
      default:
        if (isHeading(name)) this.page.lead(`${'#'.repeat(name === 'title' ? 1 : Number(name.slice(1)))} `);
    }
  }

  end(name: string): void {
    if (name === 'pre') this.#endCode();
    this.#breakLine(name, this.#lists.length - 1);
    if (this.#spans.some((span) => span.name === name)) this.#endSpans(name);
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'blockquote') this.#quote(-1);
    if (name === 'tr') this.#endRow();
    if (name === 'li' || isHeading(name)) this.page.lead('');
  }

  /** `around`: how many lists surround it. A nested list continues right below its item. */
  #breakLine(name: string, around: number): void {
    const isInner = around > 0 && (name === 'ul' || name === 'ol');
    if (isInner || lines.includes(name)) this.page.break(1);
    else if (paragraphs.includes(name)) this.page.break(2);
  }

  #bullet(): string {
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.max(0, Math.min(this.#lists.length, 10) - 1));
    if (list?.ordered !== true) return `${indent}- `;
    list.number += 1;
    return `${indent}${list.number}. `;
  }

  #quote(by: 1 | -1): void {
    this.#quoted = Math.max(0, this.#quoted + by);
    this.page.margin = '> '.repeat(Math.min(this.#quoted, 5));
  }

  #beginCode(names: string): void {
    this.#preformatted += 1;
    if (this.#preformatted > 1) return;
    this.#hasCode = false;
    const language = /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(names)?.[1] ?? '';
    this.page.addAsIs(`\`\`\`${language}\n`);
  }

  /** The first newline after <pre> is not part of it. */
  #codeFrom(text: string): string {
    const isFirst = !this.#hasCode;
    this.#hasCode = true;
    return isFirst ? text.replace(/^\r?\n/, '') : text;
  }

  #endCode(): void {
    if (this.#preformatted === 0) return;
    this.#preformatted -= 1;
    if (this.#preformatted === 0) this.page.endFence('```');
  }

  #beginCell(name: string): void {
    if (this.#row.cells > 0) this.page.add(' | ');
    this.#row = { cells: this.#row.cells + 1, isHead: this.#row.isHead && name === 'th' };
  }

  /** How a row of headings is recognised. */
  #endRow(): void {
    const { cells, isHead } = this.#row;
    if (isHead && cells > 1) {
      this.page.break(1);
      this.page.add(Array.from({ length: Math.min(cells, 100) }, () => '---').join(' | '));
      this.page.break(1);
    }
    this.#row = { cells: 0, isHead: true };
  }

  #image({ alt = '', src = '' }: Readonly<Record<string, string>>): void {
    if (alt.trim() === '') return;
    const address = this.#address(src);
    this.text(address === undefined ? `[image: ${alt}]` : `![${alt}](${address})`);
  }

  #beginLink(href: string): void {
    const written = href.trim();
    const address = written === '' || written.startsWith('#') ? undefined : this.#address(written);
    if (address !== undefined) this.#spans.push({ name: 'a', before: '[', behind: `](${address})`, isOpen: false });
  }

  #address(written: string): string | undefined {
    const url = written === '' ? null : URL.parse(written, this.#from.href);
    if (url === null || !/^(https?|mailto):$/.test(url.protocol) || url.href.length > longestLink) return undefined;
    return url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  }

  /** The first word of a span starts it; a span without words is dropped. */
  #opened(text: string): string {
    const waiting = this.#spans.filter(({ isOpen }) => !isOpen);
    if (waiting.length === 0) return text;
    for (const span of waiting) span.isOpen = true;
    const [space = ''] = /^\s*/.exec(text) ?? [];
    return `${space}${waiting.map(({ before }) => before).join('')}${text.slice(space.length)}`;
  }

  /** Together with the spans inside it. */
  #endSpans(name: string): void {
    const at = this.#spans.findLastIndex((span) => span.name === name);
    if (at === -1) return;
    for (const { isOpen, behind } of this.#spans.slice(at).toReversed()) if (isOpen) this.page.attach(behind);
    this.#spans = this.#spans.slice(0, at);
  }
}

function isHeading(name: string): boolean {
  return name === 'title' || /^h[1-6]$/.test(name);
}
