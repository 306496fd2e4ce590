import { formatDate, say } from '../../messages/messages.js';

/** Of the browser. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const two = (value: number): string => String(value).padStart(2, '0');

/** The day, hour and minute in the time zone of the browser, as inputs of the browser have them. */
export const localMinute = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

/** By so much clocks are set forward and back; minutes. */
const shifts = [30, 60, 120];

/** Says which moment a local time stands for, where clocks are set forward or back. Of two, `at` is the one that is meant. */
export function momentNote(text: string, at = new Date(text)): string | undefined {
  if (Number.isNaN(at.getTime())) return undefined;
  const [typed, taken] = [text.slice(0, 16), localMinute(at)];
  const words = { time: typed.slice(11), zone: zoneName() };
  if (typed !== taken) {
    const [day = '', time = ''] = taken.split('T');
    const isOther = !typed.startsWith(day);
    return say('moment.skipped', { ...words, taken: isOther ? `${formatDate(day)} ${time}` : time });
  }
  const isBy = (minutes: number): boolean => localMinute(new Date(at.getTime() + minutes * 60_000)) === taken;
  if (shifts.some((minutes) => isBy(minutes))) return say('moment.first', words);
  return shifts.some((minutes) => isBy(-minutes)) ? say('moment.second', words) : undefined;
}
