import type { Json, Scalar, ScalarType } from '../../../../../../domain/schema/schema.js';
import { say, separators } from '../../messages/messages.js';
import { jsonFault } from './json-fault.js';
import { localMinute, momentNote, zoneName } from './local-time.js';
import { exactNumber } from './typed-number.js';
import { writtenValue } from './written-value.js';

/** How a value is typed. */
export interface TextForm {
  readonly input: 'text' | 'email' | 'password' | 'date' | 'time' | 'datetime-local' | 'area' | 'code';
  readonly mode?: 'decimal' | 'numeric';
  readonly hint?: () => string;
  readonly format: (value: Json) => string;
  /** Returns the value of a text; undefined if it has none yet. */
  readonly parse: (text: string) => Json | undefined;
  /** Says why a text has no value. */
  readonly faultIn?: (text: string) => string;
  /** Says of a text with a value what else it could stand for. */
  readonly note?: (text: string, value: Json) => string | undefined;
  /** Returns the line, from 1, in which a text is wrong. */
  readonly lineIn?: (text: string) => number | null;
}

const format = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
const textOrNone = (text: string): Json => (text === '' ? null : text);

const plain: Pick<TextForm, 'format' | 'parse'> = { format, parse: textOrNone };

const written: Pick<TextForm, 'format' | 'parse'> = { format, parse: (text) => writtenValue(text, false) };

/** The digits of a number that count: without those that say only how large it is. */
const digitsOf = (number: string): string =>
  number
    .replace(/e.*$/i, '')
    .replaceAll(/[-+.]/g, '')
    .replaceAll(/^0+|0+$/g, '');

/** How many digits of a number come after the point. */
function placesOf(number: string): number {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const significant = `${whole}${fraction}`.replace(/0+$/, '');
  return significant.length - whole.length - Number(exponent);
}

/** Whether a text is a number in decimal digits. JavaScript also reads others, such as `0x10`. */
const isDecimal = (text: string): boolean => /^[-+.\de]+$/i.test(text) && Number.isFinite(Number(text));

/** The server refuses what is no number, which is sent as it was typed; what it would round is not sent. */
const number = (places = Infinity): Pick<TextForm, 'format' | 'parse' | 'faultIn'> => ({
  format,
  parse(text) {
    const typed = exactNumber(text, separators());
    if (typed === '') return null;
    if (!isDecimal(typed)) return typed;
    const written = String(Number(typed));
    if (digitsOf(typed) !== digitsOf(written) || placesOf(typed) > places) return undefined;
    return written === typed ? Number(typed) : typed;
  },
  faultIn: (text) =>
    placesOf(exactNumber(text, separators())) > places
      ? say('field.places', { most: places })
      : say('field.digits'),
});

/** Numbers that JSON cannot hold are texts. */
const digits: Pick<TextForm, 'format' | 'parse'> = {
  format,
  parse: (text) => textOrNone(exactNumber(text, separators())),
};

const json: TextForm = {
  input: 'code',
  format: (value) => (value === null ? '' : JSON.stringify(value, null, 2)),
  parse: (text) => {
    if (text.trim() === '') return null;
    try {
      return JSON.parse(text) as Json;
    } catch {
      return undefined;
    }
  },
  faultIn(text) {
    const fault = jsonFault(text);
    return fault === null ? say('field.noJson') : say('field.jsonFault', { ...fault });
  },
  lineIn: (text) => jsonFault(text)?.line ?? null,
};

/** Without seconds that are none, which a browser would ask for. */
const shortTime = (time: string): string => time.replace(/\.0+$/, '').replace(/(^|T)(\d\d:\d\d):00$/, '$1$2');

/** In the time zone of the browser, which the hint names. */
const moment: TextForm = {
  input: 'datetime-local',
  hint: zoneName,
  note: (text, value) => momentNote(text, typeof value === 'string' ? new Date(value) : undefined),
  format(value) {
    const at = new Date(typeof value === 'string' ? value : Number.NaN);
    if (Number.isNaN(at.getTime())) return '';
    const seconds = String(at.getSeconds()).padStart(2, '0');
    const parts = String(at.getMilliseconds()).padStart(3, '0');
    return shortTime(`${localMinute(at)}:${seconds}.${parts}`);
  },
  faultIn: () => say('field.noDate'),
  parse(text) {
    if (text === '') return null;
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  },
};

const forms: Readonly<Record<Exclude<ScalarType, 'boolean' | 'enumeration'>, TextForm>> = {
  string: { input: 'text', ...written },
  uid: { input: 'text', ...plain },
  email: { input: 'email', ...plain },
  text: { input: 'area', ...written },
  richtext: { input: 'area', ...written, hint: () => say('markdown.hint') },
  password: { input: 'password', ...plain, hint: () => say('field.password') },
  integer: { input: 'text', mode: 'numeric', ...number() },
  float: { input: 'text', mode: 'decimal', ...number() },
  decimal: { input: 'text', mode: 'decimal', ...number(2) },
  biginteger: { input: 'text', mode: 'numeric', ...digits },
  date: { input: 'date', ...plain, faultIn: () => say('field.noDate') },
  time: {
    input: 'time',
    format: (value) => shortTime(format(value)),
    parse: (text) => textOrNone(text.replace(/^\d\d:\d\d$/, '$&:00')),
    faultIn: () => say('field.noTime'),
  },
  datetime: moment,
  timestamp: moment,
  json,
  array: json,
  blocks: { ...json, hint: () => say('blocks.unreadable') },
};

export function formOf({ type, required }: Pick<Scalar, 'type' | 'required'>): TextForm {
  const form = type === 'boolean' || type === 'enumeration' ? forms.string : forms[type];
  const isWritten = form.parse === written.parse;
  return required && isWritten ? { ...form, parse: (text) => writtenValue(text, true) } : form;
}
