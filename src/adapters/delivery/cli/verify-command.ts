import type { TotalDifference } from '../../../application/ports/totals-store.js';
import { ok } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { withTrail } from './in-session.js';
import { shownNumber } from './progress-view.js';

export const verifyCommand = command({
  name: 'verify',
  options: { repair: flag },
  summary: 'count the documents whose totals are kept, and tell differences; correct them with --repair',
  page: 'performance',
  read: (_, { repair }) =>
    withTrail(async ({ totals }) => {
      const verified = await totals.verify(repair);
      if (!verified.ok) return verified;
      const { types, differences } = verified.value;
      return ok({
        result: differences.map(line).join('\n'),
        note: summary(types.length, differences.length, repair),
        done: repair || differences.length === 0,
      });
    }),
});

const line = ({ type, layer, locale, counted, kept }: TotalDifference): string =>
  `${[type, layer, locale].filter((part) => part !== '').join(' ')}: ${counted} counted, ${kept} kept`;

function summary(types: number, differences: number, isRepaired: boolean): string {
  if (types === 0) return 'No content-type has a kept total: all are counted when they are asked for.';
  const counted =
    types === 1
      ? 'The total of 1 content-type was'
      : `The totals of ${shownNumber(types)} content-types were`;
  if (differences === 0) return `${counted} counted: no difference.`;
  const found = differences === 1 ? '1 difference' : `${shownNumber(differences)} differences`;
  return isRepaired
    ? `${counted} counted: ${found}, corrected.`
    : `${counted} counted: ${found}. Correct them: quire verify --repair`;
}
