import { expect } from 'chai';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser } from '../browser.js';
import { password, type Browser as Client } from '../http/admin/admin-world.js';
import { edit, files, names, nothing, page, shownIn, storedOf, tag, tags, type Shown } from './robot/form.js';
import { openKilledServer, signIn, type KilledServer } from './robot/killed-server.js';
import { createRandom, type Random } from './robot/random.js';
import { isLong, playSeeds } from './robot/seeds.js';

const steps = isLong ? 120 : 40;

/** What may be lost of the latest typing when a tab dies, and what the machine may be late by. */
const [riskMs, lateMs] = [300, isLong ? 200 : 2000];

interface Moment {
  readonly at: number;
  readonly shown: Shown;
}

/** Someone who edits an entry while things go wrong, and remembers what they did. */
class Robot {
  tab!: Page;
  now: Shown = nothing;
  past: Moment[] = [];
  readonly trace: string[] = [];
  isOnline = true;
  isServerUp = true;
  isSignedIn = true;

  constructor(
    readonly browser: Browser,
    readonly server: KilledServer,
    readonly random: Random,
    readonly id: string,
  ) {}

  /** Resolves with whether it did something. */
  async step(): Promise<void> {
    const { random } = this;
    if (random.below(6) > 0) return this.edits();
    const wrongs: readonly (() => Promise<void>)[] = [
      () => this.reopens('closes', () => this.tab.close()),
      () => this.reopens('crashes', () => this.crash()),
      () => this.reopens('reloads', async () => {}),
      () => this.leaves(),
      () => (this.isServerUp ? this.kills() : this.starts()),
      () => (this.isServerUp ? this.kills() : this.starts()),
      () => this.connects(!this.isOnline),
      () => this.connects(!this.isOnline),
      () => this.signsOut(),
      () => this.rests(),
      () => this.rests(),
    ];
    await random.pick(wrongs)();
  }

