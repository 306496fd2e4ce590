import { changeBetween } from '../code/change-between.js';

/** A text with what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A command changes a text and what is selected. */
export type MarkdownCommand = (selected: Selected) => Selected;

/** Puts a mark around what is selected, or takes it away where it is there. */
export const marked =
  (mark: string): MarkdownCommand =>
  ({ text, from, to }) => {
    const { length } = mark;
    const [before, inside, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
    if (before.endsWith(mark) && after.startsWith(mark))
      return {
        text: before.slice(0, -length) + inside + after.slice(length),
        from: from - length,
        to: to - length,
      };
    return { text: before + mark + inside + mark + after, from: from + length, to: to + length };
  };

/** What begins a line of a heading, a list or a quote. */
const begin = /^(?:#{1,6} |> |[-*+] |\d+[.)] )/;

/** Changes how the selected lines begin; those that begin so already are plain ones then. The number of a line counts from 0. */
export const begun =
  (start: (line: number) => string): MarkdownCommand =>
  ({ text, from, to }) => {
    const first = text.lastIndexOf('\n', from - 1) + 1;
    const end = text.indexOf('\n', to);
    const last = end < 0 ? text.length : end;
    const lines = text.slice(first, last).split('\n');
    const isSo = lines.every((line, at) => line.startsWith(start(at)));
    const changed = lines.map((line, at) => (isSo ? '' : start(at)) + line.replace(begin, '')).join('\n');
    return {
      text: text.slice(0, first) + changed + text.slice(last),
      from: lines.length > 1 ? first : Math.max(first, from + changed.length - (last - first)),
      to: Math.max(first, to + changed.length - (last - first)),
    };
  };

/** Puts the selected lines between others, as those of code, and empty lines around them. */
export const fenced: MarkdownCommand = ({ text, from, to }) => {
  const [before, inside, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  const open = `${before}${lead}\`\`\`\n`;
  const tail = after.startsWith('\n') || after === '' ? '' : '\n';
  return {
    text: `${open}${inside}\n\`\`\`${tail}${after}`,
    from: open.length,
    to: open.length + inside.length,
  };
};

/** Makes a link of what is selected; its address is selected then. */
export const linked: MarkdownCommand = ({ text, from, to }) => {
  const address = 'https://';
  const label = text.slice(from, to);
  const start = from + label.length + 3;
  return {
    text: `${text.slice(0, from)}[${label}](${address})${text.slice(to)}`,
    from: label === '' ? from + 1 : start,
    to: label === '' ? from + 1 : start + address.length,
  };
};

/** Puts an image in place of what is selected. */
export const withImage =
  (alternative: string, url: string): MarkdownCommand =>
  ({ text, from, to }) => {
    const image = `![${alternative.replaceAll(/[[\]\\\n]/g, ' ')}](${url.replaceAll(' ', '%20').replaceAll(')', '%29')})`;
    const end = from + image.length;
    return { text: text.slice(0, from) + image + text.slice(to), from: end, to: end };
  };

/** Keeps a place of a text, and puts images there one below the other, also when the text has changed since. Carets stay. */
export function imageLater(was: string, at: number): (alternative: string, url: string) => MarkdownCommand {
  let last = { text: was, at, lead: '' };
  return (alternative, url) => (selected) => {
    const { from, to, insert } = changeBetween(last.text, selected.text);
    const place = last.at <= from ? last.at : from + insert.length + Math.max(0, last.at - to);
    const text = selected.text.slice(0, place) + last.lead + selected.text.slice(place);
    const start = place + last.lead.length;
    const put = withImage(alternative, url)({ text, from: start, to: start });
    const moved = (caret: number): number => (caret < place ? caret : caret + put.to - place);
    last = { text: put.text, at: put.to, lead: '\n' };
    return { text: put.text, from: moved(selected.from), to: moved(selected.to) };
  };
}
