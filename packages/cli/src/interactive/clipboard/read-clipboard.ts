/** The image in the clipboard, read with the desktop's program for it, within a time limit. Nothing else is read. */
import type { MediaBlock } from '@interlock/transcript';
import type { Io } from '../../io/io.ts';
import { maxMediaBytes, mediaOfBytes } from '../editor/read-media.ts';
import { readOutput } from './run-program.ts';

export type Clipboard =
  | { readonly media: MediaBlock }
  /** Why there is none, and what to do. */
  | { readonly problem: string };

export interface ClipboardOptions {
  readonly env: Io['env'];
  readonly platform: NodeJS.Platform;
  /** Time limit of a program. */
  readonly timeoutMs?: number;
}

interface Reader {
  readonly program: string;
  /** The package to install, if its name differs. */
  readonly packageName?: string;
  /** Prints the available types of data, one per line. Absent: there is only one type. */
  readonly kinds?: readonly string[];
  readonly picture: (kind: string) => readonly string[];
  /** Its output is not the image itself. */
  readonly decode?: (output: Buffer) => Buffer;
}

/** Best first: lossless, then what everything supports. */
const mimeTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const defaultTimeoutMs = 3_000;
const instead = 'Drop a file on the terminal, or paste its path.';

const wayland: Reader = {
  program: 'wl-paste',
  packageName: 'wl-clipboard',
  kinds: ['--list-types'],
  picture: (kind) => ['--no-newline', '--type', kind],
};

const x11: Reader = {
  program: 'xclip',
  kinds: ['-selection', 'clipboard', '-t', 'TARGETS', '-o'],
  picture: (kind) => ['-selection', 'clipboard', '-t', kind, '-o'],
};

const pngpaste: Reader = { program: 'pngpaste', picture: () => ['-'] };

/** Part of macOS. It prints binary data in hexadecimal: `«data PNGf89504E47…»`. */
const osascript: Reader = {
  program: 'osascript',
  picture: () => ['-e', 'the clipboard as «class PNGf»'],
  decode: (output) => Buffer.from(/«data \S{4}([0-9A-Fa-f]+)»/.exec(output.toString('utf8'))?.[1] ?? '', 'hex'),
};

export async function readClipboard(options: ClipboardOptions): Promise<Clipboard> {
  const readers = readersFor(options);
  if (readers.length === 0) {
    return {
      problem: `The clipboard cannot be read: neither WAYLAND_DISPLAY nor DISPLAY is set. ${instead}`,
    };
  }
  for (const reader of readers) {
    const found = await readWith(reader, options);
    if (found !== 'not installed') return found;
  }
  const names = [...new Set(readers.map(({ program, packageName }) => packageName ?? program))].join(' or ');
  return { problem: `The clipboard cannot be read: install ${names}. ${instead}` };
}

function readersFor({ env, platform }: ClipboardOptions): readonly Reader[] {
  if (platform === 'darwin') return [pngpaste, osascript];
  return [...(env['WAYLAND_DISPLAY'] ? [wayland] : []), ...(env['DISPLAY'] ? [x11] : [])];
}

async function readWith(
  reader: Reader,
  { env, timeoutMs = defaultTimeoutMs }: ClipboardOptions,
): Promise<Clipboard | 'not installed'> {
  const read = (args: readonly string[]): ReturnType<typeof readOutput> =>
    readOutput(reader.program, args, env, timeoutMs);
  const listed = reader.kinds === undefined ? undefined : await read(reader.kinds);
  if (listed?.end === 'missing') return 'not installed';
  if (listed !== undefined && listed.end !== 'done') return problemOf(listed.end, reader);
  const kinds = listed?.output.toString('latin1').split(/\s+/) ?? mimeTypes;
  const kind = mimeTypes.find((each) => kinds.includes(each));
  if (kind === undefined) return none;
  const found = await read(reader.picture(kind));
  if (found.end === 'missing') return 'not installed';
  if (found.end !== 'done') return problemOf(found.end, reader);
  const bytes = reader.decode?.(found.output) ?? found.output;
  if (bytes.length > maxMediaBytes) return problemOf('too large', reader);
  const media = mediaOfBytes(bytes);
  return media?.mimeType.startsWith('image/') === true ? { media } : none;
}

const none: Clipboard = {
  problem: `There is no image in the clipboard. Paste text with the terminal's own shortcut, usually Ctrl-Shift-V.`,
};

function problemOf(end: 'failed' | 'too large' | 'too slow', { program }: Reader): Clipboard {
  if (end === 'too large')
    return { problem: 'The image in the clipboard is larger than 10 MB. Make it smaller and copy it again.' };
  if (end === 'too slow') return { problem: `The clipboard did not answer (${program}). ${instead}` };
  // All of these programs fail for an empty clipboard.
  return none;
}
