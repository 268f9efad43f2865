/** The models of Google Vertex: Gemini, and Claude under its own name with the version behind an @ (VTX-009). */
import type { ModelFamily } from '../models.ts';
import { claudeElsewhere } from './claude-elsewhere.ts';
import { googleModels } from './google.ts';

export const vertexModels: readonly ModelFamily[] = [...claudeElsewhere(''), ...googleModels];
