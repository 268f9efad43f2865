/** The models of Google Vertex: Gemini, and Claude under its own name with the version behind an @ (VTX-009). */

import { claudeElsewhere } from './claude-elsewhere.ts';
import { googleModels } from './google.ts';
import type { ModelFamily } from './model-family.ts';

export const vertexModels: readonly ModelFamily[] = [...claudeElsewhere(''), ...googleModels];
