import { expect } from 'chai';
import type { Page } from 'puppeteer-core';
import {
  edit,
  files,
  names,
  nothing,
  page,
  seenIn,
  shownIn,
  storedOf,
  tag,
  tags,
  watch,
  type Name,
  type Shown,
} from './robot/form.js';
import { createRandom, type Random } from './robot/random.js';
import { playSeeds } from './robot/seeds.js';
import { openTab } from '../browser.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

/** Somebody who edits the entry, and what their form shows. */
interface Writer {
  readonly tab: Page;
  now: Shown;
  /** What was edited in this round. */
  edited: Set<Name>;
  /** What they were asked about, and the value that they chose. */
  chosen: Map<Name, unknown>;
  /** What they edited, in what they saw, to what. */
  readonly trace: string[];
}

const text = (value: unknown): string => JSON.stringify(value);

describe('two who write in one entry of the admin page', function () {
  this.timeout(Infinity);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let tabs: readonly Page[];
  let url: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const other = await on.world.signedIn('owner');
    await other.api('PATCH', 'profile', { name: 'Kai Nalu' });
    const tab = await openTab(on.page.browser());
    await tab.setViewport({ width: 1440, height: 900 });
    tab.on('dialog', (dialog) => void dialog.accept());
    // Another name of the same server has its own cookies, and its own storage.
    url = on.world.url.replace('127.0.0.1', 'localhost');
    expect(url).to.not.equal(on.world.url);
    for (const [name, value] of Object.entries(other.cookies)) await tab.setCookie({ name, value, url });
    tabs = [on.page, tab];
    for (const Label of tags) await on.client.api('POST', `documents/${tag}`, { set: { Label } });
  });
  after(() => screens?.stop());

  const open = async (tab: Page, id: string): Promise<Writer> => {
    await tab.bringToFront();
    await tab.goto(`${tab === on.page ? on.world.url : url}/admin/content/${page}/${id}`);
    await tab.waitForSelector('#Words');
    return { tab, now: await shownIn(tab), edited: new Set(), chosen: new Map(), trace: [] };
  };

  /** Takes note of what was taken over from the other one: whoever changes it now has seen it. */
  async function look(writer: Writer, other: Writer): Promise<void> {
    const shown = await shownIn(writer.tab);
    for (const name of names) {
      const isTaken = text(shown[name]) !== text(writer.now[name]);
      if (isTaken && text(shown[name]) === text(other.now[name])) writer.edited.delete(name);
    }
    writer.now = shown;
  }

  async function write(base: Shown, writer: Writer, other: Writer, random: Random): Promise<void> {
    const { tab } = writer;
    const name = random.pick(names);
    await tab.bringToFront();
    await look(writer, other);
    const looked = writer.now;
    await watch(tab);
    try {
      await edit({ tab, random, isServed: true, note: (shown) => void (writer.now = shown) }, name, looked);
    } catch (error) {
      // What was to be edited may be gone by now.
      if (text((await shownIn(tab))[name]) === text(looked[name])) throw error;
      return;
    }
    const before = (await seenIn(tab)) ?? looked;
    const at = new Date().toISOString().slice(17);
    writer.trace.push(`${at} ${name} ${text(before[name])} to ${text(writer.now[name])}`);
    // What the other one has changed and changed back looks as if nobody had.
    const isBack = other.edited.has(name) && text(other.now[name]) === text(base[name]);
    const hasSeen = !isBack && text(before[name]) === text(other.now[name]);
    if (text(before[name]) !== text(looked[name])) {
      // It was taken over in the last moment: what is edited is not what was looked at.
      writer.now = { ...writer.now, [name]: (await shownIn(tab))[name] };
      if (hasSeen) writer.edited.delete(name);
    }
    if (text(before[name]) === text(writer.now[name])) return;
    writer.edited.add(name);
    if (hasSeen) other.edited.delete(name);
  }

  /** Leaves the field, and answers what is asked until all is saved. */
  async function settle(writer: Writer, random: Random): Promise<boolean> {
    const { tab } = writer;
    await tab.bringToFront();
    await tab.evaluate('document.activeElement?.blur()');
    let isAsked = false;
    const isSettled = `document.querySelector('.conflict') !== null || /^(Saved|$)/.test(document.querySelector('.save-state [role=status]').textContent)`;
    for (;;) {
      await tab.waitForFunction(isSettled, { polling: 30, timeout: 20_000 });
      const button = random.pick(['Keep my', 'Take the saved']);
      const asked = (await tab.evaluate(`(() => {
        const found = [...document.querySelectorAll('.conflict button')].find((one) => one.textContent.startsWith('${button}'));
        found?.click();
        return found?.textContent.slice(${button.length + 1}) ?? null;
      })()`)) as Name | null;
      if (asked === null) return isAsked;
      isAsked = true;
      writer.chosen.set(asked, button);
    }
  }

  /** What has to be there of an attribute that both have changed, or may be. */
  function isMerged(name: Name, base: Shown, [one, other]: readonly [Writer, Writer], found: Shown): boolean {
    const [mine, theirs, is] = [one.now[name], other.now[name], found[name]];
    if (name !== 'Tags') {
      const isChosen = one.chosen.has(name) || other.chosen.has(name);
      const isSame = [mine, theirs].some((value) => text(value) === text(is));
      const isFree =
        [mine, theirs].some((value) => text(value) === text(base[name])) || text(mine) === text(theirs);
      return isSame && (isFree || isChosen);
    }
    const [a, b] = [one.now.Tags, other.now.Tags];
    const added = [...a, ...b].filter((tag) => !base.Tags.includes(tag));
    const stay = base.Tags.filter((tag) => a.includes(tag) && b.includes(tag));
    const [was, ...orders] = [base.Tags, a, b, found.Tags].map((all) =>
      text(all.filter((tag) => stay.includes(tag))),
    );
    // What nobody has moved stays in its order.
    const isMoved = orders.slice(0, 2).some((order) => order !== was);
    return (
      [...added, ...stay].every((tag) => found.Tags.includes(tag)) &&
      new Set(found.Tags).size === found.Tags.length &&
      (isMoved || orders[2] === was)
    );
  }

  async function play(seed: number, rounds: number): Promise<void> {
    const random = createRandom(seed);
    const { body } = await on.client.api('POST', `documents/${page}`, { set: {} });
    const id = body.data.documentId as string;
    let base = nothing;
    for (let round = 0; round < rounds; round += 1) {
      const writers = [await open(tabs[0]!, id), await open(tabs[1]!, id)] as const;
      for (const { now } of writers) expect(now).to.deep.equal(base);
      for (let left = 6; left > 0; left -= 1) {
        const [one, other] = random.oneIn(2) ? writers : writers.toReversed();
        await write(base, one, other, random);
      }
      while ((await settle(writers[0], random)) || (await settle(writers[1], random)));
      const found = await storedOf(on.client, id);
      for (const name of names) {
        const by = writers.filter(({ edited }) => edited.has(name));
        const [only] = by;
        const said = `seed ${seed}, round ${round}, ${name} was ${text(base[name])}, is ${text(found[name])}, of ${text(writers.map(({ now }) => now[name]))}, asked ${text(writers.map(({ chosen }) => [...chosen]))}, edited ${text(writers.map(({ trace }) => trace))}`;
        if (only === undefined) expect(found[name], said).to.deep.equal(base[name]);
        else if (by.length === 1) {
          expect(found[name], said).to.deep.equal(only.now[name]);
          expect(
            writers.some(({ chosen }) => chosen.has(name)),
            `${said}: asked without need`,
          ).to.equal(false);
        } else expect(isMerged(name, base, writers, found), said).to.equal(true);
      }
      base = found;
    }
    expect(on.mistakes).to.deep.equal([]);
  }

  it('lose nothing: other attributes are merged, and of the same it is asked', () =>
    playSeeds((seed, isLong) => play(seed, isLong ? 12 : 4)));
});
