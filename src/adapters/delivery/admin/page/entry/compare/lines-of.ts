import type { Attribute, Json } from '../../../../../../domain/schema/schema.js';
import type { WireComponent } from '../../../contract/types.js';
import { formatDay, say } from '../../messages/messages.js';
import { linesOfBlocks } from './lines-of-blocks.js';

type Record = { readonly [name: string]: Json };

const isRecord = (value: Json | undefined): value is Record =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Whether a value is a text whose words are compared. */
export const isText = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'scalar' &&
  ['string', 'text', 'richtext', 'blocks', 'email', 'uid'].includes(attribute.type);

/** Says in lines what an attribute contains, as people read it. Empty for nothing. */
export function linesOf(
  attribute: Attribute | undefined,
  value: Json,
  components: readonly WireComponent[],
): readonly string[] {
  if (value === null || value === '') return [];
  if (attribute?.kind === 'relation') return linksOf(value);
  if (attribute?.kind === 'scalar') return scalarOf(attribute.type, value);
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (!isRecord(item)) return [JSON.stringify(item)];
    const uid = attribute?.kind === 'component' ? attribute.component : item['__component'];
    const component = components.find((one) => one.uid === uid);
    const title = component?.displayName ?? textIn(uid);
    return [title, ...membersOf(item, component, components).map((line) => `    ${line}`)];
  });
}

function membersOf(
  item: Record,
  component: WireComponent | undefined,
  components: readonly WireComponent[],
): readonly string[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (name === '__component' || name === 'id') return [];
    const attribute = component?.attributes.find((one) => one.name === name);
    const [first, ...others] = linesOf(attribute, value, components);
    if (first === undefined) return [];
    return others.length === 0 ? [`${name}: ${first}`] : [`${name}:`, ...indented([first, ...others])];
  });
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `    ${line}`);

function linksOf(value: Json): readonly string[] {
  if (isRecord(value) && value['tooMany'] === true) return [say('history.tooMany')];
  // Relations inside of components come with the labels of the first.
  const targets = isRecord(value) && 'items' in value ? value['items'] : value;
  const all = Array.isArray(targets) ? (targets as readonly Json[]) : [targets ?? null];
  const lines = all.flatMap((one) => {
    if (one === null) return [];
    if (!isRecord(one)) return [textIn(one) || JSON.stringify(one)];
    const { documentId, title, label: name, gone } = one;
    const label = textIn(title) || textIn(name) || textIn(documentId);
    return [gone === true ? say('history.goneLink', { label }) : label];
  });
  return isRecord(value) && value['hasMore'] === true ? [...lines, '…'] : lines;
}

function scalarOf(type: string, value: Json): readonly string[] {
  if (type === 'password') return ['••••••'];
  if (typeof value === 'boolean') return [say(value ? 'yes' : 'no')];
  if (typeof value === 'string')
    return /^(datetime|timestamp)$/.test(type) && !Number.isNaN(Date.parse(value))
      ? [formatDay(value)]
      : value.split('\n');
  if (type === 'blocks' && Array.isArray(value))
    return linesOfBlocks(value as readonly Json[], (label) => say('blocks.image.line', { label }));
  return JSON.stringify(value, null, 2).split('\n');
}
