import type { Answer } from '../../../application/documents/documents.js';
import { inTurns } from '../../../application/stores/in-turns.js';
import { highlightText, type Highlight } from '../../../domain/plan/highlight-text.js';

/** By attribute. */
type Highlights = Readonly<Record<string, Highlight>>;

/** Returns the matches in each document of an answer, in its order: in the searched attributes that it shows. */
export const highlightsOf = ({ answer, plan: { search } }: Answer): Promise<readonly Highlights[]> =>
  inTurns(highlighting(answer.documents(), search));

function* highlighting(
  documents: ReturnType<Answer['answer']['documents']>,
  search: Answer['plan']['search'],
): Generator<void, readonly Highlights[]> {
  const all: Highlights[] = [];
  for (const document of documents) {
    const found: [string, Highlight][] = [];
    for (const { name } of search?.attributes ?? []) {
      yield;
      const text = document[name];
      const highlight = search !== undefined && typeof text === 'string' ? highlightText(text, search) : null;
      if (highlight !== null) found.push([name, highlight]);
    }
    all.push(Object.fromEntries(found));
  }
  return all;
}
