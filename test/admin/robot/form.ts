import type { Page } from 'puppeteer-core';
import type { Browser as Client } from '../../http/admin/admin-world.js';
import { appFiles, component, contentType, drafts, relation } from '../../schema-builders.js';
import type { Random } from './random.js';

/** The entry that robots edit, how it is shown, and what they do in it. */

export const [page, tag] = ['api::page.page', 'api::tag.tag'] as const;
export const tags = ['Ant', 'Bee', 'Cat', 'Dog', 'Elk'] as const;

export const files = appFiles({
  contentTypes: [
    contentType(
      'page',
      'pages',
      {
        Title: { type: 'string' },
        Text: { type: 'text' },
        Rank: { type: 'integer' },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        Words: { type: 'array' },
        Seo: { type: 'component', component: 'parts.seo' },
        Parts: { type: 'component', component: 'parts.part', repeatable: true },
        Tags: relation('manyToMany', 'tag', { inversedBy: 'Pages' }),
        Main: relation('manyToOne', 'tag'),
      },
      drafts,
    ),
    contentType('tag', 'tags', {
      Label: { type: 'string' },
      Pages: relation('manyToMany', 'page', { mappedBy: 'Tags' }),
    }),
  ],
  components: [
    component('parts.seo', { About: { type: 'string' } }),
    component('parts.part', { Line: { type: 'string' }, Size: { type: 'integer' } }),
  ],
});

/** What a form shows; nothing is an empty text. */
export interface Shown {
  readonly Title: string;
  readonly Text: string;
  readonly Rank: string;
  readonly Kind: string;
  readonly Words: readonly string[];
  readonly Seo: readonly { readonly About: string }[];
  readonly Parts: readonly { readonly Line: string; readonly Size: string }[];
  readonly Tags: readonly string[];
  readonly Main: readonly string[];
}

export type Name = keyof Shown;

export const nothing: Shown = {
  Title: '',
  Text: '',
  Rank: '',
  Kind: '',
  Words: [],
  Seo: [],
  Parts: [],
  Tags: [],
  Main: [],
};

export const names = Object.keys(nothing) as readonly Name[];

const reading = `(() => {
  const value = (id) => document.getElementById(id)?.value ?? null;
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  const text = (one) => one.textContent.trim();
  return {
    Title: value('Title'),
    Text: value('Text'),
    Rank: value('Rank'),
    Kind: document.querySelector('#Kind-field input:checked')?.parentElement.textContent.replace(/^Not set$/, '') ?? '',
    Words: all('#Words-field ol input', (one) => one.value),
    Seo: all('#Seo-field .item', () => ({ About: value('Seo.About') })),
    Parts: all('#Parts-field .item', (_, at) => ({ Line: value('Parts.' + at + '.Line'), Size: value('Parts.' + at + '.Size') })),
    Tags: all('#Tags-field .link-label', text),
    Main: all('#Main-field .link-label', text),
  };
})()`;

/** What the form shows, with all components unfolded. */
export async function shownIn(tab: Page): Promise<Shown> {
  const folded = `[...document.querySelectorAll('.fields .item-head[aria-expanded=false]')]`;
  // What is saved meanwhile may fold one again.
  await tab.waitForFunction(`${folded}.map((one) => one.click()).length === 0`, { polling: 50 });
  return (await tab.evaluate(reading)) as Shown;
}

/**
 * Keeps from now on what the form shows in the moment that something is done: the first key in a field, or the last click. What others save
 * may come at any time before it.
 */
export const watch = (tab: Page): Promise<unknown> =>
  tab.evaluate(`{
    const read = () => ${reading};
    if (globalThis.robotLooks === undefined)
      addEventListener('beforeinput', ({ target }) => {
        if (target.closest('.fields') !== null) globalThis.robotSaw ??= read();
      }, true);
    globalThis.robotLooks = () => void (globalThis.robotSaw = read());
    globalThis.robotSaw = null;
  }`);

/** What the form showed in the moment that something was done; null: nothing was done. */
export const seenIn = async (tab: Page): Promise<Shown | null> =>
  (await tab.evaluate('globalThis.robotSaw')) as Shown | null;

/** What the server has. */
export async function storedOf(client: Client, id: string): Promise<Shown> {
  const { status, body } = await client.api('GET', `documents/${page}/${id}`);
  if (status !== 200) throw new Error(`reading the entry answers ${status}: ${JSON.stringify(body)}`);
  const { values, links } = body.data;
  const text = (value: string | number | null | undefined): string => (value == null ? '' : String(value));
  const items = (value: unknown) => (value ?? []) as readonly Record<string, string | number | null>[];
  return {
    Title: text(values.Title),
    Text: text(values.Text),
    Rank: text(values.Rank),
    Kind: text(values.Kind),
    Words: (values.Words ?? []) as readonly string[],
    Seo: (values.Seo === null ? [] : items([values.Seo])).map(({ About }) => ({ About: text(About) })),
    Parts: items(values.Parts).map(({ Line, Size }) => ({ Line: text(Line), Size: text(Size) })),
    Tags: items(links.Tags.items).map(({ label }) => text(label)),
    Main: items(links.Main.items).map(({ label }) => text(label)),
  };
}

