/** GEM-038: models after 2.0 have no penalties; 0 is not noticed. */
import { objectOf } from '../../api/json.ts';
import type { CheckedRequest, Finding } from '../finding.ts';

export function* checkPenalties({ request, model }: CheckedRequest): Iterable<Finding> {
  if (model.route === 'claude' || model.generation < 2.5) return;
  const config = objectOf(request['generationConfig']);
  for (const name of ['presencePenalty', 'frequencyPenalty']) {
    if (typeof config[name] !== 'number' || config[name] === 0) continue;
    const path = `generation_config.${name === 'presencePenalty' ? 'presence_penalty' : 'frequency_penalty'}`;
    yield { rule: 'GEM-038', message: 'Penalty is not enabled for this model', path };
  }
}
