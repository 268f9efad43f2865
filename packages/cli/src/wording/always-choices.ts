/** The choices for "always": exactly this call or similar ones, for this session or for this project. */
import type { RuleOffer } from '@interlock/runtime';
import type { PickerItem } from '../terminal/picker-item.ts';
import { showControls } from '../terminal/show-controls.ts';
import { showLookAlikes } from '../terminal/show-look-alikes.ts';

export interface AlwaysChoice extends PickerItem {
  readonly rule: string;
  readonly scope: 'session' | 'project';
}

const names: Readonly<Record<RuleOffer['covers'], string>> = {
  exact: 'exactly this',
  prefix: 'commands with the same beginning',
  folder: 'all files in its folder',
  host: 'everything on this host',
  tool: 'every call of this tool',
};

/** Narrowest first. */
export function alwaysChoices(offers: readonly RuleOffer[], hasProject: boolean): readonly AlwaysChoice[] {
  return offers.flatMap(({ covers, rule }) => {
    const note = showLookAlikes(showControls(rule), true);
    const choice = (scope: AlwaysChoice['scope']): AlwaysChoice => ({
      name: `${names[covers]}, in this ${scope}`,
      note,
      rule,
      scope,
    });
    return [choice('session'), ...(hasProject ? [choice('project')] : [])];
  });
}
