import { expect, test } from 'vitest';
import { findNameProblems } from './file-names.ts';

test.each([
  ['index.ts', []],
  ['canonical/tool-id.ts', []],
  ['base64.ts', []],
  ['render/database.test.ts', []],
  ['screen.tsx', []],
  ['toolId.ts', [`'toolId' is not kebab-case`]],
  ['Tool.ts', [`'Tool' is not kebab-case`]],
  ['tool_id.ts', [`'tool_id' is not kebab-case`]],
  ['tool--id.ts', [`'tool--id' is not kebab-case`]],
  ['tool.id.ts', [`'tool.id' is not kebab-case`]],
  ['utils.ts', [`'utils' says 'utils'`]],
  ['test-helpers.test.ts', [`'test-helpers' says 'helpers'`]],
  ['core/turn.ts', [`'core' says 'core'`]],
  ['session-manager.ts', [`'session-manager' says 'manager'`]],
  [
    'Base_Handler.ts',
    [`'Base_Handler' is not kebab-case`, `'Base_Handler' says 'base'`, `'Base_Handler' says 'handler'`],
  ],
])('%s: %j', (path, problems) => {
  expect(findNameProblems(path)).toEqual(problems);
});
