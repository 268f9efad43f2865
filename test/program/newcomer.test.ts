/** The first minutes of a new user: without a key, then offline, with mistakes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenTerminal } from '../../packages/cli/test/terminal/open-terminal.ts';
import { type Home, openHome } from './home.ts';
import { keptSessions } from './kept-sessions.ts';

let home: Home;

beforeAll(async () => {
  home = await openHome();
  await home.write('README.md', '# A project\n\nTODO: say more.\n');
  await home.write('src/main.ts', 'console.log("hello");\n');
  await home.write('LICENSE', 'A licence.\n');
});

afterAll(() => home.close());

test('without a key and without Ollama: three lines say what was found and what to do, exit code 2', async () => {
  const terminal = home.openHere([], { cols: 200 });
  expect(await terminal.ended).toBe(2);
  // The second is longer than the screen is wide, and wraps between two words.
  const lines = terminal.raw().split('\r\n').slice(-5);
  expect(lines).toEqual([
    expect.stringMatching(/interlock: No model is available: no key .* Ollama .* at http:\/\/127\.0\.0\.1:9\.$/),
    expect.stringMatching(/^Looked for .*ANTHROPIC_API_KEY.*, and$/),
    expect.stringMatching(/^for a model in .*config\.json\.$/),
    'Run interlock setup, or set one of these variables. To try it without a key: interlock --offline',
    '',
  ]);
  expect(terminal.screen()).toMatch(/^interlock: No model is available/);
});

describe('interlock --offline', () => {
  let terminal: OpenTerminal;

  beforeAll(() => {
    terminal = home.openShell('stty -a > before; interlock --offline; echo $? > code; stty -a > after', { rows: 60 });
  });

  const atRest = /Ask something/;
  const say = async (text: string, shown: RegExp): Promise<string> => {
    terminal.type(`${text}\r`);
    return terminal.until((screen) => shown.test(screen) && atRest.test(screen));
  };

  test('says where it is and what to try', async () => {
    const screen = await terminal.until(/Ask something.*anthropic\//s);
    expect(screen).toMatch(/^· Offline: .*No key\s+is needed.*Try: look around/s);
    expect(await say('hello', /for everything else/)).toMatch(/look around: five calls at once/);
  });

  test('five parallel calls on the real folder, and their results', async () => {
    const screen = await say('look around', /what do you remember\?\n/);
    expect(untimed(screen)).toContain(
      `✓ list_files *                           ✓ list_files *.{md,txt}
  LICENSE                                  README.md
  README.md
  before
  src/
✓ list_files **/*.{ts,js,py,go…          ✓ search_files TODO|FIXME
  src/main.ts                              README.md:3: TODO: say more.
✓ search_files licen[cs]e
  LICENSE:1: A licence.`,
    );
  });

  test('Esc stops an allowed command; nothing is lost', async () => {
    terminal.type('run touch made; echo begun; sleep 600\r');
    await terminal.until(/Allow run_command\?/);
    terminal.type('y\r');
    await terminal.until(/● run_command .*\n {2}begun\n/s); // its output: the line above contains the word too
    terminal.type('\u001b');
    const screen = await terminal.until(/Cancelled\. Everything so far is kept\..*Ask something/s);
    expect(screen).toMatch(/– run_command touch made; echo begun; sleep 600 · interrupted.*\n {2}begun\n/s);
  });

  test('Esc stops an answer while it is written', async () => {
    terminal.type('explain\r');
    await terminal.until(/Every provider has its own rules/);
    terminal.type('\u001b');
    // How much of it had arrived by then depends on the machine; that the turn was interrupted does not.
    expect(await terminal.until(/> explain\n.*Cancelled.*Ask something/s)).toContain(
      'Every provider has its own rules',
    );
  });

  test('/model switches to another family, and the conversation continues there', async () => {
    terminal.type('/model\r');
    await terminal.until(/Which model\?/);
    terminal.type('mist');
    await terminal.until(/Which model\? mist\n› mistral/);
    terminal.type('\r');
    await terminal.until(/The next message goes to mistral/);
    const screen = await say('what do you remember?', /This is mistral.* no\s+call\s+is\s+left\s+open/s);
    expect(screen).toContain('6 calls and 6 results, so no call is left open.');
    expect(screen).toMatch(/• "hello"\n• "look around"\n• "run touch made; echo begun; sleep 600"\n• "explain"\n/);
  });

  test('reports mistakes, and nothing breaks', async () => {
    expect(await say('/modle', /There is no command \/modle/)).toContain('Did you mean /model? /help lists them.');
    expect(await say('/model nonsense', /There is no model "nonsense"/)).toContain('/model lists them.');
    terminal.type('helpp\u007f\u0015help');
    await terminal.until(/> help$/m);
    await say('', /I am a scripted model.*for everything else/s);
    expect(await say('read nothing.txt', /returned 1 line/)).toMatch(
      /✗ read_file nothing\.txt · failed.*does not exist/s,
    );
  });

  test('40 columns', async () => {
    terminal.resize(40, 20);
    await terminal.until(/Ask something; \/help lists the comma…/);
    terminal.type('look around\r');
    const screen = await terminal.until((shown) =>
      /do you remember\?\n\n> Ask something; \/help lists the comma…\nmistral\/mistral-large-latest · \d+%$/.test(
        shown,
      ),
    );
    expect(screen).toContain('search_files       │ LICENSE:1: A\nlicen[cs]e         │ licence.\n');
  });

  test('Ctrl-C twice exits, and the terminal is restored', async () => {
    terminal.resize(80, 60);
    // Immediately: how long the second one may take is tested elsewhere, with an injected clock.
    terminal.type('\u0003\u0003');
    await terminal.ended;
    expect(await fileOf('code')).toBe('0\n');
    expect(await fileOf('after')).toBe(await fileOf('before'));
    expect(terminal.modes().bracketedPasteMode).toBe(false);
    expect(terminal.cursor().isShown).toBe(true);
    const [session] = await keptSessions(home.env['XDG_STATE_HOME'] ?? '', 'offline');
    const goOn = `interlock --offline --resume ${session?.id}`;
    expect(terminal.screen().replaceAll('\n', '')).toContain(`To continue: ${goOn}`);
  });

  test('the command it prints to continue works', async () => {
    const [session] = await keptSessions(home.env['XDG_STATE_HOME'] ?? '', 'offline');
    const args = ['-p', 'what do you remember?', '--offline', '--resume', session?.id ?? ''];
    const { code, stdout } = await home.run(args);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^This is \*\*mistral.* 12 calls and 12 results/),
    });
  });

  test('/new starts again with the same model, and /resume goes back', async () => {
    const again = home.openHere(['--offline', '--continue'], { rows: 30 });
    const sayAgain = async (text: string, shown: RegExp): Promise<string> => {
      again.type(`${text}\r`);
      return again.until((screen) => shown.test(screen) && atRest.test(screen));
    };
    await again.until(/12 calls and 12 results.*Ask something.*mistral\//s);
    await sayAgain('/new', /This is a new conversation\./);
    await sayAgain('what now?', /This is mistral\/mistral-large-latest, and our conversation starts here/);
    again.type('/resume\r');
    await again.until(/Continue which conversation\?\n› .*hello/);
    again.type('\r');
    await sayAgain('what do you remember?', /came along: 9\s+earlier messages/);
    again.type('/exit\r');
    expect(await again.ended).toBe(0);
  });

  /** Without durations. */
  function untimed(screen: string): string {
    return screen.replaceAll(/ · \d+\.\d s/g, (time) => ' '.repeat(time.length)).replaceAll(/ +$/gm, '');
  }

  async function fileOf(name: string): Promise<string> {
    return readFile(join(home.project, name), 'utf8');
  }
});
