import { otherSide, type Side } from '../../domain/schema/schema.js';
import { matchOfType, type Match } from './match-collections.js';
import { counted, type Check, type EndMove, type PlannedChange } from './planned-change.js';
import { fill, optionChange, type OptionChange } from './type-changes.js';
import type { LinkOrigin } from './wanted-schema.js';

const sides = ['source', 'target'] as const;

/** Plans the changes of links that follow from options of the content-types at their ends. */
export function linkChanges(
  match: Match,
  matches: readonly Match[],
  defaultLocale: string,
): readonly PlannedChange[] {
  const { wanted, stored, record } = match;
  if (stored === undefined || wanted.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const ends = endsOf(wanted.origin, matches);
  return [
    ...localeChanges(match, record.origin, wanted.origin, ends, defaultLocale),
    ...layerChanges(match, ends),
  ];
}

/** The collections of the content-types at both ends, and their options. A new content-type counts as unchanged. */
type Ends = readonly { readonly side: Side; readonly type: Match; readonly options: OptionChange }[];

const endsOf = (origin: LinkOrigin, matches: readonly Match[]): Ends =>
  sides.flatMap((side) => {
    const type = matchOfType(matches, origin[side].type);
    if (type?.wanted.origin.kind !== 'type') return [];
    const { origin: after } = type.wanted;
    return [{ side, type, options: optionChange(type) ?? { before: after, after } }];
  });

/** Links are kept per layer as soon as one end has draft & publish, and are pending at an end that has it. */
function layerChanges(match: Match, ends: Ends): readonly PlannedChange[] {
  const drafts = (when: 'before' | 'after'): readonly Side[] =>
    ends.filter(({ options }) => options[when].draftAndPublish).map(({ side }) => side);
  const [before, after] = [drafts('before'), drafts('after')];
  if (before.length === 0) return after.length > 0 ? [addDraftLinks(match)] : [];
  if (after.length === 0) return [removeDraftLinks(match)];
  return before.filter((side) => !after.includes(side)).map((side) => stopPending(match, side));
}

const addDraftLinks = (match: Match): PlannedChange =>
  fill(match, `Links of "${match.wanted.name}" are in the drafts too.`, { kind: 'addDraftLinks' });

function removeDraftLinks(match: Match): PlannedChange {
  const { name } = match.wanted;
  const refusal =
    (where: string, advice: string): Check['refusal'] =>
    ({ count, example }) =>
      `Draft & publish cannot be turned off for both ends of "${name}": ${counted(count, 'link is', 'links are')} ${where}, for example of document "${example}". ${advice}`;
  const checks: readonly Check[] = [
    {
      counts: 'pendingLinks',
      sides,
      refusal: refusal('changed in drafts only', 'Publish or discard them first.'),
    },
    {
      // Publishing applies only links that are pending at the published end, so these links would never be published.
      counts: 'draftOnlyLinks',
      refusal: refusal('in drafts only', 'Connect them without a status first, or disconnect them.'),
    },
  ];
  return fill(match, `Links of "${name}" are published only.`, { kind: 'removeDraftLinks' }, checks);
}

/** The other end still has drafts, so links in its drafts stay. */
function stopPending(match: Match, side: Side): PlannedChange {
  const { name } = match.wanted;
  const check: Check = {
    counts: 'pendingLinks',
    sides: [side],
    refusal: ({ count, example }) =>
      `Draft & publish cannot be turned off for the ${side} of "${name}": ${counted(count, 'link waits', 'links wait')} for its publishing, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  const message = `Links of "${name}" wait for their ${otherSide(side)} only.`;
  return fill(match, message, { kind: 'stopPending', side }, [check]);
}

/** Ends whose links name their locale from now on, or no longer do (`LinkEnd.localized`). */
function localeChanges(
  match: Match,
  before: LinkOrigin,
  after: LinkOrigin,
  ends: Ends,
  defaultLocale: string,
): readonly PlannedChange[] {
  const moves = ends.flatMap(({ side, type, options }): EndMove[] => {
    // Records without this member are from versions whose links named only the locale of their source.
    const named = before[side].localized ?? (side === 'source' && options.before.localized);
    const isNamed = after[side].localized ?? false;
    if (named === isNamed) return [];
    // Only at the source can the attribute's option change alone: a target's locale depends only on its content-type.
    const typeStays = side === 'source' && options.before.localized && options.after.localized;
    return [
      { side, type, becomes: isNamed ? (typeStays ? 'spread' : 'named') : typeStays ? 'joined' : 'unnamed' },
    ];
  });
  if (moves.length === 0) return [];
  // An end takes its locale from the other end before that one loses it.
  const sorted = moves.sort((a, b) => order.indexOf(a.becomes) - order.indexOf(b.becomes));
  const message = sorted.map((move) => moveMessage(match, move)).join(' ');
  const checks = sorted.flatMap((move) => moveChecks(match, move, after));
  return [fill(match, message, { kind: 'moveLinks', ends: sorted, defaultLocale }, checks)];
}

const order: readonly EndMove['becomes'][] = ['named', 'spread', 'unnamed', 'joined'];

function moveMessage({ wanted: { name } }: Match, { side, becomes }: EndMove): string {
  switch (becomes) {
    case 'named':
      return `Links of "${name}" name the locale of their ${side}.`;
    case 'spread':
      return `Links of "${name}" are those of each locale.`;
    case 'unnamed':
      return `Links of "${name}" hold for their ${side} as a whole.`;
    case 'joined':
      return `Links of "${name}" hold for all locales.`;
  }
}

function moveChecks({ wanted: { name } }: Match, end: EndMove, after: LinkOrigin): readonly Check[] {
  if (end.becomes === 'joined')
    return [
      {
        counts: 'differingLists',
        end,
        refusal: ({ count, example }) =>
          `"${name}" cannot be one list for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
          'Make them the same first, with the former schema.',
      },
    ];
  // A target may still have one link in each locale of its sources.
  const hasOne = end.side === 'source' && !after.source.many && after.target.localized === true;
  if (end.becomes !== 'unnamed' || !hasOne) return [];
  return [
    {
      counts: 'severalLinks',
      side: end.side,
      refusal: ({ count, example }) =>
        `"${name}" cannot be one link for all locales: ${counted(count, 'document has', 'documents have')} another one in each, for example "${example}". ` +
        'Disconnect the others first, with the former schema.',
    },
  ];
}
