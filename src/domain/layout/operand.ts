import { familyOf } from '../document/value.js';
import { didYouMean } from '../nearest-name.js';
import type { AttributeDraft } from '../schema/attribute-draft.js';
import { shown } from '../schema/read-option.js';

/** Why a condition about one attribute cannot compare another; undefined: it can. */
export function whyNoOperand(
  name: string,
  attribute: AttributeDraft | undefined,
  attributes: ReadonlyMap<string, AttributeDraft>,
  about: string,
): string | undefined {
  if (attribute === undefined)
    return `there is no attribute ${shown(name)}${didYouMean(name, attributes.keys())}`;
  if (name === about) return 'is the attribute itself: hidden, it could not be changed back';
  const isComparable = attribute.kind === 'scalar' && familyOf(attribute.type) !== 'json';
  if (!isComparable)
    return `is a ${kindOf(attribute)}: conditions are over texts, numbers, dates, booleans and enumerations`;
  return attribute.private ? 'is private, so the page does not have its value' : undefined;
}

/** What an attribute is, in a word. */
export function kindOf(attribute: AttributeDraft): string {
  if (attribute.kind === 'scalar') return attribute.type;
  if (attribute.kind === 'relation-draft')
    return attribute.media === undefined ? 'relation' : 'media attribute';
  return attribute.kind === 'zone' ? 'dynamic zone' : 'component';
}

/** The values of one entry are compared, so that nothing has to be limited. */
export const comparisonLimits = { rows: 1, textSize: Infinity };
