/** Loads the views once the first prompt is on the screen, and the highlighter later still. */
import type { Block, Drawing, Highlight, Question, Status, View } from './screen.ts';
import type { QuestionLayout } from './views/view-question.ts';

export interface LoadedViews {
  readonly viewBlock: View<Block>;
  readonly layoutQuestion: (question: Question, drawing: Drawing) => QuestionLayout;
  readonly viewStatus: View<Status>;
  readonly finishedPart: (text: string) => number;
  readonly highlight?: Highlight;
  /** Also loads the highlighter for code. */
  withHighlighter(): Promise<LoadedViews>;
}

export async function loadViews(): Promise<LoadedViews> {
  const [{ viewBlock }, { layoutQuestion }, { viewStatus }, { finishedPart }] = await Promise.all([
    import('./views/view-block.ts'),
    import('./views/view-question.ts'),
    import('./views/view-status.ts'),
    import('./views/view-text.ts'),
  ]);
  const views: LoadedViews = {
    viewBlock,
    layoutQuestion,
    viewStatus,
    finishedPart,
    withHighlighter: async () => {
      const { loadHighlighter } = await import('./views/load-highlighter.ts');
      return { ...views, highlight: await loadHighlighter() };
    },
  };
  return views;
}