/** Something that a robot did: what the form shows then. */
export type Note = (shown: Shown) => void;

export interface Hand {
  readonly tab: Page;
  readonly random: Random;
  /** Whether requests are answered now. */
  readonly isServed: boolean;
  /** Called after each key, and each step that takes effect at once. */
  readonly note: Note;
}

/** Does something at random to one attribute, which is shown as in `now`. */
export async function edit(hand: Hand, name: Name, now: Shown): Promise<void> {
  const { tab, random, note } = hand;
  const noting = (value: Shown[Name]): void => note({ ...now, [name]: value });
  switch (name) {
    case 'Title':
    case 'Text':
      return typeMore(hand, name, now[name], noting);
    case 'Rank':
      return typeAnew(hand, name, noting);
    case 'Kind': {
      const kind = random.pick(['news', 'tale', '']);
      await click(
        tab,
        `#Kind-field .choices label:nth-of-type(${['news', 'tale', ''].indexOf(kind) + 1}) input`,
      );
      return noting(kind);
    }
    case 'Words':
      return editWords(hand, now.Words, noting);
    case 'Seo':
      if (now.Seo.length === 0) {
        await click(tab, '#Seo-field .add');
        return noting([{ About: '' }]);
      }
      return typeMore(hand, 'Seo.About', now.Seo[0]?.About ?? '', (About) => noting([{ About }]));
    case 'Parts':
      return editParts(hand, now.Parts, noting);
    case 'Tags':
      return editTags(hand, now.Tags, noting);
    case 'Main':
      return chooseMain(hand, now.Main, noting);
  }
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyzäéß ');

/** Clicks what may be below a bar or outside of the window. */
async function click(tab: Page, selector: string): Promise<void> {
  await tab.waitForSelector(selector);
  await tab.$eval(selector, (found) => {
    (globalThis as { robotLooks?: () => void }).robotLooks?.();
    (found as unknown as { click(): void }).click();
  });
}

/** Types at the end of a field. */
async function typeMore(
  { tab, random }: Hand,
  id: string,
  before: string,
  note: (text: string) => void,
): Promise<void> {
  await tab.focus(`[id="${id}"]`);
  await withControl(tab, 'End');
  let text = before;
  for (let left = 1 + random.below(12); left > 0; left -= 1) {
    const letter = random.pick(letters);
    await tab.keyboard.type(letter);
    text += letter;
    note(text);
  }
}

/** Types another number. */
async function typeAnew({ tab, random }: Hand, id: string, note: (text: string) => void): Promise<void> {
  await tab.focus(`[id="${id}"]`);
  await withControl(tab, 'a');
  let text = '';
  for (let left = 1 + random.below(5); left > 0; left -= 1) {
    const digit = String(1 + random.below(9));
    await tab.keyboard.type(digit);
    text += digit;
    note(text);
  }
}

async function withControl(tab: Page, key: 'End' | 'a'): Promise<void> {
  await tab.keyboard.down('Control');
  await tab.keyboard.press(key);
  await tab.keyboard.up('Control');
}

async function editWords(
  hand: Hand,
  words: readonly string[],
  note: (words: readonly string[]) => void,
): Promise<void> {
  const { tab, random } = hand;
  const input = (at: number): string => `#Words-field li:nth-of-type(${at + 1})`;
  if (words.length === 0 || (words.length < 4 && random.oneIn(4))) {
    await click(tab, '#Words');
    await tab.waitForSelector(`${input(words.length)} input`);
    return note([...words, '']);
  }
  const at = random.below(words.length);
  if (random.oneIn(5)) {
    await click(tab, `${input(at)} button`);
    return note(words.toSpliced(at, 1));
  }
  await tab.focus(`${input(at)} input`);
  await withControl(tab, 'End');
  let text = words[at] ?? '';
  for (let left = 1 + random.below(6); left > 0; left -= 1) {
    const letter = random.pick(letters);
    await tab.keyboard.type(letter);
    text += letter;
    note(words.with(at, text));
  }
}

type Parts = Shown['Parts'];

async function editParts(hand: Hand, parts: Parts, note: (parts: Parts) => void): Promise<void> {
  const { tab, random } = hand;
  if (parts.length === 0 || (parts.length < 4 && random.oneIn(4))) {
    await click(tab, '#Parts-field > * > .row > .add, #Parts-field .items > .row > .add');
    await tab.waitForSelector(`[id="Parts.${parts.length}.Line"]`);
    return note([...parts, { Line: '', Size: '' }]);
  }
  const at = random.below(parts.length);
  const part = parts[at] ?? { Line: '', Size: '' };
  if (random.oneIn(4)) {
    const choice = random.pick(['Remove', 'Move up', 'To the end', 'Duplicate'] as const);
    const isFree =
      choice === 'Duplicate'
        ? parts.length < 4
        : choice === 'Move up'
          ? at > 0
          : choice === 'Remove' || at < parts.length - 1;
    if (isFree) {
      await chooseIn(tab, `#Parts-field li:nth-of-type(${at + 1}) > .menu`, choice);
      const without = parts.toSpliced(at, 1);
      return note(
        choice === 'Remove'
          ? without
          : choice === 'Duplicate'
            ? parts.toSpliced(at, 0, part)
            : without.toSpliced(choice === 'Move up' ? at - 1 : without.length, 0, part),
      );
    }
  }
  if (random.oneIn(3))
    return typeAnew(hand, `Parts.${at}.Size`, (Size) => note(parts.with(at, { ...part, Size })));
  return typeMore(hand, `Parts.${at}.Line`, part.Line, (Line) => note(parts.with(at, { ...part, Line })));
}

/** Opens a menu and chooses something in it. */
async function chooseIn(tab: Page, menu: string, choice: string): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(`${menu} .menu-items button`)})].find((one) => one.textContent === ${JSON.stringify(choice)})`;
  // What scrolls meanwhile closes it.
  await tab.waitForFunction(
    `(() => {
      const one = ${found};
      if (one !== undefined) globalThis.robotLooks?.();
      one?.click();
      if (one === undefined) document.querySelector(${JSON.stringify(`${menu} > button`)})?.click();
      return one !== undefined;
    })()`,
    { polling: 50 },
  );
}

async function editTags(
  hand: Hand,
  linked: readonly string[],
  note: (linked: readonly string[]) => void,
): Promise<void> {
  const { tab, random, isServed } = hand;
  const free = tags.filter((one) => !linked.includes(one));
  if (isServed && free.length > 0 && (linked.length < 2 || random.oneIn(3))) {
    const chosen = random.pick(free);
    return (await pickLink(tab, 'Tags', chosen)) ? note([...linked, chosen]) : undefined;
  }
  if (linked.length === 0) return;
  const at = random.below(linked.length);
  const row = `#Tags-field [data-place="${at}"]`;
  if (linked.length === 1 || random.oneIn(3)) {
    await click(tab, `${row} [data-control=remove]`);
    return note(linked.toSpliced(at, 1));
  }
  const goals = ['Move up', 'Move down', 'To the beginning', 'To the end'];
  const choice = random.pick(
    at === 0 ? goals.slice(1) : at === linked.length - 1 ? [goals[0]!, ...goals.slice(2)] : goals,
  );
  const places: Readonly<Record<string, number>> = {
    'Move up': at - 1,
    'Move down': at + 1,
    'To the beginning': 0,
    'To the end': linked.length - 1,
  };
  await chooseIn(tab, `${row} .menu`, choice);
  note(linked.toSpliced(at, 1).toSpliced(places[choice] ?? 0, 0, linked[at] ?? ''));
}

async function chooseMain(
  { tab, random, isServed }: Hand,
  linked: readonly string[],
  note: (linked: readonly string[]) => void,
): Promise<void> {
  const chosen = random.pick(tags.filter((one) => !linked.includes(one)));
  if (isServed && random.below(3) > 0)
    return (await pickLink(tab, 'Main', chosen)) ? note([chosen]) : undefined;
  if (linked.length === 0) return;
  await click(tab, '#Main-field [data-control=remove]');
  note([]);
}

/** Searches a tag and links it. Returns false where none is found, as while signed out. */
async function pickLink(tab: Page, name: string, label: string): Promise<boolean> {
  await click(tab, `#${name}`);
  await tab.waitForSelector('.modal input');
  await tab.keyboard.sendCharacter(label);
  const isOnly = `(() => { const all = document.querySelectorAll('.modal .option'); return all.length === 1 && all[0].textContent.startsWith('${label}'); })()`;
  const isFound = await tab.waitForFunction(isOnly, { polling: 20, timeout: 3000 }).then(
    () => true,
    () => false,
  );
  if (!isFound) {
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('Escape');
  } else await click(tab, '.modal .option');
  await tab.waitForFunction(`document.querySelector('.modal') === null`, { polling: 20 });
  return isFound;
}
