/** A box for a history, a request body or a session file: dropped, chosen or pasted. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { examine } from '../asking/client.ts';

export function DropBox({ view }: { readonly view: string }): VNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isOver, setIsOver] = useState(false);
  const open = async (body: Blob | string, name: string): Promise<void> => {
    try {
      const { id } = await examine(body, name);
      location.hash = `#/${encodeURIComponent(id)}/${view}`;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file !== undefined) void open(file, file.name);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is only a shorter way to the file input
    <div
      class={`drop-box${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <label for="pasted">
        Drop or paste a history, a request body of any provider, or another agent’s session file.
      </label>
      <textarea
        id="pasted"
        rows={6}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="toolbar">
        <button type="button" class="primary" disabled={text.trim() === ''} onClick={() => open(text, 'pasted text')}>
          Examine
        </button>
        <label class="file">
          <span>Or choose a file</span> <input type="file" onChange={(event) => take(event.currentTarget.files)} />
        </label>
      </div>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
