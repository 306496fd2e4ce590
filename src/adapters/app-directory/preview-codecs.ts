import type { Uid } from '../../domain/schema/schema.js';
import { codec, converted, type InvalidSetting } from './config-codec.js';
import * as t from 'io-ts';

/** A scheme, a host, which may begin with `*.`, and a port: nothing that would mean more in a header. */
const origin = /^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d+|:\*)?\/?$/i;

/** What is unset in the environment is no member of the list. */
export const Origins = codec(
  'an origin such as "https://example.org", or a list of them',
  (raw): readonly string[] | undefined => {
    const listed = Array.isArray(raw) ? (raw as readonly unknown[]) : [raw];
    const given = listed.filter((one) => one !== undefined && one !== null && one !== '');
    const texts = given.flatMap((one) =>
      typeof one === 'string' ? one.split(',').map((part) => part.trim()) : [null],
    );
    const found = texts.flatMap((one) => (one !== null && origin.test(one) ? [one.replace(/\/$/, '')] : []));
    return found.length === texts.length ? found : undefined;
  },
);

/** The origin is without names in braces, so that the page knows which sites it shows. */
const template = /^https?:\/\/[\w-]+(\.[\w-]+)*(:\d+)?([/?#][^\s]*)?$/i;

const notTemplate = 'must be an address such as "https://example.org/{slug}?token={token}"';

export const Templates = converted(
  t.UnknownRecord as t.Type<Readonly<Record<string, unknown>>, unknown>,
  (given): Readonly<Record<Uid, string>> | readonly InvalidSetting[] => {
    const wrong = Object.entries(given).filter(
      ([, text]) => typeof text !== 'string' || !template.test(text),
    );
    return wrong.length === 0
      ? (given as Readonly<Record<Uid, string>>)
      : wrong.map(([path]) => ({ path, message: notTemplate }));
  },
);

/** Code of the app. Its answer is checked when it is called. */
export type PreviewHandler = (uid: Uid, version: object) => unknown;

export const Handler = codec('a function', (raw) =>
  typeof raw === 'function' ? (raw as PreviewHandler) : undefined,
);