  async edits(): Promise<void> {
    await this.answers();
    const name = this.random.pick(names);
    this.trace.push(`edits ${name}`);
    const { tab, random } = this;
    const began = this.past.length - 1;
    const isServed = this.isOnline && this.isServerUp && this.isSignedIn;
    await edit({ tab, random, isServed, note: (shown) => this.note(shown) }, name, this.now);
    const isShown = async (): Promise<boolean> => isSame(await shownIn(tab), this.now);
    for (let left = 100; !(await isShown()); left -= 1) {
      if (left < 80 && (await this.isAsked()) && (await this.hasTypedThere(began))) return;
      if (left === 0)
        throw new Error(`${differing(await shownIn(tab), this.now)} ${String(await this.words())}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Whether the last keys went to the question that asks to sign in, as those of who types slowly do. */
  async hasTypedThere(began: number): Promise<boolean> {
    const found = await shownIn(this.tab);
    const isIn = this.past.slice(began).some(({ shown }) => isSame(shown, found));
    if (isIn) this.note(found);
    return isIn;
  }

  note(shown: Shown): void {
    this.now = shown;
    this.past.push({ at: Date.now(), shown });
  }

  async rests(): Promise<void> {
    const ms = this.random.below(3000);
    this.trace.push(`rests ${ms}`);
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  async kills(): Promise<void> {
    this.trace.push('kills the server');
    await this.server.kill();
    this.isServerUp = false;
  }

  async starts(): Promise<void> {
    if (this.isServerUp) return;
    this.trace.push('starts the server');
    await this.server.start();
    this.isServerUp = true;
  }

  async connects(isOnline: boolean): Promise<void> {
    if (isOnline === this.isOnline) return;
    this.trace.push(isOnline ? 'connects' : 'cuts the network');
    await this.tab.setOfflineMode(!isOnline);
    this.isOnline = isOnline;
  }

  async signsOut(): Promise<void> {
    this.trace.push('ends the sign-in');
    await this.tab.deleteCookie(...(await this.tab.cookies(`${this.server.url}/admin`)));
    this.isSignedIn = false;
  }

  /** Signs in over the page where it asks for that, and can. */
  async answers(): Promise<void> {
    const { tab } = this;
    if ((await tab.$('dialog[open] .missing')) !== null) return this.reopens('reloads', async () => {});
    if (!(await this.isAsked())) return;
    if (!this.isOnline || !this.isServerUp || this.random.oneIn(3)) {
      this.trace.push('does not sign in');
      await tab.keyboard.press('Escape');
    } else await this.signsIn();
    await tab.waitForFunction(`document.querySelector('dialog[open]') === null`, { polling: 20 });
  }

  /** Waits for an element, and signs in if that is asked for. */
  async waits(selector: string): Promise<void> {
    while ((await this.tab.$(selector)) === null) {
      if (await this.isAsked()) await this.signsIn();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  async signsIn(): Promise<void> {
    const { tab } = this;
    this.trace.push('signs in');
    await tab.focus('#again-password');
    await tab.keyboard.down('Control');
    await tab.keyboard.press('a');
    await tab.keyboard.up('Control');
    await tab.keyboard.sendCharacter(password);
    await tab.keyboard.press('Enter');
    await tab.waitForFunction(`document.querySelector('dialog[open]') === null`, { polling: 20 });
    this.isSignedIn = true;
  }

  isAsked(): Promise<unknown> {
    return this.tab.evaluate(`document.querySelector('dialog[open] #again-password') !== null`);
  }

  async crash(): Promise<void> {
    const session = await this.tab.createCDPSession();
    await Promise.race([
      session.send('Page.crash').catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, 300)),
    ]);
    await this.tab.close().catch(() => undefined);
  }

  /** Ends the tab in a way, opens the entry again, and compares it with what was typed. */
  async reopens(way: 'closes' | 'crashes' | 'reloads', end: () => Promise<void>): Promise<void> {
    this.trace.push(way);
    const endedAt = Date.now();
    if (way === 'reloads') {
      await this.starts();
      await this.connects(true);
    }
    await end();
    await this.starts();
    if (way !== 'reloads') {
      this.isOnline = true;
      await this.opensTab();
    }
    await this.opens();
    await this.compares(way, way === 'crashes' ? endedAt - riskMs - lateMs : Infinity);
  }

  async opensTab(): Promise<void> {
    this.tab = await this.browser.newPage();
    this.tab.setDefaultTimeout(15_000);
    this.tab.on('dialog', (dialog) => void dialog.accept());
    await this.tab.setViewport({ width: 1440, height: 900 });
  }

  async opens(): Promise<void> {
    const { tab } = this;
    await tab.goto(`${this.server.url}/admin/content/${page}/${this.id}`);
    await tab.waitForSelector('input[name=email], #Title');
    if ((await tab.$('#Title')) === null) {
      await signIn(tab);
      await tab.waitForSelector('.side');
      await tab.goto(`${this.server.url}/admin/content/${page}/${this.id}`);
    }
    this.isSignedIn = true;
    await tab.waitForSelector('#Words');
  }

  /** Goes to the list, and comes back. */
  async leaves(): Promise<void> {
    await this.starts();
    await this.connects(true);
    await this.answers();
    this.trace.push('leaves');
    await this.tab.$eval('.entry-title a', (link) => (link as unknown as { click(): void }).click());
    await this.waits('.rows');
    await this.tab.goBack();
    await this.waits('#Words');
    await this.compares('leaves', Infinity);
  }

  /** What the form shows has to be what was shown at `since` or later. */
  async compares(way: string, since: number): Promise<void> {
    const found = await shownIn(this.tab);
    const first = this.past.findLastIndex(({ at }) => at <= since);
    const allowed = this.past.slice(Math.max(0, first));
    const isIn = allowed.some(({ shown }) => isSame(shown, found));
    if (!isIn) throw new Error(`${way}: ${differing(found, this.now)}`);
    this.note(found);
  }

  /** Waits until all is saved that was typed. */
  async ends(client: Client): Promise<void> {
    this.trace.push('ends');
    await this.starts();
    await this.connects(true);
    const hasSaved = async (): Promise<boolean> =>
      (await this.tab.evaluate(
        `[...document.querySelectorAll('.save-state [role=status]')].some((one) => /^(Saved|$)/.test(one.textContent))`,
      )) === true;
    for (let left = 600; !(await hasSaved()); left -= 1) {
      if (left === 0) throw new Error(`it is not saved:\n${this.trace.join('\n')}\n${await this.words()}`);
      expect(
        await this.tab.$('.conflict'),
        `asked about own changes:\n${this.trace.join('\n')}\n${await this.words()}`,
      ).to.equal(null);
      await this.answersAtLast();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await shownIn(this.tab), this.trace.join('\n')).to.deep.equal(this.now);
    expect(await storedOf(client, this.id), this.trace.join('\n')).to.deep.equal(this.now);
  }

  words(): Promise<unknown> {
    return this.tab.evaluate(
      `[document.activeElement?.id, document.querySelector('dialog[open]')?.innerText, document.querySelector('.entry')?.innerText.slice(0, 300), JSON.stringify(localStorage)].join('; ')`,
    );
  }

  async answersAtLast(): Promise<void> {
    if (await this.isAsked()) return this.answers();
    // Where the page waits to be told, it has a button.
    await this.tab.evaluate(`document.querySelector('.banner.bad button')?.click()`);
  }
}

/** In which attributes two differ, and how. */
const differing = (found: Shown, typed: Shown): string =>
  names
    .filter((name) => JSON.stringify(found[name]) !== JSON.stringify(typed[name]))
    .map((name) => `${name} shows ${JSON.stringify(found[name])}, typed was ${JSON.stringify(typed[name])}`)
    .join('; ');

const isSame = (one: Shown, other: Shown): boolean => JSON.stringify(one) === JSON.stringify(other);

describe('what is typed in the admin page while things go wrong', function () {
  this.timeout(Infinity);
  let browser: Browser;
  let server: KilledServer;

  before(async function () {
    const launched = await launchBrowser({ isOneProcess: false });
    if (launched === undefined) return this.skip();
    browser = launched;
    server = await openKilledServer(files);
    await server.start();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function play(seed: number): Promise<void> {
    const client = await server.signedIn();
    for (const Label of (await labels(client)).length > 0 ? [] : tags)
      await client.api('POST', `documents/${tag}`, { set: { Label } });
    const { body } = await client.api('POST', `documents/${page}`, { set: {} });
    const robot = new Robot(browser, server, createRandom(seed), body.data.documentId as string);
    try {
      await robot.opensTab();
      await robot.opens();
      robot.note(await shownIn(robot.tab));
      for (let left = steps; left > 0; left -= 1) await robot.step();
      await robot.starts();
      await robot.ends(await server.signedIn());
    } catch (error) {
      throw new Error(robot.trace.join('\n'), { cause: error });
    } finally {
      await robot.starts();
      await robot.tab.close().catch(() => undefined);
    }
  }

  const labels = async (client: Client) =>
    (await client.api('GET', `documents/${tag}`)).body.data as readonly unknown[];

  it('is there in the end, less 300 ms', () => playSeeds(play));
});
