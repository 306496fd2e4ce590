import type {
  ListChange,
  PendingList,
  TargetRef,
  VersionChange,
  WritePlan,
} from '../../../../src/domain/plan/write-plan.js';
import type { WriteRequirements } from '../../../../src/domain/plan/write-requirements.js';

/** Prints a write plan in short form: versions, lists, pending lists, unlinks, targets. */
export const printWrite = ({
  versions,
  lists,
  applyPending,
  unlink,
  targets,
}: WritePlan): readonly string[] => [
  ...versions.map(printVersion),
  ...lists.map(printList),
  ...applyPending.map(printPending),
  ...unlink.map(
    ({ link, side, locale }) => `unlink ${side} of ${link.name}${locale === null ? '' : ` in ${locale}`}`,
  ),
  ...targets.map(
    ({ type, locale, documentIds }) =>
      `must be: ${type.singularName} ${documentIds.join(' ')}${locale === null ? '' : ` in ${locale}`}`,
  ),
];

const printed = (values: ReadonlyMap<string, unknown>): string => JSON.stringify(Object.fromEntries(values));
const names = (attributes: readonly { readonly name: string }[]): string =>
  attributes.map(({ name }) => name).join(',');

function printVersion(version: VersionChange): string {
  switch (version.op) {
    case 'insert': {
      const { layers, locale, values, shared } = version;
      const from = shared === null ? '' : ` with ${names(shared.attributes)} of ${shared.from}`;
      return `insert ${layers.join('+')} '${locale}' ${printed(values)}${from}`;
    }
    case 'update':
      return `update ${version.layer} '${version.locale}' ${printed(version.values)}`;
    case 'publish':
      return `publish '${version.locale}' ${printed(version.values)}${version.updatedAt === null ? '' : ' edited'}`;
    case 'discard':
      return `discard '${version.locale}'`;
    case 'share':
      return `share ${names(version.attributes)} of '${version.locale}' in ${version.layers.join('+')}`;
    case 'remove':
      return `remove ${version.layers.join('+')} ${version.locale === null ? 'everywhere' : `'${version.locale}'`}`;
  }
}

const printRef = ({ documentId, locale }: TargetRef): string =>
  locale === '' ? documentId : `${documentId}/${locale}`;

function printList({ relation, locale, layers, remove, place, exclusive, pending }: ListChange): string {
  const removed = remove.map(
    ({ kind, targets, layers: from }) =>
      `-${kind}(${targets.map(printRef).join(' ')}) from ${from.join('+')}`,
  );
  const placed = place.map(({ target, key, layers: into, leaves }) => {
    const named = leaves.length === 0 && into.length === layers.length;
    return `+${printRef(target)}${key === null ? '' : `@${key}`}${named ? '' : `[${into.join('+')}${leaves.map((layer) => ` not ${layer}`).join('')}]`}`;
  });
  const flags = [...(exclusive ? ['takes'] : []), ...(pending ? ['pending'] : [])];
  return [`${relation.name} '${locale}' ${layers.join('+')}:`, ...removed, ...placed, ...flags].join(' ');
}

const printPending = ({ link, side, locale, to, exclusive }: PendingList): string =>
  `settle ${side} of ${link.name} '${locale}' to ${to}${exclusive ? ' takes' : ''}`;

/** Prints what a change must lock and read, in short form; `nothing` if there is nothing. */
export function printRequirements(requirements: WriteRequirements | null): string {
  if (requirements === null) return 'nothing';
  const { locks, document, lists, sequenceKeys } = requirements;
  const looked =
    document === null
      ? []
      : [
          `document ${document.layer} '${document.locale}'`,
          ...(document.content.length === 0 ? [] : [`content ${names(document.content)}`]),
          ...(document.shared.length === 0 ? [] : [`shared ${names(document.shared)}`]),
          ...(document.filled.length === 0
            ? []
            : [`filled ${names(document.filled.map(({ relation }) => relation))}`]),
          ...document.pending.map(({ link, side, locale }) => `pending ${side} of ${link.name} '${locale}'`),
        ];
  return [
    ...locks.map(({ documentId, mode }) => `${mode} ${documentId}`),
    ...looked,
    ...lists.map(({ relation, locale, layers }) => `list ${relation.name} '${locale}' ${layers.join('+')}`),
    ...(sequenceKeys === 0 ? [] : [`${sequenceKeys} ticks`]),
  ].join(', ');
}
