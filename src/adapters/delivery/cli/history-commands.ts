import { clientEntry } from '../../../application/history/entries-of.js';
import {
  currentVersion,
  type AskedHistory,
  type HistoryEntry,
} from '../../../application/history/history-service.js';
import { command, flag } from './command.js';
import { withLocales } from './in-session.js';
import { harmless, listed, noted, printed } from './outcome.js';

const page = 'history';

/** The operand of a document; a single type has no documentId. */
const whose = 'UID:DOCUMENT[:LOCALE]';

export const historyCommands = [
  command({
    name: 'history list',
    operands: [whose],
    options: { limit: { value: 'N' }, json: flag },
    summary:
      'list the earlier versions of a document (of a single type: UID alone), the latest first: 25, or as many as --limit says',
    page,
    read([operand], { limit = '25', json }) {
      if (!/^[1-9]\d{0,3}$/.test(limit)) return '--limit is a number from 1 to 9999';
      return withLocales(async ({ history, principal }) => {
        const range = { offset: 0, limit: Number(limit) };
        const found = await history.list(principal, askedOf(operand), range);
        return found.ok
          ? listed(found.value.entries.map(row), json, 'There are no earlier versions.')
          : found;
      });
    },
  }),
  command({
    name: 'history show',
    operands: [whose, 'ENTRY'],
    summary: 'print an earlier version as JSON',
    page,
    read: ([operand, entry]) =>
      withLocales(async ({ history, principal }) => {
        const found = await history.find(principal, askedOf(operand), entry);
        return found.ok ? printed(JSON.stringify(clientEntry(found.value), null, 2)) : found;
      }),
  }),
  command({
    name: 'history diff',
    operands: [whose, 'ENTRY', '[OTHER]'],
    options: { json: flag },
    summary: 'list the attributes that differ from another entry, or from what the document contains now',
    page,
    read: ([operand, entry, other = currentVersion], { json }) =>
      withLocales(async ({ history, principal }) => {
        const found = await history.diff(principal, askedOf(operand), entry, other);
        if (!found.ok) return found;
        return json ? printed(JSON.stringify(found.value, null, 2)) : differences(found.value);
      }),
  }),
  command({
    name: 'history restore',
    operands: [whose, 'ENTRY'],
    summary: 'give the draft of a document what an earlier version contains; what is published stays',
    page,
    read: ([operand, entry]) =>
      withLocales(async ({ history, principal }) => {
        const restored = await history.restore(principal, askedOf(operand), entry, {
          fields: ['documentId'],
        });
        if (!restored.ok) return restored;
        const { created, leftOut, gone } = restored.value;
        const sentences = [
          created ? 'The document was gone, and is created again.' : 'Restored.',
          ...leftOut.map(({ name, reason }) => `Left out: ${name} (${reason})`),
          ...gone.map(({ name, documentId }) => `Left out: ${name} led to ${documentId}, which is gone`),
        ];
        return noted(sentences.map(harmless).join('\n'));
      }),
  }),
];

/** A uid has two colons of its own: `api::article.article:<documentId>:<locale>`. */
function askedOf(operand: string): AskedHistory {
  const [, type = operand, documentId, locale] =
    /^([^:]+::[^:]+)(?::([^:]*))?(?::([^:]+))?$/.exec(operand) ?? [];
  return { type, ...(documentId && { documentId }), ...(locale && { locale }) };
}

const row = ({ id, at, action, status, locale, names, by }: HistoryEntry) => ({
  id,
  at,
  action,
  status,
  locale,
  by: by.name,
  names,
});

function differences(
  changed: readonly { readonly name: string; readonly from: unknown; readonly to: unknown }[],
) {
  if (changed.length === 0) return noted('They are equal.');
  const lines = changed.flatMap(({ name, from, to }) => [
    harmless(name),
    `- ${harmless(JSON.stringify(from))}`,
    `+ ${harmless(JSON.stringify(to))}`,
  ]);
  return printed(lines.join('\n'));
}
